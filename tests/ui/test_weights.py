import numpy as np

from nmtviz.results import Alignment
from nmtviz.ui.weights import attention_in_words, difference_in_words
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
