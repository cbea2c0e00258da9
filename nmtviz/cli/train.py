"""`nmtviz train`."""

import argparse
import json
import sys
from pathlib import Path

from nmtviz.cli.common import CHECKPOINTS, Commands, add_device, named_folder
from nmtviz.presets import PRESETS


def add_command(commands: Commands) -> None:
    """Add the command to train a model."""
    train = commands.add_parser(
        "train",
        help="train a model, or go on with it",
        description="Train a model; the same command again goes on where it was. "
        "With several processes, each with a GPU or a CPU thread of its own: "
        "torchrun --standalone --nproc-per-node N -m -- nmtviz train ...",
    )
    train.set_defaults(command=_train)
    settings = train.add_mutually_exclusive_group()
    settings.add_argument("--preset", choices=PRESETS, metavar="NAME", help=_presets())
    settings.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="settings and files of a run: its config.json; how long it took is asked "
        "for anew",
    )
    for name, what in (("train", "to learn from"), ("dev", "to measure progress on")):
        train.add_argument(
            f"--{name}",
            default=(),
            nargs="+",
            type=Path,
            metavar="FILE",
            help=f"sentence pairs {what}: source, tab, target; .gz too",
        )
    train.add_argument(
        "--run", required=True, type=Path, metavar="DIR", help="folder of the run"
    )
    train.add_argument(
        "--languages",
        nargs=2,
        metavar="XX",
        help="of source and target, as in: de en; a preset's are en and fr",
    )
    _add_beginning(train)
    _add_changes(train)
    _add_budget(train)
    train.add_argument("--threads", type=int, metavar="N", help="CPU threads to use")
    train.add_argument(
        "--tensorboard",
        action="store_true",
        help="write event files for TensorBoard into the run's folder too",
    )
    add_device(train)


def _add_changes(train: argparse.ArgumentParser) -> None:
    """Add what changes a preset's settings."""
    train.add_argument(
        "--learning-rate",
        type=float,
        metavar="R",
        help="step size; smaller than a preset's is wise with --from",
    )
    train.add_argument(
        "--set",
        dest="changes",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a setting by its name in config.json, as in training.dropout=0.3; "
        "may be given several times",
    )
    train.add_argument(
        "--print-config",
        action="store_true",
        help="print what config.json would hold, of these files too, and do nothing "
        "else",
    )


def _add_budget(train: argparse.ArgumentParser) -> None:
    """Add what says when a run has had enough."""
    train.add_argument("--max-minutes", type=float, metavar="M", help="time to spend")
    train.add_argument("--max-updates", type=int, metavar="U", help="updates to make")
    train.add_argument(
        "--patience",
        type=int,
        metavar="N",
        help="end after N looks in a row at the development pairs (one every "
        "training.evaluate_every updates) without a better BLEU",
    )


def _add_beginning(train: argparse.ArgumentParser) -> None:
    """Add what decides the words and the weights that a run begins with."""
    train.add_argument(
        "--from",
        dest="start",
        metavar="CHECKPOINT",
        help="begin with this checkpoint's weights and vocabularies; without a preset, "
        "go on in small steps",
    )
    train.add_argument(
        "--vocabularies",
        metavar="CHECKPOINT",
        help="share this checkpoint's vocabularies instead of making new ones",
    )
    train.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="of the weights, the data's order, dropout and drawn pieces",
    )


def _checkpoint(name: str | None) -> Path | None:
    """Return the folder of a name, which stays the same once that has gone."""
    if name is None:
        return None
    folder = named_folder(name)
    is_gone = not folder.exists() and folder.name == name
    return CHECKPOINTS / name if is_gone else folder


def _presets() -> str:
    return f"settings: {', '.join(PRESETS)}"


def _train(options: argparse.Namespace) -> None:
    from nmtviz.training.command import train  # noqa: PLC0415
    from nmtviz.training.request import TrainRequest, run_config  # noqa: PLC0415

    request = TrainRequest(
        preset=options.preset,
        config=options.config,
        train=tuple(options.train),
        dev=tuple(options.dev),
        languages=options.languages and tuple(options.languages),
        vocabularies=_checkpoint(options.vocabularies),
        start=_checkpoint(options.start),
        learning_rate=options.learning_rate,
        run=options.run,
        device=options.device,
        seed=options.seed,
        threads=options.threads,
        max_minutes=options.max_minutes,
        max_updates=options.max_updates,
        patience=options.patience,
        changes=tuple(options.changes),
        tensorboard=options.tensorboard,
    )
    if options.print_config:
        sys.stdout.write(f"{json.dumps(run_config(request).to_json(), indent=2)}\n")
    elif line := train(request):
        sys.stdout.write(f"{line}\n")
