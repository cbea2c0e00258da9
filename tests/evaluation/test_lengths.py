import random
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import bleu_of
from nmtviz.evaluation.bootstrap import band, resampled_bleu
from nmtviz.evaluation.lengths import BINS, evaluate, length_curve
from nmtviz.evaluation.sentences import score_texts
from nmtviz.evaluation.subsets import known_rows, make_bins
from nmtviz.scores import SentenceScores

WORDS = ["the", "a", "dog", "house", "sees", "likes", "near", "big", ".", ","]


def corpus() -> tuple[list[str], list[str], list[str]]:
    """Return sources, noisy translations and references of 1 to 80 words."""
    draw = random.Random(1)
    sources, hypotheses, references = [], [], []
    for length in [1, 5, 10, 11, 20, 21, 27, 43, 60, 61, 80, 9]:
        words = draw.choices(WORDS, k=length)
        noisy = [w if draw.random() < 0.8 else draw.choice(WORDS) for w in words]
        sources.append("  ".join(words))
        references.append(" ".join(words))
        hypotheses.append(" ".join(noisy))
    return sources, hypotheses, references


def test_bins_follow_each_other_without_a_gap() -> None:
    assert BINS[0] == (1, 10)
    assert BINS[-1] == (61, None)
    for (_, high), (low, _) in pairwise(BINS):
        assert high is not None
        assert low == high + 1


def test_each_bin_scores_as_sacrebleu_scores_its_sentences() -> None:
    sources, hypotheses, references = corpus()

    found = evaluate(sources, hypotheses, references)

    for length_bin in found.lengths:
        chosen = [
            i
            for i, source in enumerate(sources)
            if length_bin.low <= len(source.split()) <= (length_bin.high or 999)
        ]
        assert length_bin.n == len(chosen)
        if chosen:
            expected = BLEU(tokenize="13a", force=True).corpus_score(
                [hypotheses[i] for i in chosen], [[references[i] for i in chosen]]
            )
            assert length_bin.bleu == expected.score


def test_borders_belong_to_the_lower_bin() -> None:
    found = evaluate(*corpus())

    assert [length_bin.n for length_bin in found.lengths] == [4, 2, 2, 0, 1, 1, 2]


def test_an_empty_bin_has_no_score() -> None:
    assert evaluate(*corpus()).lengths[3].bleu is None


def test_the_whole_scores_as_sacrebleu_scores_it() -> None:
    sources, hypotheses, references = corpus()
    metric = BLEU(tokenize="13a", force=True)

    found = evaluate(sources, hypotheses, references)

    assert found.bleu == metric.corpus_score(hypotheses, [references]).score
    assert found.signature == str(metric.get_signature())
    assert found.n == 12


def test_a_missing_translation_is_refused() -> None:
    with pytest.raises(InputError, match="got 2 sentences and 1 translations"):
        evaluate(["a", "b"], ["c"], ["d"])


def scored() -> SentenceScores:
    return score_texts(*corpus(), system="noisy", data="twelve")


def test_edges_are_the_longest_of_each_bin() -> None:
    assert make_bins([10, 20, 50]) == ((1, 10), (11, 20), (21, 50), (51, None))
    assert make_bins(range(10, 61, 10)) == BINS


@pytest.mark.parametrize(
    ("edges", "told"),
    [([], "none"), ([0, 10], "0 10"), ([10, 10], "10 10"), ([20, 10], "20 10")],
)
def test_edges_that_do_not_rise_are_refused(edges: list[int], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"at least 1, got {told}")):
        make_bins(edges)


def test_a_curve_has_the_scores_of_the_bins() -> None:
    expected = evaluate(*corpus())

    found = length_curve(scored(), resamples=3)

    bleu = [length_bin.bleu for length_bin in expected.lengths]
    assert found.n.tolist() == [length_bin.n for length_bin in expected.lengths]
    assert [None if np.isnan(score) else score for score in found.bleu] == bleu
    assert (found.total_bleu, found.total_n) == (expected.bleu, 12)
    assert found.signature == expected.signature
    assert (found.system, found.data, found.bins) == ("noisy", "twelve", BINS)
    assert (found.resamples, found.no_unknown) == (3, False)


def test_bands_are_those_of_each_bins_own_sentences() -> None:
    times = 3
    scores = scored().of(np.repeat(np.arange(12), times))

    found = length_curve(scores, make_bins([10, 15]), resamples=30, seed=4)

    for row, chosen in ((0, [0, 1, 2, 11]), (2, [4, 5, 6, 7, 8, 9, 10])):
        counts = np.repeat(scored().bleu[chosen], times, axis=0)
        expected = band(resampled_bleu(counts, 30, 4))
        assert (found.low[row], found.high[row]) == expected
    assert (found.total_low, found.total_high) == band(
        resampled_bleu(scores.bleu, 30, 4)
    )


def test_an_empty_bin_of_a_curve_is_not_a_number() -> None:
    found = length_curve(scored(), ((1, 10), (31, 40)), resamples=3)

    assert found.n.tolist() == [4, 0]
    assert np.isnan([found.bleu[1], found.low[1], found.high[1]]).all()


def test_few_sentences_have_no_band() -> None:
    found = length_curve(scored(), ((1, 10), (11, 15)), resamples=3)

    assert found.n.tolist() == [4, 1]
    assert (found.bleu >= 0).all()
    assert np.isnan([found.low, found.high]).all()
    assert found.total_low <= found.total_bleu <= found.total_high


def test_no_unknown_has_its_own_sentences() -> None:
    scores = scored()
    rows = np.array([1, 4, 6])
    known = replace(scores, no_unknown_rows=rows, no_unknown_bleu=scores.bleu[rows])

    found = length_curve(known, make_bins([9]), known=rows, resamples=3)

    assert found.no_unknown
    assert (found.n.tolist(), found.total_n) == ([1, 2], 3)
    assert found.bleu.tolist() == [
        bleu_of(scores.bleu[[1]]),
        bleu_of(scores.bleu[[4, 6]]),
    ]


@pytest.mark.parametrize("rows", [None, 0])
def test_no_unknown_needs_sentences_of_the_kind(rows: int | None) -> None:
    scores = scored()
    if rows is not None:
        scores = replace(
            scores,
            no_unknown_rows=np.zeros(rows, dtype=np.int64),
            no_unknown_bleu=scores.bleu[:rows],
        )

    with pytest.raises(InputError, match=r"without any, but .* 'noisy' on twelve"):
        length_curve(scores, known=known_rows([scores]))
