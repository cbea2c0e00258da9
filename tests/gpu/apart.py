"""What a GPU is asked to do, on a pretended one: the same as on the CPU, to the bit.

`test_gpu.py` runs this in a process of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from nmtviz.candidates import CandidateRule
from nmtviz.config import ModelKind, SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.dictionary import FILE as DICTIONARY
from nmtviz.dictionary import Dictionary, Entry
from nmtviz.ensemble import load_ensemble
from nmtviz.training.command import train
from nmtviz.translator import Translator
from tests import tiny
from tests.gpu.pretended import GPU, GpuTensor, pretending
from tests.training import toy

KINDS: list[ModelKind] = ["rnnsearch", "rnnencdec"]

SENTENCES = ["the small dog sleeps .", "a house", "the dog sleeps under a house ."]
PAIRS = [(SENTENCES[0], "le petit chien dort ."), (SENTENCES[1], "un chien")]

FRENCH = ["le", "un", "petit", "chien", "maison", "dort", "sous", "."]
WORDS = Dictionary(
    ("en", "fr"),
    {
        english: [Entry(french, 0.75)]
        for english, french in zip(tiny.SOURCE_WORDS, FRENCH, strict=True)
    },
)

ROW = ForcedRow(1, ((2, 1.0),))
IMPOSED = Constraints(prefix="la", banned=("chien",))

STRICT = SearchConfig(
    beam_size=3, n_best=3, forbid_unknown=True, no_repeat_ngram_size=2
)

ASKED: dict[str, Callable[[Translator], object]] = {
    "translate": lambda one: one.translate(SENTENCES),
    "rules": lambda one: one.translate(SENTENCES, STRICT),
    "impose": lambda one: one.translate(
        SENTENCES[:2], constraints=[IMPOSED, Constraints()]
    ),
    "lists": lambda one: one.translate(
        SENTENCES, candidates=CandidateRule(frequent_size=4, per_word_size=1)
    ),
    "one list": lambda one: one.translate(
        SENTENCES, candidates=CandidateRule(frequent_size=4, shared=True)
    ),
    "trace": lambda one: one.trace(SENTENCES[0], constraints=IMPOSED),
    "score": lambda one: one.score_all(PAIRS),
    "states": lambda one: one.states(PAIRS),
    "inspect": lambda one: one.inspect(*PAIRS[0]),
    "leave out": lambda one: one.leave_out(*PAIRS[0], [{0}, {1, 2}]),
}

ASKED_OF_ATTENTION: dict[str, Callable[[Translator], object]] = {
    "impose a row": lambda one: one.translate(
        SENTENCES[:1], constraints=[Constraints(alignment=(ROW,))]
    ),
    "score with a row": lambda one: one.score(*PAIRS[0], alignment=[ROW]),
    "inspect with a row": lambda one: one.inspect(*PAIRS[0], alignment=[ROW]),
}

RUNS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "adam": ({}, {"dropout": 0.2}),
    "plain": ({}, {"fused": False}),
    "adadelta": ({}, {"optimizer": "adadelta", "learning_rate": 1.0}),
    "fixed-length": ({"kind": "rnnencdec"}, {"dropout": 0.2}),
    "plain fixed-length": ({"kind": "rnnencdec"}, {"fused": False}),
    "reset after": ({"reset": "after", "readout_state": "previous"}, {}),
    "rows": ({}, {"lazy_rows": True}),
    "partitions": (
        {},
        {
            "lazy_rows": True,
            "partition_words": 12,
            "optimizer": "adadelta",
            "learning_rate": 1.0,
            "frozen_share": 0.5,
        },
    ),
}
"""Settings of a model and of its training."""


def told(answer: object) -> object:
    """Return an answer as plain values and arrays, which can be compared."""
    if is_dataclass(answer) and not isinstance(answer, type):
        return asdict(answer)
    return [*map(told, answer)] if isinstance(answer, list | tuple) else answer


def ask_both(
    path: Path, asked: Callable[[Translator], object], kinds: Sequence[ModelKind]
) -> None:
    """Ask the same of one model, or of an ensemble of several, on either device."""
    folders = [tiny.checkpoint(path / kind, kind=kind) for kind in kinds]
    for folder in folders:
        WORDS.save(folder / DICTIONARY)

    def answer(device: str) -> object:
        one = load_ensemble(folders, device)
        assert one.device == device
        return told(asked(one))

    expected = answer("cpu")
    with pretending() as gpu:
        found = answer(str(gpu))
    np.testing.assert_equal(found, expected, strict=True)


def run_both(
    path: Path, model: dict[str, Any], training: dict[str, Any]
) -> list[list[dict[str, object]]]:
    """Return the events of a run on the CPU and of the same on the GPU."""
    settings = {"precision": "float32", "save_every": 4, "evaluate_every": 6}
    config = toy.run_config(
        path,
        model=replace(toy.MODEL, **model),
        training=replace(toy.TRAINING, **{**settings, **training}),
    )

    def events(name: str) -> list[dict[str, object]]:
        for updates in (5, 8):
            train(toy.request(path, config, max_updates=updates, run=name))
        return toy.losses(path / name)

    expected = events("cpu")
    with pretending():
        return [expected, events("gpu")]


@pytest.mark.parametrize("kinds", [["rnnsearch"], ["rnnencdec"], KINDS], ids="-".join)
@pytest.mark.parametrize("asked", ASKED)
def test_a_translator_answers(
    tmp_path: Path, asked: str, kinds: Sequence[ModelKind]
) -> None:
    ask_both(tmp_path, ASKED[asked], kinds)


@pytest.mark.parametrize("asked", ASKED_OF_ATTENTION)
def test_attention_is_set_by_hand(tmp_path: Path, asked: str) -> None:
    ask_both(tmp_path, ASKED_OF_ATTENTION[asked], ["rnnsearch"])


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_stopped_and_goes_on(tmp_path: Path, name: str) -> None:
    expected, found = run_both(tmp_path, *RUNS[name])

    assert expected
    assert found == expected


def test_products_in_bfloat16(tmp_path: Path) -> None:
    expected, found = run_both(tmp_path, {}, {"precision": "bfloat16"})

    losses = [
        [event.get("loss", 0) for event in events] for events in (expected, found)
    ]
    assert any(losses[0])
    assert losses[1] == pytest.approx(losses[0], rel=0.01)


def test_devices_do_not_mix() -> None:
    with pretending() as gpu:
        there = torch.ones(2, device=gpu)
        with pytest.raises(RuntimeError, match="mixes devices"):
            there + torch.ones(2)
        with pytest.raises(TypeError, match="copy them"):
            there.numpy()


def test_what_is_made_there_stays_there() -> None:
    with pretending() as gpu:
        there = torch.tensor([1.0, 2.0]).to(gpu)
        view = there[1:]
        view.add_(3)
        assert isinstance(view, GpuTensor)
        assert there.device == GPU
        assert there.tolist() == [1.0, 5.0]
        assert there.cpu().device == torch.device("cpu")
