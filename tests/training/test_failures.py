"""What a machine can do to a run, done to real processes, and what is told of it."""

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from nmtviz.runs.launcher import last_launch
from nmtviz.runs.overview import overview
from nmtviz.runs.status import ask_to_stop
from nmtviz.training.request import TrainRequest
from tests.training import processes, toy

pytestmark = pytest.mark.slow

PATIENCE = 300.0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this user cannot mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def asked(tmp_path: Path) -> TrainRequest:
    return toy.request(tmp_path, toy.run_config(tmp_path), max_updates=12)


def train(asked: TrainRequest, before: Callable[[], None] | None = None) -> int | None:
    """Train in a process of its own and return its exit code."""
    process = processes.start(words(asked), before=before)
    process.join(PATIENCE)
    return process.exitcode


def words(asked: TrainRequest) -> list[str]:
    return [
        *("train", "--config", str(asked.config), "--run", str(asked.run)),
        *("--device", "cpu", "--threads", "1"),
        *("--max-updates", str(asked.max_updates)),
    ]


def states(run: Path) -> dict[str, bytes]:
    """Return the file to resume from, and what lies about of it."""
    return {path.name: path.read_bytes() for path in run.glob("*state.safetensors*")}


def test_a_full_disk_is_told_and_the_last_state_is_kept(
    asked: TrainRequest, disk: Path
) -> None:
    asked = replace(asked, run=disk / "run")
    assert train(asked) == 0
    before = states(asked.run)
    ballast = disk / "ballast"
    with ballast.open("wb") as file, pytest.raises(OSError, match="No space left"):
        file.write(bytes(2**21))

    assert train(replace(asked, max_updates=24)) == 2
    seen = overview(asked.run)
    assert seen.state == "failed"
    assert "No space left on device" in seen.problem
    assert states(asked.run) == before
    ballast.unlink()
    assert train(replace(asked, max_updates=24)) == 0
    assert overview(asked.run).update == 24


def test_a_disk_that_takes_no_large_file_keeps_the_last_state(
    asked: TrainRequest,
) -> None:
    assert train(asked) == 0
    before = states(asked.run)

    assert train(replace(asked, max_updates=24), before=small_files) == 2
    seen = overview(asked.run)
    assert seen.state == "failed"
    assert "File too large" in seen.problem
    assert states(asked.run) == before
    assert train(replace(asked, max_updates=24)) == 0
    assert overview(asked.run).state == "finished"


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))


def test_a_read_only_folder_is_told_and_left_as_it_is(
    asked: TrainRequest, disk: Path
) -> None:
    asked = replace(asked, run=disk / "run")
    assert train(asked) == 0
    before = states(asked.run)
    change = ["mount", "-o", "remount,ro", str(disk)]
    subprocess.run(change, check=True, capture_output=True)

    told = processes.start(words(asked), errors=asked.run.parents[1] / "errors")
    told.join(PATIENCE)
    assert told.exitcode == 2
    errors = (asked.run.parents[1] / "errors").read_text("utf-8")
    assert "Read-only file system" in errors
    assert errors.count("\n") == 1
    assert states(asked.run) == before


def test_a_lack_of_memory_is_told(asked: TrainRequest, tmp_path: Path) -> None:
    model = replace(toy.MODEL, hidden_size=3000)  # some 400 MB
    config = toy.run_config(tmp_path, model=model)
    asked = toy.request(tmp_path, config, max_updates=2)

    assert train(asked, before=partial(more_memory, 100 * 2**20)) == 2
    seen = overview(asked.run)
    assert seen.state == "failed"
    assert "Choose a smaller batch_size or network" in seen.problem


def more_memory(size: int) -> None:
    """Allow so many bytes on top of what this process has."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    most = pages * os.sysconf("SC_PAGE_SIZE") + size
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def test_of_two_starts_at_once_one_trains(asked: TrainRequest) -> None:
    forever = words(replace(asked, max_updates=10**6))
    two = [processes.start(forever) for _ in range(2)]
    while all(process.is_alive() for process in two):
        two[0].join(0.05)
    ask_to_stop(asked.run)
    for process in two:
        process.join(PATIENCE)

    assert sorted(process.exitcode or 0 for process in two) == [0, 2]
    seen = overview(asked.run)
    assert seen.state == "stopped"
    assert seen.problem == ""
    assert last_launch(asked.run).max_updates == 10**6
