"""The paper's sizes and recipe stand in the presets."""

import pytest

from nmtviz.config import TrainingConfig
from nmtviz.errors import ConfigError
from nmtviz.presets import GO_ON, PRESETS, preset

PAPER = ["rnnencdec-30", "rnnencdec-50", "rnnsearch-30", "rnnsearch-50"]


@pytest.mark.parametrize("name", PAPER)
def test_the_papers_models_have_the_papers_sizes(name: str) -> None:
    found = preset(name)

    kind, longest = name.split("-")
    assert found.model.kind == kind
    assert found.model.hidden_size == 1000  # n
    assert found.model.embedding_size == 620  # m
    assert found.model.maxout_size == 500  # l
    assert found.model.align_size == 1000  # n'
    assert found.model.reset == "before"
    assert found.model.readout_state == "current"
    assert found.data.vocab_size == 30_000
    assert found.data.max_words == int(longest)
    assert found.data.tokenizer == "moses"


@pytest.mark.parametrize("name", PAPER)
def test_the_papers_models_are_trained_by_the_papers_recipe(name: str) -> None:
    training = preset(name).training

    assert training.optimizer == "adadelta"
    assert training.learning_rate == 1.0
    assert training.adadelta_rho == 0.95
    assert training.adadelta_epsilon == 1e-6
    assert training.max_gradient_norm == 1.0
    assert training.batch_size == 80
    assert training.batch_size * training.batches_per_fetch == 1600
    assert training.schedule == "constant"
    assert training.warmup_updates == 0
    assert training == TrainingConfig()


@pytest.mark.parametrize("name", PAPER)
def test_each_of_the_papers_models_has_a_small_one(name: str) -> None:
    paper, small = preset(name), preset(f"{name}-small")

    assert small.model.kind == paper.model.kind
    assert small.data.max_words == paper.data.max_words
    for size in ("hidden_size", "embedding_size", "maxout_size", "align_size"):
        assert getattr(small.model, size) < getattr(paper.model, size)
    assert small.data.vocab_size < paper.data.vocab_size


def test_the_everyday_translator_reads_pieces_of_words() -> None:
    found = preset("rnnsearch-sp")

    assert found.model.kind == "rnnsearch"
    assert found.data.tokenizer == "sentencepiece"


def test_models_that_are_compared_differ_in_nothing_but_their_kind() -> None:
    for name in PRESETS:
        if name.startswith("rnnencdec"):
            one, two = preset(name), preset(name.replace("rnnencdec", "rnnsearch"))
            assert one.data == two.data
            assert one.training == two.training
            assert one.model.to_json() | {"kind": "rnnsearch"} == two.model.to_json()


def test_who_goes_on_takes_smaller_steps_than_who_begins() -> None:
    rates = [
        found.training.learning_rate
        for found in PRESETS.values()
        if found.training.optimizer == GO_ON.optimizer
    ]

    assert GO_ON.learning_rate < min(rates)


def test_the_very_large_vocabulary_is_that_of_its_paper() -> None:
    found = preset("rnnsearch-lv")

    assert found.data.vocab_size == 500_000
    assert found.training.partition_words == 30_000  # tau
    assert found.model == preset("rnnsearch-50").model
    assert found.training.optimizer == "adadelta"


def test_a_small_very_large_vocabulary_has_the_sizes_and_budget_of_its_rival() -> None:
    found, rival = preset("rnnsearch-lv-small"), preset("rnnsearch-50-small")

    assert found.model == rival.model
    assert found.data.min_count == 2
    rows = {
        **{"lazy_rows": True, "partition_words": found.training.partition_words},
        "batches_per_fetch": preset("rnnsearch-lv").training.batches_per_fetch,
    }
    assert found.training.to_json() == rival.training.to_json() | rows
    assert found.training.partition_words < rival.data.vocab_size


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        ConfigError, match=r"preset must be one of rnnencdec-30, .*, got 'rnnsearch'\."
    ):
        preset("rnnsearch")
