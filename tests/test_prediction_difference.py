"""What a translation loses without parts of its source, on numbers made by hand."""

import numpy as np
import pytest

from nmtviz.prediction_difference import (
    PredictionDifference,
    groups_of,
    share_lost,
)
from nmtviz.results import END, Tokens, Unit

SOURCE = Tokens(
    texts=("▁big", "▁dog", "s", END),
    unknown=(True, False, False, False),
    words=(0, 1, 1, 2),
    word_texts=("big", "dogs", END),
)
TARGET = Tokens(
    texts=("▁gros", "▁ch", "iens", END),
    unknown=(False, False, True, False),
    words=(0, 1, 1, 2),
    word_texts=("gros", "chiens", END),
)
WHOLE = np.array([0.8, 0.5, 0.9, 1.0])
WITHOUT = np.array([[0.2, 0.8], [0.5, 0.05], [0.45, 0.9], [1.0, 0.5]])


def difference(unit: Unit = "words") -> PredictionDifference:
    return PredictionDifference(
        source=SOURCE,
        target=TARGET,
        groups=groups_of(SOURCE, unit),
        whole=np.log(WHOLE),
        without=np.log(WITHOUT),
    )


def test_groups_are_tokens_or_words_and_the_end_only_if_asked() -> None:
    assert groups_of(SOURCE, "tokens") == ((0,), (1,), (2,))
    assert groups_of(SOURCE, "words") == ((0,), (1, 2))
    assert groups_of(SOURCE, "words", end=True) == ((0,), (1, 2), (3,))


def test_a_word_loses_the_share_that_all_its_pieces_lose() -> None:
    found = difference().alignment("words")

    assert (found.source, found.target) == (("big", "dogs"), ("gros", "chiens", END))
    # gros: 1 - .2/.8; chiens: .5 * .9 = .45 whole, .5 * .45 and .05 * .9 without
    expected = [[0.75, 0.0], [0.5, 0.9], [0.0, 0.5]]
    np.testing.assert_allclose(found.weights, expected, atol=1e-12)
    assert found.source_unknown == (True, False)
    assert found.target_unknown == (False, True, False)


def test_the_row_of_the_end_can_be_left_out() -> None:
    found = difference().alignment("words", end=False)

    assert found.target == ("gros", "chiens")
    assert found.weights.shape == (2, 2)


def test_pieces_have_rows_and_columns_of_their_own() -> None:
    found = PredictionDifference(
        source=SOURCE,
        target=TARGET,
        groups=groups_of(SOURCE, "tokens"),
        whole=np.log(WHOLE),
        without=np.log(np.hstack([WITHOUT, WHOLE[:, None]])),
    ).alignment("tokens")

    assert found.source == ("▁big", "▁dog", "s")
    assert found.target == TARGET.texts
    np.testing.assert_allclose(found.weights[:, 2], 0.0)
    np.testing.assert_allclose(found.weights[:, 1], [0.0, 0.9, 0.0, 0.5], atol=1e-12)


def test_probabilities_of_words_are_products() -> None:
    whole, without = difference().log_probs("words")

    np.testing.assert_allclose(np.exp(whole), [0.8, 0.45, 1.0])
    np.testing.assert_allclose(np.exp(without[1]), [0.225, 0.045])


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [(0.5, 0.5, 0.0), (0.5, 0.75, 0.0), (0.5, 0.125, 0.75), (1.0, 1e-30, 1.0)],
)
def test_a_share_is_between_0_and_1(before: float, after: float, lost: float) -> None:
    assert share_lost(np.log(before) - np.log(after)) == pytest.approx(lost)
