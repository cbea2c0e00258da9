"""`nmtviz export`."""

import argparse
import sys
from pathlib import Path

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.cli.common import Commands, add_force, check_new_checkpoint
from nmtviz.errors import TrainingError
from nmtviz.runs.folder import RunFolder


def add_command(commands: Commands) -> None:
    """Add the command to export a run's best model."""
    export = commands.add_parser(
        "export", help="make a run's best model a checkpoint of its own"
    )
    export.set_defaults(command=_export)
    export.add_argument("run", type=Path, metavar="RUN", help="folder of the run")
    export.add_argument(
        "checkpoint", type=Path, metavar="FOLDER", help="folder to write"
    )
    add_force(export)


def _export(options: argparse.Namespace) -> None:
    from nmtviz.checkpoint import copy_checkpoint  # noqa: PLC0415

    run, copy = RunFolder(options.run), options.checkpoint
    if not run.path.is_dir():
        raise TrainingError(f"There is no run folder '{run.path}'.")
    if not run.checkpoint.is_dir():
        raise TrainingError(
            f"'{run.path}' has no checkpoint folder: a run has one after its first "
            "look at the development set."
        )
    check_new_checkpoint(copy, force=options.force)
    copy_checkpoint(run.checkpoint, copy)
    facts = CheckpointInfo.read(copy).facts
    sys.stdout.write(f"{copy}: {facts.updates:,} updates, {facts.dev_told}\n")
