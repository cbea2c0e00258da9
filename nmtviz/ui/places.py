"""Where the app finds models and keeps what it makes."""

import os
from pathlib import Path

from nmtviz.runs import shared
from nmtviz.runs.commands import REPOSITORY


def runs() -> Path:
    """Return the folder of all runs: the repository's `runs/`, or `NMTVIZ_RUNS`."""
    runs = Path(os.environ.get("NMTVIZ_RUNS", REPOSITORY / "runs"))
    return runs.absolute()  # a run's process works elsewhere


def data() -> Path:
    """Return the folder of corpora that were generated or uploaded here."""
    return runs() / shared.DATA


def evaluations() -> Path:
    """Return the folder of evaluations that the app started."""
    return runs() / shared.EVALUATIONS


def checkpoints() -> Path:
    """Return where the models are: the repository's, or `NMTVIZ_CHECKPOINTS`."""
    default = REPOSITORY / "checkpoints"
    return Path(os.environ.get("NMTVIZ_CHECKPOINTS", default)).absolute()
