"""How a run is: what its process last said, and whether there still is a process."""

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from nmtviz.errors import TrainingError
from nmtviz.files import parse_json, write_text
from nmtviz.runs.folder import RunFolder
from nmtviz.runs.lock import is_running
from nmtviz.runs.output import complains
from nmtviz.typed_json import typed

Said: TypeAlias = Literal["preparing", "training", "finished", "stopped", "failed"]
State: TypeAlias = Said | Literal["new", "starting", "stopping", "killed"]

STATUS_FILE = "status.json"

_ENDS: tuple[Said, ...] = ("finished", "stopped", "failed")
_START = 60.0  # seconds a process may take to say something


@dataclass(frozen=True, kw_only=True, slots=True)
class Status:
    """What a training process says of itself."""

    state: Said
    """`preparing` while it reads its text, `stopped` if it was asked to end early."""

    message: str = ""
    """Why it failed, in a sentence."""

    warning: str = ""
    """What makes its numbers mean less than one may think, in a sentence."""

    budget_minutes: float | None = None
    """Minutes it may train, over all its starts; None if not limited."""

    budget_updates: int | None = None
    """Updates it may make, over all its starts; None if not limited."""

    patience: int | None = None
    """Looks in a row that need not be better than the best one; None is no limit."""

    device: str = ""
    """What computes, such as `cpu`."""

    asked_device: str = ""
    """What was asked for, such as `auto`; empty where nobody wrote it down."""

    threads: int | None = None
    """CPU threads of a process; None leaves it to torch."""

    processes: int = 1
    """How many train it together."""

    def write(self, run: Path) -> None:
        """Say it to whoever looks at the folder.

        Raises:
            TrainingError: If it cannot be written.
        """
        path, text = run / STATUS_FILE, json.dumps(asdict(self), indent=2) + "\n"
        try:
            write_text(path, text, alone=True)
        except OSError as error:
            with suppress(OSError):  # a full disk has room where the last one stands
                path.write_text(text, "utf-8")
                return
            raise TrainingError(
                f"{path} cannot be written: {error.strerror}."
            ) from error

    @classmethod
    def read(cls, run: Path) -> "Status | None":
        """Return what was last said; None if nothing that can be understood."""
        try:
            return typed(cls, parse_json((run / STATUS_FILE).read_text("utf-8")))
        except (OSError, ValueError):
            return None


def state(run: Path) -> State:
    """Return how a run is now; `killed` if its process went without a word."""
    running = is_running(run)  # asked first: its last word comes before its end
    status = Status.read(run)
    said = status.state if status else None
    if running:
        if RunFolder(run).stop_file.exists():
            return "stopping"
        return "preparing" if said is None or said in _ENDS else said
    if said is None:
        return _unsaid(RunFolder(run))
    return said if said in _ENDS else "killed"


def forget(run: Path) -> None:
    """Take back what was last said and asked, as another process is about to start."""
    folder = RunFolder(run)
    for path in (run / STATUS_FILE, folder.stop_file, folder.output_file):
        path.unlink(missing_ok=True)


def ask_to_stop(run: Path) -> None:
    """Ask a run to save its state and end after the update at hand."""
    RunFolder(run).stop_file.touch()


def _unsaid(folder: RunFolder) -> State:
    """Return how a run is whose process has said nothing."""
    try:
        age = time.time() - folder.output_file.stat().st_mtime
        output = folder.output_file.read_text("utf-8", errors="replace")
    except OSError:
        return "stopped" if folder.state_file.exists() else "new"
    if complains(output):
        return "failed"
    return "starting" if age < _START else "killed"
