"""Soft alignments against links that a person made."""

import numpy as np
import pytest

from nmtviz.arrays import FloatArray
from nmtviz.errors import InputError
from nmtviz.evaluation.alignment import (
    best_of,
    by_argmax,
    by_threshold,
    check_threshold,
    lost_on_words,
    on_words,
    score_links,
    word_groups,
)
from nmtviz.gold import GoldLinks
from nmtviz.prediction_difference import PredictionDifference
from nmtviz.results import (
    END,
    Hypothesis,
    Tokens,
    Translation,
    heaviest_links,
)


def array(*rows: list[float]) -> FloatArray:
    return np.array(rows)


def tokens(*texts: str, words: tuple[int, ...], word_texts: tuple[str, ...]) -> Tokens:
    return Tokens(
        texts=(*texts, END),
        unknown=(False,) * (len(texts) + 1),
        words=(*words, len(word_texts)),
        word_texts=(*word_texts, END),
    )


def pieces() -> Translation:
    """`dogs'` and `le chien` in pieces: dog s ' -> le ch ien."""
    return Translation(
        sentence="dogs'",
        source=tokens("▁dog", "s", "'", words=(0, 0, 0), word_texts=("dogs'",)),
        hypotheses=(
            Hypothesis(
                text="le chien",
                tokens=tokens(
                    "▁le", "▁ch", "ien", words=(0, 1, 1), word_texts=("le", "chien")
                ),
                log_prob=-4.0,
                score=-1.0,
                token_log_probs=np.full(4, -1.0),
                alignment=array(
                    [0.1, 0.2, 0.3, 0.4],
                    [0.5, 0.3, 0.1, 0.1],
                    [0.1, 0.1, 0.7, 0.1],
                    [0.0, 0.0, 0.0, 1.0],
                ),
            ),
        ),
    )


def test_on_the_networks_own_words_it_is_the_alignment_of_words() -> None:
    own = pieces().alignment(unit="words", end=False)

    found = on_words(pieces(), ["dogs'"], ["le", "chien"])

    assert own is not None
    assert found is not None
    np.testing.assert_allclose(found, own.weights)


def test_words_of_another_file_get_the_weights_of_their_letters() -> None:
    found = on_words(pieces(), ["dogs", "'"], ["le", "chien"])

    # Source pieces add up (0.1 + 0.2); target pieces average (0.8 and 0.2, 0.1 and 0.7)
    assert found is not None
    np.testing.assert_allclose(found, [[0.3, 0.3], [0.5, 0.4]])


def test_a_piece_over_two_words_counts_by_its_letters() -> None:
    found = on_words(pieces(), ["d", "ogs'"], ["le", "c", "hien"])

    # "dog" gives a third to "d". Of the letters of "hien", "h" is half of "ch" and
    # "ien" all of "ien": its row is a mean with weights 1/2 and 1.
    assert found is not None
    third = 0.5 / 3
    hien = (0.5 * array([third, 0.9 - third]) + array([0.1 / 3, 0.9 - 0.1 / 3])) / 1.5
    np.testing.assert_allclose(found[0], [0.1 / 3, 0.6 - 0.1 / 3])
    np.testing.assert_allclose(found[1], [third, 0.9 - third])
    np.testing.assert_allclose(found[2], hien[0])


def test_a_word_that_the_network_never_read_has_no_weight() -> None:
    found = on_words(pieces(), ["dogs'", "xyz"], ["le", "ZZZ", "chien"])

    assert found is not None
    np.testing.assert_allclose(found, [[0.6, 0.0], [0.0, 0.0], [0.9, 0.0]])


def test_letters_are_those_of_sentencepieces_normal_form() -> None:
    found = on_words(pieces(), ["\uff44\uff4fgs'"], ["le", "chien"])

    assert found is not None
    np.testing.assert_allclose(found, [[0.6], [0.9]])


def test_with_a_word_go_the_pieces_that_have_a_letter_of_it() -> None:
    source = pieces().source

    assert word_groups(["dogs'"], source) == ((0, 1, 2),)
    assert word_groups(["dogs", "'"], source) == ((0, 1), (2,))
    assert word_groups(["d", "ogs'", "xyz"], source) == ((0,), (0, 1, 2), ())


def test_other_words_lose_what_their_pieces_lose_together() -> None:
    (hypothesis,) = pieces().hypotheses
    found = PredictionDifference(
        source=pieces().source,
        target=hypothesis.tokens,
        groups=((0, 1), (2,)),
        whole=np.log([0.5, 0.8, 0.5, 1.0]),
        without=np.log([[0.5, 0.25], [0.4, 0.8], [0.25, 0.5], [1.0, 0.1]]),
    )

    lost = lost_on_words(found, ["le", "chien", "ZZZ"])

    # le: .5 to .5 and .25; chien: .8 * .5 to .4 * .25 and to itself
    np.testing.assert_allclose(lost, [[0.0, 0.5], [0.75, 0.0], [0.0, 0.0]], atol=1e-12)


def test_each_target_word_is_linked_to_its_heaviest_source() -> None:
    links = heaviest_links(array([0.1, 0.7, 0.2], [0.4, 0.4, 0.2], [0, 0, 0]))

    assert links.tolist() == [[False, True, False], [True, False, False], [False] * 3]


@pytest.mark.parametrize("threshold", [0.0, -0.5, 1.5])
def test_a_threshold_that_is_no_weight_is_refused(threshold: float) -> None:
    with pytest.raises(InputError, match=f"above 0, at most 1, got {threshold}"):
        check_threshold(threshold)


GOLD = (
    GoldLinks.parse("0-0 1p1 2p1", 3, 2),
    GoldLinks.parse("1-0", 2, 1),
)
WEIGHTS = (
    array([0.6, 0.3, 0.1], [0.5, 0.1, 0.4]),
    array([0.2, 0.8]),
)


def test_links_are_counted_against_sure_and_possible_ones() -> None:
    found = score_links(WEIGHTS[0] >= 0.4, GOLD[0])

    # 0-0, 0-1 and 2-1 are found: one is sure, two are possible.
    assert (found.links, found.sure_found, found.possible_found) == (3, 1, 2)
    assert (found.n, found.sure) == (1, 1)


def test_scores_of_all_sentences_are_the_sum_of_each() -> None:
    both = by_argmax(WEIGHTS, GOLD)

    # 0-0 and 0-1 in the first, 1-0 in the second.
    assert (both.n, both.links, both.sure_found, both.possible_found) == (2, 3, 2, 2)
    assert both.aer == pytest.approx(1 - (2 + 2) / (3 + 2))


def test_a_sweep_is_the_same_as_one_threshold_after_the_other() -> None:
    thresholds = (0.1, 0.4, 0.5, 0.8, 0.9)

    swept = by_threshold(WEIGHTS, GOLD, thresholds)

    for threshold, found in zip(thresholds, swept, strict=True):
        alone = [
            score_links(weights >= threshold, gold, threshold)
            for weights, gold in zip(WEIGHTS, GOLD, strict=True)
        ]
        assert found == alone[0] + alone[1]


def test_the_best_threshold_has_the_fewest_errors() -> None:
    # From 0.6 on only 0-0 and 1-0 are left, both sure.
    best = best_of(by_threshold(WEIGHTS, GOLD))

    assert best.threshold == pytest.approx(0.51)
    assert best.aer == 0


def test_each_alignment_needs_gold_links() -> None:
    with pytest.raises(InputError, match="got 2 alignments and 1 sets"):
        by_argmax(WEIGHTS, GOLD[:1])


def test_the_end_symbol_is_no_part_of_a_word() -> None:
    dog = Tokens(
        texts=("▁dog", END),
        unknown=(False, False),
        words=(0, 1),
        word_texts=("dog", END),
    )

    assert word_groups(["dog", "s"], dog) == ((0,), ())
