"""`nmtviz export`."""

import argparse
from pathlib import Path

from nmtviz.cli.common import Commands
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


def _export(options: argparse.Namespace) -> None:
    from nmtviz.checkpoint import copy_checkpoint  # noqa: PLC0415

    copy_checkpoint(RunFolder(options.run).checkpoint, options.checkpoint)
