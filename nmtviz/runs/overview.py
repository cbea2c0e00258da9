"""What there is to see of runs: how far they are, and how they came there."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nmtviz.errors import NmtvizError
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.runs.output import last_words
from nmtviz.runs.status import State, Status, state
from nmtviz.typed_json import is_number

Event = dict[str, Any]

_NUMBERS = ("update", "epoch", "seconds")
"""What every event says."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunOverview:
    """A run folder at a glance."""

    path: Path
    state: State

    config: RunConfig | None
    """What was asked for; None if it cannot be read."""

    problem: str
    """What keeps it from going on, in a sentence; empty if nothing does."""

    events: tuple[Event, ...]
    """What happened, oldest first."""

    status: Status | None
    """What its process last said."""

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name

    @property
    def running(self) -> bool:
        """Whether a process trains it now."""
        return self.state in ("starting", "preparing", "training", "stopping")

    @property
    def saved(self) -> bool:
        """Whether there is a state to go on from."""
        return RunFolder(self.path).state_file.exists()

    @property
    def update(self) -> int:
        """Updates done, as far as it has told."""
        return int(self.events[-1]["update"]) if self.events else 0

    @property
    def seconds(self) -> float:
        """Training time, over all its starts."""
        return float(self.events[-1]["seconds"]) if self.events else 0.0

    @property
    def share(self) -> float | None:
        """How much of its budget is used up, 0-1; None without a limit."""
        if self.state == "finished":
            return 1.0
        minutes = self.status.budget_minutes if self.status else None
        updates = self.status.budget_updates if self.status else None
        shares = [self.seconds / (60 * minutes)] if minutes else []
        shares += [self.update / updates] if updates else []
        return min(1.0, max(shares)) if shares else None

    @property
    def seconds_left(self) -> float | None:
        """Training time until its budget is used up; None if nobody can say."""
        if not self.share or not self.running:
            return None
        return self.seconds * (1 - self.share) / self.share

    def of(self, kind: str) -> tuple[Event, ...]:
        """Return the events of a kind: `train` or `dev`."""
        return tuple(event for event in self.events if event["event"] == kind)

    def telling(self, kind: str, field: str) -> tuple[Event, ...]:
        """Return the events of a kind that have a number there.

        Older runs do not know every field, and not every run can say everything.
        """
        return tuple(event for event in self.of(kind) if is_number(event.get(field)))

    def last(self, kind: str, field: str) -> float | None:
        """Return the last number there; None if there is none yet."""
        found = self.telling(kind, field)
        return float(found[-1][field]) if found else None

    @property
    def best_bleu(self) -> float | None:
        """BLEU of the best network on the development set, 0-100."""
        return self._best[1]

    @property
    def stale(self) -> int:
        """Looks at the development set, up to the last, none better than the best."""
        return len(self.telling("dev", "bleu")) - self._best[0]

    @property
    def _best(self) -> tuple[int, float | None]:
        """Which look found the best network, from 1, and its BLEU; 0 for none.

        After the development set has changed, a network may be the best with less.
        """
        at, best = 0, None
        for number, event in enumerate(self.telling("dev", "bleu"), start=1):
            bleu = float(event["bleu"])
            if best is None or (event.get("best", bleu > best) and bleu != best):
                at, best = number, bleu
        return at, best


def runs_in(folder: Path) -> list[RunOverview]:
    """Return the runs of a folder, those that were touched last first."""
    paths = [path.parent for path in folder.glob("[!.]*/config.json")]
    return [overview(path) for path in sorted(paths, key=_touched, reverse=True)]


def overview(run: Path) -> RunOverview:
    """Look at a run folder; what cannot be read becomes its problem."""
    folder = RunFolder(run)
    now, status = state(run), Status.read(run)
    config, problem = None, _problem(folder, now, status)
    try:
        config = folder.read_config()
    except NmtvizError as error:
        problem = str(error)
    try:
        events: Sequence[Event] = list(map(_checked, folder.read_events()))
    except (OSError, ValueError) as error:
        events, problem = (), f"{folder.events_file} cannot be read: {error}."
    return RunOverview(
        path=run,
        state=now,
        config=config,
        problem=problem,
        events=tuple(events),
        status=status,
    )


def _checked(event: object) -> Event:
    """Return an event that has what all of them have."""
    if not (
        isinstance(event, dict)
        and "event" in event
        and all(is_number(event.get(field)) for field in _NUMBERS)
    ):
        raise ValueError(
            f"an event must have its kind and, as numbers, {', '.join(_NUMBERS)}, "
            f"got {event!r:.60}"
        )
    return event


def _problem(folder: RunFolder, now: State, status: Status | None) -> str:
    if now == "failed":
        return status.message if status else last_words(_output(folder))
    if now == "killed":
        return (
            "Its process is gone and left no message: it was killed, or the machine "
            "was restarted. Nothing that was saved is lost; resume it."
        )
    return ""


def _output(folder: RunFolder) -> str:
    try:
        return folder.output_file.read_text("utf-8", errors="replace")
    except OSError:  # somebody has just resumed it
        return ""


def _touched(run: Path) -> float:
    folder = RunFolder(run)
    return max(_changed(folder.events_file), _changed(folder.config_file))


def _changed(path: Path) -> float:
    """Return when a file was written; 0 if it is not there, or just gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
