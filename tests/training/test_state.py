import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from nmtviz.config import ModelConfig, OptimizerKind, TrainingConfig
from nmtviz.data.batches import Batch
from nmtviz.data.partitions import Partition
from nmtviz.errors import TrainingError
from nmtviz.model.network import build_network
from nmtviz.training.learner import Learner
from nmtviz.training.state import Meter, Progress, load_state, save_state

MODEL = ModelConfig(
    source_vocab_size=5,
    target_vocab_size=6,
    embedding_size=2,
    hidden_size=3,
    align_size=4,
    maxout_size=7,
)

PROGRESS = Progress(
    update=3,
    seconds=1 / 3,
    best_bleu=12.345678901234567,
    train_nll=0.1,
    events_size=17,
    finished=True,
    meter=Meter(nll=2 / 3, words=5, sentences=2, gradient_norm=0.3, updates=1),
    stretch=Meter(nll=4 / 3, words=9, sentences=4, updates=2, seconds=0.7),
)


BATCH = Batch(
    indices=np.array([0, 1]),
    source=np.array([[4, 3], [1, 3]]),
    target=np.array([[4, 3], [1, 3]]),
    source_lengths=np.array([2, 2]),
    target_lengths=np.array([2, 2]),
)
WORDS = Partition(first=0, end=1, words=np.array([0, 1, 2, 3, 4]))


def make(
    kind: OptimizerKind, seed: int, *, rows: bool = False, model: ModelConfig = MODEL
) -> Learner:
    torch.manual_seed(seed)
    config = TrainingConfig(
        optimizer=kind, lazy_rows=rows, partition_words=5 if rows else 0
    )
    return Learner(build_network(model), config)


def update(learner: Learner) -> None:
    learner.update(BATCH, 0.1, partition=WORDS if learner.tables else None)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state of Adam after one update."""
    learner = make("adam", seed=1)
    update(learner)
    save_state(tmp_path / "state.safetensors", learner, PROGRESS)
    return tmp_path / "state.safetensors"


@pytest.mark.parametrize("rows", [False, True])
@pytest.mark.parametrize("kind", ["adam", "adadelta"])
def test_training_goes_on_bit_for_bit(
    kind: OptimizerKind, rows: bool, tmp_path: Path
) -> None:
    learner = make(kind, seed=1, rows=rows)
    for _ in range(3):
        update(learner)
    save_state(tmp_path / "state.safetensors", learner, PROGRESS)
    other = make(kind, seed=2, rows=rows)

    assert load_state(tmp_path / "state.safetensors", other, "") == PROGRESS
    for _ in range(3):
        learner.settle()
        other.settle()
        for name, weight in learner.network.state_dict().items():
            assert torch.equal(weight, other.network.state_dict()[name]), name
        update(learner)
        update(other)


def test_a_state_may_be_without_anything_yet(tmp_path: Path) -> None:
    learner = make("adam", seed=1, rows=True)
    save_state(tmp_path / "state.safetensors", learner, Progress())
    other = make("adam", seed=2, rows=True)

    assert load_state(tmp_path / "state.safetensors", other, "") == Progress()
    assert not other.optimizer.state
    assert not any(table.state() for table in other.tables.values())


def test_no_other_file_is_left_behind(state: Path) -> None:
    assert list(state.parent.iterdir()) == [state]


def test_a_state_that_cannot_be_written_leaves_the_old_one(state: Path) -> None:
    before = state.read_bytes()
    (state.parent / f".{state.name}.tmp").mkdir()

    with pytest.raises(TrainingError, match=r"state\.safetensors cannot be written"):
        save_state(state, make("adam", seed=3), PROGRESS)
    assert state.read_bytes() == before


@pytest.mark.parametrize("size", [0, 5, 100, -1])
def test_a_truncated_state_is_refused(state: Path, size: int) -> None:
    state.write_bytes(state.read_bytes()[:size])

    with pytest.raises(TrainingError, match=r"cannot be resumed from: .* Delete it"):
        load_state(state, make("adam", seed=1), "")


def test_a_missing_state_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="cannot be resumed from: No such file"):
        load_state(tmp_path / "state.safetensors", make("adam", seed=1), "")


def test_a_state_that_the_memory_cannot_hold_is_not_to_be_deleted(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = make("adam", seed=1)

    def refuse(_: object) -> None:
        raise RuntimeError("unable to mmap 9 bytes: Cannot allocate memory (12)")

    monkeypatch.setattr(learner.optimizer, "load_state_dict", refuse)
    with pytest.raises(RuntimeError, match="Cannot allocate memory"):
        load_state(state, learner, "")


@pytest.mark.parametrize(
    ("metadata", "text"),
    [
        (None, "it says nothing of a run's progress"),
        ({"other": "1"}, "it says nothing of a run's progress"),
        ({"progress": "{"}, "Expecting property name"),
        ({"progress": "{}"}, "'meter'"),
        ({"progress": "[]"}, "list indices"),
        (
            {"progress": json.dumps({**asdict(PROGRESS), "more": 1})},
            "unexpected keyword argument 'more'",
        ),
    ],
)
def test_a_state_with_another_progress_is_refused(
    state: Path, metadata: dict[str, str] | None, text: str
) -> None:
    save_file(load_file(state), state, metadata)

    with pytest.raises(TrainingError, match=f"cannot be resumed from: .*{text}"):
        load_state(state, make("adam", seed=1), "")


def test_a_state_of_another_network_is_refused(state: Path) -> None:
    other = make("adam", seed=1, model=replace(MODEL, hidden_size=8))

    with pytest.raises(TrainingError, match="size mismatch"):
        load_state(state, other, "")


def test_a_state_of_another_text_is_refused(state: Path) -> None:
    learner = make("adam", seed=1)
    save_state(state, learner, replace(PROGRESS, text="one text"))

    assert load_state(state, learner, "one text").text == "one text"
    with pytest.raises(TrainingError, match="but they have changed"):
        load_state(state, learner, "another")


def test_a_state_of_an_older_nmtviz_goes_on_with_what_there_is(state: Path) -> None:
    learner = make("adam", seed=1)
    progress = asdict(PROGRESS)
    del progress["text"]
    save_file(load_file(state), state, {"progress": json.dumps(progress)})

    assert load_state(state, learner, "a text").text == "a text"
