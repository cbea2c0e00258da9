"""What a run would cost, seen by training it for a moment: real processes."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from nmtviz.model.network import build_network
from nmtviz.runs.estimate import estimate
from nmtviz.runs.launcher import Launch
from nmtviz.runs.lock import run_lock
from tests.training import toy

HERE = Launch(device="cpu", threads=1, max_minutes=5.0)


@pytest.mark.slow
def test_it_tells_what_a_run_would_be_and_leaves_nothing(tmp_path: Path) -> None:
    config, runs = toy.run_config(tmp_path), tmp_path / "runs"

    found = estimate(config, HERE, runs)

    # Nine words and four special symbols on each side.
    model = replace(toy.MODEL, source_vocab_size=13, target_vocab_size=13)
    weights = [weight.numel() for weight in build_network(model).parameters()]
    assert found.parameters == sum(weights)
    assert found.disk > 4 * 3 * sum(weights)  # weights and Adam's two moments
    assert found.peak_memory is None or found.peak_memory > 1 << 20
    # Sentences of three to six words, END included, ten a minibatch.
    words = found.words_per_second / found.updates_per_second
    assert 10 * 4 <= words <= 10 * 7
    assert found.updates_in(2) == int(120 * found.updates_per_second)
    assert not list(runs.glob(".estimate-*"))


@pytest.mark.slow
def test_what_a_killed_one_left_is_removed(tmp_path: Path) -> None:
    config, runs = toy.run_config(tmp_path), tmp_path / "runs"
    old, held, new = (runs / f".estimate-{name}" for name in ("old", "held", "new"))
    for folder in (old, held, new):
        folder.mkdir(parents=True)
    with run_lock(held):
        for folder in (old, held):
            os.utime(folder, (time.time() - 9000,) * 2)
        estimate(config, HERE, runs)

    assert not old.exists()
    assert held.exists()
    assert new.exists()
