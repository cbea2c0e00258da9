"""Several real processes train as one does; one that is killed ends the run."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nmtviz.data.batches import Batch
from nmtviz.errors import ConfigError
from nmtviz.runs import launcher
from nmtviz.runs.launcher import Launch
from nmtviz.runs.overview import RunOverview, overview
from nmtviz.training.distributed import ALONE, Workers
from tests.conftest import REPOSITORY
from tests.training import processes, toy

PATIENCE = 300.0

DENSE: dict[str, Any] = {"dropout": 0.3}
PARTITIONS = {
    "lazy_rows": True,
    "partition_words": 9,
    "reshuffle": True,
    "frozen_share": 0.3,
    "dropout": 0.3,
}


class TestWorkers:
    def test_shares_are_dealt_out_and_leave_nothing(self) -> None:
        rows = np.arange(7)
        batch = Batch(
            indices=rows + 50,
            source=np.outer(rows, [1, 2]),
            target=np.outer(rows, [1, 2, 3]),
            source_lengths=rows + 1,
            target_lengths=rows + 2,
        )
        first, second, third = (
            Workers(rank=rank, world_size=3).share(batch) for rank in range(3)
        )
        assert first.indices.tolist() == [50, 53, 56]
        assert second.source.tolist() == [[1, 2], [4, 8]]
        assert third.target.tolist() == [[2, 4, 6], [5, 10, 15]]
        assert third.source_lengths.tolist() == [3, 6]
        assert second.target_lengths.tolist() == [3, 6]
        assert ALONE.share(batch) is batch

    def test_a_process_without_torchrun_is_alone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"):
            monkeypatch.delenv(name, raising=False)
        assert Workers.here() == ALONE
        assert ALONE.leads
        assert ALONE.from_leader(0.25) == 0.25

    def test_torchrun_says_who_one_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("LOCAL_WORLD_SIZE", raising=False)
        for name, value in (("RANK", "5"), ("WORLD_SIZE", "8"), ("LOCAL_RANK", "1")):
            monkeypatch.setenv(name, value)
        here = Workers.here()
        assert here == Workers(rank=5, world_size=8, local_rank=1)
        monkeypatch.setenv("LOCAL_WORLD_SIZE", "4")
        assert Workers.here() == replace(here, local_world_size=4)
        assert not here.leads
        assert here.device_name("cuda") == "cuda:1"
        assert here.device_name("cpu") == "cpu"
        assert ALONE.device_name("cuda") == "cuda"

    def test_they_share_the_cores_of_a_machine(self) -> None:
        assert Workers(world_size=8, local_world_size=4).share_of(16, 4) == 4
        assert Workers(world_size=8, local_world_size=4).share_of(11, 4) == 2
        assert Workers(world_size=8, local_world_size=4).share_of(2, 4) == 1
        assert ALONE.share_of(3, 4) == 3

    def test_a_variable_that_is_no_number_is_named(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in (("RANK", "x"), ("WORLD_SIZE", "8"), ("LOCAL_RANK", "1")):
            monkeypatch.setenv(name, value)
        with pytest.raises(ConfigError, match=r"RANK must be a whole number.*'x'"):
            Workers.here()

    def test_several_do_not_share_a_gpu(self) -> None:
        apart = Workers(rank=1, world_size=2)  # on two machines
        assert apart.device_name("cuda:0") == "cuda:0"
        beside = Workers(rank=1, world_size=2, local_rank=1, local_world_size=2)
        with pytest.raises(ConfigError, match=r"must be cuda .* got cuda:0"):
            beside.device_name("cuda:0")

    def test_every_process_must_have_a_pair(self) -> None:
        Workers(world_size=10).check_batch_size(10)
        with pytest.raises(ConfigError, match=r"must be at least 11, .* 10"):
            Workers(world_size=11).check_batch_size(10)


_CONNECTED = """
from pathlib import Path
import torch
from nmtviz.training.distributed import Workers

def threads():
    names = (path.read_text() for path in Path("/proc/self/task").glob("*/comm"))
    return sum("gloo" in name for name in names)

with Workers(rank=0, world_size=2).connected(torch.device("cpu")):
    import torch._dynamo  # as an optimizer does at its first step
    print(threads() > 0)
print(threads())
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_thread_of_torch_outlives_the_connection() -> None:
    alone = {
        "RANK": "0",
        "WORLD_SIZE": "1",
        "MASTER_ADDR": "localhost",
        "MASTER_PORT": "0",
    }

    said = subprocess.run(
        [sys.executable, "-c", _CONNECTED],
        cwd=REPOSITORY,
        env=os.environ | alone,
        check=True,
        capture_output=True,
        text=True,
    )

    assert said.stdout == "True\n0\n"


def command(folder: Path, run: str, settings: dict[str, Any]) -> list[str]:
    training = replace(toy.TRAINING, **settings)
    config = toy.run_config(folder)
    if training.subword_alpha:
        data = replace(config.data, tokenizer="sentencepiece", vocab_size=60)
        config = replace(config, data=data)
    asked = toy.request(folder, replace(config, training=training))
    return [
        *("train", "--config", str(asked.config), "--run", str(folder / run)),
        *("--device", "cpu", "--threads", "1", "--max-updates", "54"),
    ]


def join(started: list[BaseProcess]) -> None:
    for process in started:
        process.join(PATIENCE)
    assert [process.exitcode for process in started] == [0] * len(started)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("world_size", "settings"),
    [
        (2, DENSE),
        (3, PARTITIONS),  # ten pairs: shares of four, three and three
        (2, PARTITIONS | {"optimizer": "adadelta", "learning_rate": 1.0}),
        (2, PARTITIONS | {"subword_alpha": 0.2}),  # of rows that all draw alike
    ],
)
def test_several_processes_learn_what_one_learns(
    world_size: int, settings: dict[str, Any], tmp_path: Path
) -> None:
    join([processes.start(command(tmp_path, "one", settings))])
    join(processes.start_together([command(tmp_path, "many", settings)] * world_size))

    one, many = (toy.losses(tmp_path / run) for run in ("one", "many"))
    events = [event["event"] for event in one]
    assert events == ["train", "dev", "dev", "train", "dev"]
    for expected, found in zip(one, many, strict=True):
        assert found == {
            name: pytest.approx(value, rel=1e-4) if type(value) is float else value
            for name, value in expected.items()
        }
    seen = overview(tmp_path / "many")
    assert seen.state == "finished"
    assert seen.status is not None
    assert seen.status.processes == world_size


@pytest.mark.slow
def test_processes_that_learn_different_text_are_refused(tmp_path: Path) -> None:
    arguments = []
    for name, pairs in (("a", 200), ("b", 190)):
        folder = tmp_path / name
        folder.mkdir()
        config = toy.run_config(folder, pairs=pairs)
        asked = toy.request(folder, config)
        words = ["train", "--config", str(asked.config), "--run", str(folder / "run")]
        arguments.append([*words, "--device", "cpu", "--max-updates", "9"])
    started = processes.start_together(arguments)
    for process in started:
        process.join(PATIENCE)
    assert [process.exitcode for process in started] == [2, 2]
    assert "must begin with the same text" in overview(tmp_path / "a" / "run").problem


def wait(run: Path, until: Callable[[RunOverview], bool]) -> RunOverview:
    deadline = time.monotonic() + PATIENCE
    while not until(seen := overview(run)):
        assert time.monotonic() < deadline, (seen.state, seen.problem)
        time.sleep(0.05)
    return seen


def worker(run: Path, rank: int) -> int:
    """Return the process of a rank that trains in a folder."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "environ").read_bytes().split(b"\0")
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:  # ended, or somebody else's
            continue
        if f"RANK={rank}".encode() in told and str(run).encode() in words:
            return int(process.name)
    raise LookupError(rank)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="finds a worker in /proc")
def test_a_lost_worker_ends_the_run_which_says_so_and_goes_on(
    tmp_path: Path, started: list["subprocess.Popen[bytes]"]
) -> None:
    run, two = tmp_path / "run", Launch(device="cpu", threads=1, processes=2)
    config = toy.run_config(tmp_path)
    launcher.start(run, config, two)
    wait(run, lambda seen: bool(seen.of("dev")) or seen.state == "failed")
    os.kill(worker(run, 1), signal.SIGKILL)

    ended = wait(run, lambda seen: not seen.running)
    assert ended.state == "failed"
    assert "All 2 processes must stay" in ended.problem
    assert "the same command resumes it" in ended.problem
    started[-1].wait(PATIENCE)  # torchrun needs longer

    assert launcher.last_launch(run) == two
    launcher.start(run, config, replace(two, max_updates=ended.update + 30))
    finished = wait(run, lambda seen: seen.state in {"finished", "failed"})
    assert finished.state == "finished", finished.problem
    assert finished.update == ended.update + 30
