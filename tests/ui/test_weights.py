from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.prediction_difference import groups_of
from nmtviz.results import END, Alignment, Unit
from nmtviz.ui import cache
from nmtviz.ui.weights import (
    attention_in_words,
    difference_in_words,
    weights_of,
    words_of,
)
from tests import tiny
from tests.test_prediction_difference import difference

ALIGNMENT = Alignment(
    source=("the", "cat", "</s>"),
    target=("le", "chat"),
    weights=np.array([[0.625, 0.25, 0.125], [0.0, 1.0, 0.0]]),
    source_unknown=(False,) * 3,
    target_unknown=(False,) * 2,
)


def test_the_heaviest_cell_of_a_row_is_told_as_such() -> None:
    assert attention_in_words(ALIGNMENT, (0, 0)) == (
        "While writing “le”, the network put 0.625 of its attention on “the”: the most "
        "of all source words."
    )


def test_another_cell_is_told_with_its_rank() -> None:
    told = attention_in_words(ALIGNMENT, (0, 2))

    assert "0.125 of its attention on “</s>”: number 3 of its row." in told


def in_words(row: int, column: int) -> str:
    found = difference()
    return difference_in_words(found, found.alignment("words"), "words", (row, column))


def test_what_a_word_loses_is_told_with_both_probabilities() -> None:
    assert in_words(0, 0) == (
        "Without “big”, the probability of “gros” falls from 0.800 to 0.200, so 0.750 "
        "of it is lost: the most of all source words."
    )
    assert "0.500 of it is lost: number 2 of its row." in in_words(1, 0)


def test_a_word_that_loses_nothing_does_not_need_the_other() -> None:
    assert in_words(0, 1) == (
        "Without “dogs”, the probability of “gros” goes from 0.800 to 0.800: it does "
        "not need this word."
    )


@pytest.fixture
def info(tmp_path: Path) -> CheckpointInfo:
    folder = tiny.checkpoint(tmp_path / "tiny", tokenizer="sentencepiece")
    return CheckpointInfo.read(folder)


@pytest.mark.parametrize("unit", ["tokens", "words"])
@pytest.mark.parametrize("attention", [False, True])
@pytest.mark.parametrize("end", [False, True])
def test_the_room_for_a_picture_is_known_before_its_weights(
    info: CheckpointInfo, unit: Unit, attention: bool, end: bool
) -> None:
    (found,) = cache.translator(info).translate(["the small dog sleeps ."])
    looks: dict[str, Any] = {"attention": attention, "unit": unit, "end": end}

    weights = weights_of(info, found, **looks)
    words = words_of(found, **looks)
    assert words is not None

    assert weights is not None
    assert words.source == weights.alignment.source
    assert words.target == weights.alignment.target


@pytest.mark.parametrize("end", [False, True])
def test_links_of_what_is_needed_have_a_typed_end_symbol_too(
    info: CheckpointInfo, end: bool
) -> None:
    translator = cache.translator(info)
    found = translator.score("the dog </s>", "le chien")
    tokens = found.hypotheses[0].tokens
    assert found.source.word_texts[2] == END  # as typed; the end of the sentence is 3

    weights = weights_of(info, found, attention=False, end=end)

    lost = translator.leave_out(
        found.sentence, tokens.texts, groups_of(found.source, "words")
    ).alignment("words", end=False)
    linked = [row.argmax() for row in lost.weights]
    assert weights is not None
    assert weights.links == " ".join(
        f"{source}-{target}"
        for target, source in enumerate(linked)
        if lost.weights[target, source] > 0
    )
