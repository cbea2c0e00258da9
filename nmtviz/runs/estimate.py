"""What a run is going to cost, found by training it for a moment."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from safetensors import safe_open

from nmtviz.errors import TrainingError, writing
from nmtviz.files import parse_json
from nmtviz.folders import remove_stale
from nmtviz.runs.commands import REPOSITORY, module_command
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.runs.launcher import Launch
from nmtviz.runs.lock import is_running
from nmtviz.runs.output import last_words

_UPDATES = 12  # the first three, which also make buffers, are not timed
_NEVER = 10**9
_PREFIX = ".estimate-"  # like no run, so that nobody takes it for one


@dataclass(frozen=True, kw_only=True, slots=True)
class Estimate:
    """What was seen in a few real updates on this machine."""

    parameters: int
    """Numbers the network learns."""

    words_per_second: float
    """Target words, padding left out."""

    updates_per_second: float
    peak_memory: int | None
    """Bytes of the process; None where the system does not tell."""

    disk: int
    """Bytes of a run folder: the state to resume from and the best checkpoint."""

    def updates_in(self, minutes: float) -> int:
        """Return how many updates fit into a time that nothing else takes of."""
        return int(60 * minutes * self.updates_per_second)


def estimate(config: RunConfig, launch: Launch, folder: Path) -> Estimate:
    """Train for a few updates in a folder of its own, which is deleted afterwards.

    Text that is tokenized for it is kept for the run itself.

    Args:
        config: What would be trained.
        launch: Its device and threads.
        folder: Where the run would lie.

    Raises:
        TrainingError: If it cannot be trained; says why.
    """
    with writing(folder, TrainingError):
        folder.mkdir(parents=True, exist_ok=True)
        run = Path(tempfile.mkdtemp(dir=folder, prefix=_PREFIX))
    # What estimates have left that were killed.
    remove_stale(left for left in folder.glob(f"{_PREFIX}*") if not is_running(left))
    short = replace(
        config.training, evaluate_every=_NEVER, save_every=_NEVER, dev_sentences=2
    )
    try:
        RunFolder(run).open(replace(config, training=short))
        peak = _train(run, replace(launch, max_updates=_UPDATES, max_minutes=None))
        meter, parameters = _meter(run)
        seconds = max(meter["seconds"], 1e-9)
        return Estimate(
            parameters=parameters,
            words_per_second=meter["words"] / seconds,
            updates_per_second=meter["updates"] / seconds,
            peak_memory=peak,
            disk=sum(file.stat().st_size for file in run.rglob("*") if file.is_file()),
        )
    finally:
        shutil.rmtree(run, ignore_errors=True)


def _train(run: Path, launch: Launch) -> int | None:
    """Train in a process and return the most memory it had, in bytes."""
    with subprocess.Popen(
        module_command(*launch.arguments(run.absolute())),
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        said = process.stderr.read() if process.stderr else ""
        peak = None
        if hasattr(os, "wait4"):
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    if process.returncode:
        raise TrainingError(last_words(said))
    return peak


def _meter(run: Path) -> tuple[dict[str, float], int]:
    """Return sums over updates since the log's last line, and all parameters."""
    with safe_open(RunFolder(run).state_file, framework="np") as state:
        progress = parse_json(state.metadata()["progress"])
        sizes = [
            prod(state.get_slice(name).get_shape())
            for name in state.keys()  # noqa: SIM118
            if name.startswith("model.")
        ]
    return progress["meter"], sum(sizes)
