"""Which rows of an alignment what is imposed has changed: cases by hand."""

import numpy as np

from nmtviz.results import Alignment
from nmtviz.ui.search.heatmaps import changed_rows


def alignment(source: str, target: str, weights: list[list[float]]) -> Alignment:
    return Alignment(
        source=tuple(source.split()),
        target=tuple(target.split()),
        weights=np.array(weights),
        source_unknown=(False,) * len(source.split()),
        target_unknown=(False,) * len(target.split()),
    )


BEFORE = alignment("a book", "un livre .", [[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]])


def test_rows_differ_by_their_word_or_by_their_weights() -> None:
    after = alignment("a book", "un cahier .", [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]])

    assert changed_rows(BEFORE, after) == [1, 2]


def test_a_word_in_place_of_another_leaves_the_rows_that_look_as_before() -> None:
    after = alignment("a paper", "un journal .", [[0.85, 0.15], [0.2, 0.8], [0.5, 0.5]])

    assert changed_rows(BEFORE, after) == [1]


def test_a_source_of_another_length_changes_every_row() -> None:
    after = alignment("a big book", "un livre .", [[0.9, 0.1, 0.0]] * 3)

    assert changed_rows(BEFORE, after) == [0, 1, 2]
