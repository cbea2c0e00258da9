"""Where the page keeps what it makes."""

import os
from pathlib import Path

from nmtviz.runs import shared


def runs() -> Path:
    """Return the folder of all runs: the repository's `runs/`, or `NMTVIZ_RUNS`."""
    runs = Path(os.environ.get("NMTVIZ_RUNS", Path(__file__).parents[3] / "runs"))
    return runs.absolute()  # a run's process works elsewhere


def data() -> Path:
    """Return the folder of corpora that were generated or uploaded here."""
    return runs() / shared.DATA
