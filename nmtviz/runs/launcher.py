"""Start, stop, rename and delete training runs: each trains in a process of its own.

Such a process belongs to nobody: it goes on when the page is closed, the server is
stopped or another one started, and whoever looks at its folder finds it again.
"""

import json
import os
import shlex
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from nmtviz.errors import ConfigError, TrainingError, writing
from nmtviz.files import parse_json, write_text
from nmtviz.runs import shared
from nmtviz.runs.commands import (
    REPOSITORY,
    module_command,
    run_to_end,
    start_apart,
)
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.runs.lock import is_running, run_lock
from nmtviz.runs.status import Status, ask_to_stop, forget, state
from nmtviz.typed_json import typed

_TORCHRUN = ("torch.distributed.run", "--standalone", "--nproc-per-node")

_LAUNCH = "launch.json"
"""What the app asked for last, in a run's folder."""

_PATIENCE = 300.0  # seconds an export may take on a busy machine


@dataclass(frozen=True, kw_only=True, slots=True)
class Launch:
    """How long a run may train, and on what."""

    max_minutes: float | None = None
    """Over all its starts; None means without limit."""

    max_updates: int | None = None
    """Over all its starts; None means without limit."""

    patience: int | None = None
    """Looks in a row that need not be better than the best one; None is no limit."""

    device: str = "auto"
    """`auto`, `cpu`, or `cuda`, with a number or without."""

    threads: int | None = None
    """CPU threads of a process; None leaves it to torch."""

    processes: int = 1
    """How many train it together, each with a share of every minibatch."""

    tensorboard: bool = False
    """Write event files for TensorBoard too."""

    def arguments(self, run: Path) -> list[str]:
        """Return what follows `python -m` to train a run that has its config."""
        words = ["nmtviz", "train", "--config", str(RunFolder(run).config_file)]
        words += ["--run", str(run), "--device", self.device]
        if self.processes > 1:
            # Behind `--`, or torchrun takes `--run` for one of its own options.
            words = [*_TORCHRUN, str(self.processes), "-m", "--", *words]
        if self.tensorboard:
            words.append("--tensorboard")
        for name in ("max_minutes", "max_updates", "patience", "threads"):
            if (value := getattr(self, name)) is not None:
                text = str(value) if isinstance(value, int) else f"{value:.15g}"
                words += [f"--{name.replace('_', '-')}", text]
        return words

    def command_line(self, run: Path) -> str:
        """Return the command to type in a shell, in whatever folder that is."""
        command = shlex.join(module_command(*self.arguments(run)))
        return f"cd {shlex.quote(str(REPOSITORY))} && {command}"


def last_launch(run: Path) -> Launch:
    """Return how a run was trained last, as its process said or as it was asked to."""
    status = Status.read(run)
    if status is None:
        return _asked(run)
    return Launch(
        max_minutes=status.budget_minutes,
        max_updates=status.budget_updates,
        patience=status.patience,
        device=status.asked_device or status.device or "auto",
        threads=status.threads,
        processes=status.processes,
        tensorboard=RunFolder(run).tensorboard.exists(),
    )


def _asked(run: Path) -> Launch:
    """Return how a process was to train that has ended before it said so."""
    try:
        return typed(Launch, parse_json((run / _LAUNCH).read_text("utf-8")))
    except (OSError, ValueError):
        return Launch()


def start(run: Path, config: RunConfig, launch: Launch) -> None:
    """Train a run, or go on with it, in a new process.

    Args:
        run: Its folder, made if it is not there.
        config: Its settings; the same as before for a run that goes on.
        launch: Its budget and device.

    Raises:
        TrainingError: If it is being trained already, holds other settings, or cannot
            be written.
    """
    folder = RunFolder(run)
    if is_running(run) or state(run) == "starting":  # its lock comes a little later
        raise TrainingError(f"{run} is being trained already.")
    folder.open(config)
    try:
        write_text(run / _LAUNCH, json.dumps(asdict(launch)))
        forget(run)
        with folder.output_file.open("wb") as output:
            start_apart(
                module_command(*launch.arguments(run.absolute())),
                output,
                # torchrun sets it, too, but complains, and that reads like a failure
                environment={"OMP_NUM_THREADS": "1", **os.environ}
                if launch.processes > 1
                else None,
            )
    except OSError as error:
        raise TrainingError(f"{run} cannot be started: {error.strerror}.") from error


def stop(run: Path) -> None:
    """Ask a run to save its state and to end.

    Raises:
        TrainingError: If nobody trains it, or its folder cannot be written.
    """
    if not is_running(run):
        raise TrainingError(f"{run} must be in training to be stopped, but is not.")
    with writing(run, TrainingError):
        ask_to_stop(run)


def rename(run: Path, name: str) -> Path:
    """Give a run that is not being trained another name; return its folder.

    Raises:
        ConfigError: If the name cannot be a folder's, or is taken.
        TrainingError: If it is being trained, or the disk refuses.
    """
    new = new_run(run.parent, name)
    with run_lock(run):
        try:
            run.rename(new)
        except OSError as error:
            raise TrainingError(f"{run} cannot be renamed: {error}.") from error
    return new


def delete(run: Path) -> None:
    """Delete a run that is not being trained, with all it has learned.

    Raises:
        TrainingError: If it is being trained, or the disk refuses.
    """
    with run_lock(run):
        try:
            shutil.rmtree(run)
        except OSError as error:
            raise TrainingError(f"{run} cannot be deleted: {error}.") from error


def export(run: Path, checkpoint: Path) -> None:
    """Make a run's best network a checkpoint that translates.

    Raises:
        ConfigError: If the checkpoint's name is taken.
        TrainingError: If there is none yet, or it cannot be written.
    """
    if checkpoint.exists():
        raise ConfigError(
            f"The name of a checkpoint must be new, but there is a {checkpoint.name!r}."
        )
    paths = map(str, (run.absolute(), checkpoint.absolute()))
    run_to_end("export", *paths, kind=TrainingError, timeout=_PATIENCE)


def new_run(runs: Path, name: str) -> Path:
    """Return the folder of a run that is not there yet.

    Args:
        runs: The folder of all runs.
        name: What to call it.

    Raises:
        ConfigError: If the name cannot be a folder's, or is taken.
    """
    name = checked_name(name)
    if name in shared.NAMES or (runs / name).exists():
        raise ConfigError(f"The name of a run must be new, but there is a {name!r}.")
    return runs / name


def checked_name(name: str) -> str:
    """Return a name that can be a folder's.

    Raises:
        ConfigError: If it cannot.
    """
    name = name.strip()
    good = all(letter.isalnum() or letter in "-_. " for letter in name)
    good &= len(name.encode()) <= 200  # a folder's takes 255, ours with an ending
    if not name:
        raise ConfigError("A name must have at least one letter, but it is empty.")
    if not good or name.startswith(".") or len(name) > 80:
        raise ConfigError(
            "A name must have 1 to 80 letters (fewer in some scripts), digits, spaces, "
            f"'-', '_' or '.', and no '.' at its beginning, got {name[:90]!r}."
        )
    return name
