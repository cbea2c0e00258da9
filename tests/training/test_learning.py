"""From two text files to an alignment: a whole training that must succeed."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from nmtviz.cli import main
from nmtviz.config import ModelConfig
from nmtviz.runs.folder import RunFolder
from tests.training import processes, toy

pytestmark = pytest.mark.slow

MODEL = ModelConfig(embedding_size=32, hidden_size=48, align_size=40, maxout_size=24)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that learned to read numbers backwards in French."""
    folder = tmp_path_factory.mktemp("learning")
    training = replace(
        toy.TRAINING,
        batch_size=40,
        batches_per_fetch=20,
        save_every=500,
        evaluate_every=250,
        dev_sentences=30,
    )
    config = toy.run_config(folder, pairs=1000, model=MODEL, training=training)
    asked = toy.request(folder, config)
    learner = processes.start(
        [
            *("train", "--config", str(asked.config), "--run", str(asked.run)),
            *("--device", "cpu", "--threads", "1", "--max-updates", "500"),
        ]
    )
    learner.join()
    assert learner.exitcode == 0
    return asked.run / "checkpoint"


def translated(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch, *options: str
) -> list[str]:
    """Return what `nmtviz translate` prints for sentences nobody has trained on."""
    told = io.TextIOWrapper(io.BytesIO(), "utf-8")
    text = "".join(f"{sentence}\n" for sentence in toy.sentences(40, seed=3))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    monkeypatch.setattr(sys, "stdout", told)
    assert main(["translate", str(checkpoint), "--device", "cpu", *options]) == 0
    return told.buffer.getvalue().decode().splitlines()


def test_the_loss_falls_from_guessing_to_knowing(checkpoint: Path) -> None:
    events = RunFolder(checkpoint.parent).read_events()
    losses = [event["loss"] for event in events if event["event"] == "train"]

    assert len(losses) == 11
    assert losses[0] > 2.1  # nats a word; guessing one of nine is 2.2
    assert losses[-1] < 0.1


def test_the_development_set_is_translated_nearly_without_a_mistake(
    checkpoint: Path,
) -> None:
    events = RunFolder(checkpoint.parent).read_events()

    assert [event["bleu"] for event in events if event["event"] == "dev"][-1] > 95


def test_new_sentences_are_translated(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = translated(checkpoint, monkeypatch)

    wanted = [toy.translation(sentence) for sentence in toy.sentences(40, seed=3)]
    right = [one == other for one, other in zip(found, wanted, strict=True)]
    assert sum(right) >= 36


def test_words_are_aligned_from_the_last_to_the_first(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = translated(checkpoint, monkeypatch, "--format", "pharaoh")

    hits = total = 0
    for sentence, line in zip(toy.sentences(40, seed=3), lines, strict=True):
        last = len(sentence.split()) - 1
        wanted = {f"{last - target}-{target}" for target in range(last + 1)}
        hits += len(wanted & set(line.split()))
        total += last + 1
    assert hits >= 0.9 * total
