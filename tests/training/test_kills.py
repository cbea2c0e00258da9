"""A run that is killed again and again ends as one that never was, bit for bit.

`NMTVIZ_KILLS=50` kills each run that often.
"""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from nmtviz.config import OptimizerKind, Precision, TrainingConfig
from tests.training import processes, toy

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("NMTVIZ_KILLS", "5"))

PATIENCE = 300.0
"""Seconds a process may take on a busy machine."""


def command(run: Path, training: TrainingConfig, updates: int) -> list[str]:
    """Return the command line of a run, the same for each start of it."""
    run.parent.mkdir()
    asked = toy.request(run.parent, toy.run_config(run.parent, training=training))
    return [
        *("train", "--config", str(asked.config), "--run", str(run)),
        *("--device", "cpu", "--threads", "1", "--max-updates", str(updates)),
    ]


def finish(arguments: list[str]) -> None:
    process = processes.start(arguments)
    process.join(PATIENCE)
    assert process.exitcode == 0


def kill(arguments: list[str], run: Path, states: int, seconds: float) -> None:
    """Start a run and kill it so long after it has saved some states."""
    process = processes.start(arguments)
    for _ in range(states):
        wait_for_a_state(run, process)
    time.sleep(seconds)
    process.kill()
    process.join(PATIENCE)
    assert process.exitcode == -signal.SIGKILL


def wait_for_a_state(run: Path, process: BaseProcess | None = None) -> None:
    """Return as soon as there is another state than now."""
    before, deadline = state_time(run), time.monotonic() + PATIENCE
    while state_time(run) == before and time.monotonic() < deadline:
        assert process is None or process.is_alive()
        time.sleep(0.001)


def state_time(run: Path) -> int:
    try:
        return (run / "state.safetensors").stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def assert_same(run: Path, other: Path) -> None:
    """Compare events, the last state and the best checkpoint."""
    assert toy.losses(run) == toy.losses(other)
    states = [load_file(path / "state.safetensors") for path in (run, other)]
    assert states[0].keys() == states[1].keys()
    for name, tensor in states[0].items():
        assert torch.equal(tensor, states[1][name]), name
    weights = [path / "checkpoint" / "model.safetensors" for path in (run, other)]
    assert weights[0].read_bytes() == weights[1].read_bytes()


@pytest.mark.parametrize(
    ("kind", "rate", "precision", "most_words"),
    [
        ("adam", 0.01, "bfloat16", 0),
        ("adadelta", 1.0, "float32", 0),
        ("adam", 0.01, "bfloat16", 9),
        ("adadelta", 1.0, "float32", 9),
    ],
)
def test_a_run_that_is_killed_loses_nothing(
    kind: OptimizerKind,
    rate: float,
    precision: Precision,
    most_words: int,
    tmp_path: Path,
) -> None:
    training = replace(
        toy.TRAINING,
        optimizer=kind,
        learning_rate=rate,
        precision=precision,
        evaluate_every=10,
        lazy_rows=bool(most_words),
        partition_words=most_words,
        reshuffle=bool(most_words),
        frozen_share=0.3 if most_words else 0.0,
        dropout=0.3 if most_words else 0.0,
    )
    updates = 30 * KILLS
    whole, killed = tmp_path / "whole" / "run", tmp_path / "killed" / "run"
    began = time.monotonic()
    finish(command(whole, training, updates))
    pace = (time.monotonic() - began) / updates
    arguments = command(killed, training, updates)
    generator = random.Random(1)
    for _ in range(KILLS):
        # within twelve updates, so also while it starts, evaluates or writes
        states, seconds = generator.randint(0, 2), generator.uniform(0, 12 * pace)
        kill(arguments, killed, states, seconds)
    finish(arguments)

    events = [event["event"] for event in toy.losses(whole)]
    assert events.count("train") == updates // 50 + 1  # the first tells of itself
    assert events.count("dev") == updates // 10
    assert_same(killed, whole)


def test_a_run_that_is_asked_to_end_does_so_and_can_go_on(tmp_path: Path) -> None:
    whole, ended = tmp_path / "whole" / "run", tmp_path / "ended" / "run"
    finish(command(whole, toy.TRAINING, updates=100))
    arguments = command(ended, toy.TRAINING, updates=100)
    process = subprocess.Popen(
        [sys.executable, "-m", "nmtviz", *arguments], stdout=subprocess.PIPE, text=True
    )
    wait_for_a_state(ended)
    process.terminate()

    told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "stopped; the same command resumes it after" in told
    finish(arguments)
    assert_same(ended, whole)
