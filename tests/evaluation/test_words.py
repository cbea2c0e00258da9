"""Words by rank and n-grams, by hand, by sacreBLEU's counts, and by drawing slowly."""

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from nmtviz.arrays import FloatArray
from nmtviz.curves import FrequencyCurve, NgramMatches
from nmtviz.errors import InputError
from nmtviz.evaluation.words import (
    count_words_by_rank,
    difference_band,
    frequency_curve,
    ngram_matches,
    rank_bins,
)

RANKS = {"the": 1, "a": 2, "cat": 3, "dog": 4, "sat": 5}
BINS = rank_bins(5, ends=(2, 4))
REFERENCES = [
    ["the", "cat", "sat", "on", "the", "mat"],
    ["a", "dog", "saw", "the", "dog"],
    ["the", "sat"],
]
FIRST = [["the", "the", "the", "cat"], ["a", "cat", "saw", "a", "dog"], ["the"]]
SECOND = [["the", "cat", "sat", "on", "the", "mat"], [], ["sat", "the", "sat"]]


def curve(outputs: list[list[str]]) -> FrequencyCurve:
    counts = count_words_by_rank(outputs, REFERENCES, RANKS, BINS)
    return frequency_curve(counts, BINS, system="one", resamples=50, seed=3)


def test_bins_end_where_the_vocabulary_does() -> None:
    assert rank_bins(5, ends=(2, 4)) == ((1, 2), (3, 4), (5, 5), (6, None))
    assert rank_bins(4, ends=(2, 4, 8)) == ((1, 2), (3, 4), (5, None))


def test_words_are_counted_by_rank_and_right_as_often_as_wanted() -> None:
    counts = count_words_by_rank(FIRST, REFERENCES, RANKS, BINS)

    # Written, wanted, both, of: the a | cat dog | sat | any other word.
    assert counts.tolist() == [
        [[3, 2, 2], [1, 1, 1], [0, 1, 0], [0, 2, 0]],
        [[2, 2, 1], [2, 2, 1], [0, 0, 0], [1, 1, 1]],
        [[1, 1, 1], [0, 0, 0], [0, 1, 0], [0, 0, 0]],
    ]


def test_f_is_the_harmonic_mean_of_precision_and_recall() -> None:
    found = curve(FIRST)

    assert found.n.tolist() == [5, 3, 2, 3]
    assert found.precision.tolist()[:2] == pytest.approx([100 * 4 / 6, 100 * 2 / 3])
    assert found.recall.tolist()[:2] == pytest.approx([100 * 4 / 5, 100 * 2 / 3])
    assert found.f[0] == pytest.approx(2 / (6 / 400 + 5 / 400))
    assert found.f[2] == 0
    assert np.isnan(found.precision[2])  # it wrote none


def test_the_references_themselves_are_all_right() -> None:
    many = REFERENCES * 10
    counts = count_words_by_rank(many, many, RANKS, BINS)

    found = frequency_curve(counts, BINS, system="one")

    assert found.f.tolist() == [100.0] * 4
    assert found.low.tolist() == found.high.tolist() == [100.0] * 4


def test_all_bins_together_match_what_bleu_counts() -> None:
    texts, references = (
        [" ".join(words) for words in each] for each in (FIRST, REFERENCES)
    )
    bleu = BLEU(tokenize="none").corpus_score(texts, [references])

    found, wanted, both = count_words_by_rank(FIRST, REFERENCES, RANKS, BINS).sum(
        axis=(0, 1)
    )

    assert (both, found, wanted) == (bleu.counts[0], bleu.sys_len, bleu.ref_len)


def test_bands_are_of_test_sets_that_are_drawn() -> None:
    systems, references = [FIRST * 10, SECOND * 10], REFERENCES * 10
    n = len(references)
    drawn = np.random.default_rng(3).integers(n, size=(50, n))
    slowly: dict[str, list[FloatArray]] = {"one": [], "other": []}
    for rows in drawn:
        for name, outputs in zip(slowly, systems, strict=True):
            chosen = [outputs[row] for row in rows], [references[row] for row in rows]
            counts = count_words_by_rank(*chosen, RANKS, BINS)
            again = frequency_curve(counts, BINS, system=name, resamples=1)
            slowly[name].append(again.f)
    one, other = (np.array(values) for values in slowly.values())
    first, second = (
        count_words_by_rank(outputs, references, RANKS, BINS) for outputs in systems
    )

    found = frequency_curve(first, BINS, system="one", resamples=50, seed=3)
    low, high = difference_band(first, second, resamples=50, seed=3)

    ends = [2.5, 97.5]
    expected = np.nanpercentile(one, ends, axis=0)
    assert np.array([found.low, found.high]) == pytest.approx(expected)
    expected = np.nanpercentile(other - one, ends, axis=0)
    assert np.array([low, high]) == pytest.approx(expected)


@pytest.mark.parametrize("times", [1, 9, 10])
def test_few_sentences_leave_chance_nothing_to_draw(times: int) -> None:
    counts = count_words_by_rank(FIRST[:1] * times, REFERENCES[:1] * times, RANKS, BINS)

    found = frequency_curve(counts, BINS, system="one")

    assert found.f[0] == pytest.approx(80)
    assert np.isnan([found.low[0], found.high[0]]).all() == (times < 10)


def test_a_bin_that_few_sentences_have_a_word_of_has_no_band() -> None:
    most, few = [["the"]] * 11, [["cat"]] * 9
    counts = count_words_by_rank(most + few, most + few, RANKS, BINS)
    nothing = count_words_by_rank([[]] * 20, most + few, RANKS, BINS)

    found = frequency_curve(counts, BINS, system="one")
    low, high = difference_band(nothing, counts)

    assert found.f[:2].tolist() == [100.0, 100.0]
    assert found.low[0] == found.high[0] == low[0] == high[0] == 100.0
    assert np.isnan([found.low[1], found.high[1], low[1], high[1]]).all()


def test_a_bin_without_words_has_no_f() -> None:
    counts = count_words_by_rank([["cat"]] * 2, [["cat"]] * 2, RANKS, BINS)

    found = frequency_curve(counts, BINS, system="one")

    assert found.f.tolist()[1] == 100
    assert np.isnan(found.f[[0, 2, 3]]).all()
    assert np.isnan(found.low[[0, 2, 3]]).all()


def test_ngrams_that_one_system_gets_right_more_often_come_first() -> None:
    assert ngram_matches(FIRST, SECOND, REFERENCES, 2) == [
        # all that differ by one, the rarest first, then by their words
        NgramMatches(words=("a", "dog"), wanted=1, first=1, second=0),
        NgramMatches(words=("cat", "sat"), wanted=1, first=0, second=1),
        NgramMatches(words=("on", "the"), wanted=1, first=0, second=1),
        NgramMatches(words=("sat", "on"), wanted=1, first=0, second=1),
        NgramMatches(words=("the", "mat"), wanted=1, first=0, second=1),
        NgramMatches(words=("the", "sat"), wanted=1, first=0, second=1),
    ]


def test_an_ngram_is_right_as_often_as_its_own_sentence_has_it() -> None:
    (the,) = [
        one
        for one in ngram_matches(FIRST, REFERENCES, REFERENCES, 1)
        if one.words == ("the",)
    ]

    # of 2 + 1 + 1 the first system has 2 (it wrote three), 0 and 1
    assert (the.wanted, the.first, the.second) == (4, 3, 4)


def test_equal_translations_differ_in_nothing() -> None:
    assert ngram_matches(FIRST, FIRST, REFERENCES, 1) == []


def test_each_translation_needs_one_reference() -> None:
    with pytest.raises(InputError, match="3 translations and 2 references"):
        count_words_by_rank(FIRST, REFERENCES[:2], RANKS, BINS)
    with pytest.raises(InputError, match="2 translations and 3 references"):
        ngram_matches(FIRST, SECOND[:2], REFERENCES, 1)


@pytest.mark.parametrize("first_is_right", [True, False])
def test_of_ngrams_that_differ_as_much_the_rarer_one_comes_first(
    first_is_right: bool,
) -> None:
    references = [["often", "rare"], ["often"]]
    right, other = [["often", "rare"], ["often"]], [["often"], []]
    outputs = (right, other) if first_is_right else (other, right)

    found = ngram_matches(*outputs, references, 1)

    assert [(one.words, one.wanted) for one in found] == [
        (("rare",), 1),
        (("often",), 2),
    ]
