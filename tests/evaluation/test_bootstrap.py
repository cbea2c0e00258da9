import math
from dataclasses import replace

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from nmtviz.errors import InputError
from nmtviz.evaluation import bootstrap
from nmtviz.evaluation.bleu import bleu_of
from nmtviz.evaluation.bootstrap import band, compare, resampled_bleu
from nmtviz.evaluation.lengths import length_curve
from nmtviz.evaluation.sentences import score_texts
from nmtviz.evaluation.subsets import EVERYTHING, words_and_counts
from nmtviz.scores import SentenceScores
from tests.evaluation.made_scores import GOOD, POOR, REFERENCES, SOURCES, scores

RESAMPLES, SEED = 40, 7


def slowly(hypotheses: list[str], references: list[str] = REFERENCES) -> list[float]:
    """Return BLEU of drawn test sets, each put together from its sentences."""
    metric = BLEU(tokenize="13a", force=True)
    n = len(references)
    drawn = np.random.default_rng(SEED).integers(n, size=(RESAMPLES, n))
    return [
        metric.corpus_score(
            [hypotheses[i] for i in rows], [[references[i] for i in rows]]
        ).score
        for rows in drawn
    ]


def twice(hypotheses: list[str], system: str = "") -> SentenceScores:
    """Score a text as often as makes it long enough to be compared."""
    return score_texts(
        SOURCES * 2, hypotheses * 2, REFERENCES * 2, system=system, data="ten"
    )


@pytest.mark.parametrize("hypotheses", [GOOD, POOR])
def test_a_resample_scores_as_sacrebleu_scores_its_sentences(
    hypotheses: list[str],
) -> None:
    found = resampled_bleu(scores(hypotheses).bleu, RESAMPLES, SEED)

    assert found == pytest.approx(slowly(hypotheses), rel=1e-12)


def test_sacrebleu_finds_the_same_band() -> None:
    # It uses this seed unless told otherwise, and gives the middle and half the width.
    metric = BLEU(tokenize="13a", force=True)
    theirs = metric.corpus_score(GOOD, [REFERENCES], n_bootstrap=400)

    ours = resampled_bleu(scores(GOOD).bleu, 400, 12345)

    assert ours.mean() == pytest.approx(theirs._mean)
    low, high = np.sort(ours)[[10, 389]]
    assert (high - low) / 2 == pytest.approx(theirs._ci)


def test_draws_do_not_depend_on_how_many_fit_into_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = scores(GOOD).bleu
    at_once = resampled_bleu(counts, RESAMPLES, SEED)
    monkeypatch.setattr(bootstrap, "_BLOCK", 7)

    assert resampled_bleu(counts, RESAMPLES, SEED).tolist() == at_once.tolist()


def test_a_band_leaves_a_fortieth_out_at_each_end() -> None:
    assert band(np.arange(201.0)) == (5.0, 195.0)


@pytest.mark.parametrize(("n", "resamples"), [(0, 3), (2, 0)])
def test_nothing_to_draw_is_refused(n: int, resamples: int) -> None:
    with pytest.raises(InputError, match=f"got {resamples} of {n}"):
        resampled_bleu(np.zeros((n, 10), dtype=np.int64), resamples)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(InputError, match="seed must be at least 0, got -1"):
        resampled_bleu(np.zeros((2, 10), dtype=np.int64), 3, seed=-1)


def test_a_comparison_looks_at_the_same_drawn_sentences_of_both() -> None:
    found = compare(
        twice(POOR, "poor"), twice(GOOD, "good"), resamples=RESAMPLES, seed=SEED
    )

    good, poor = (slowly(texts * 2, REFERENCES * 2) for texts in (GOOD, POOR))
    gains = np.subtract(good, poor)
    metric = BLEU(tokenize="13a", force=True)
    assert (found.first, found.second, found.data, found.n) == (
        "poor",
        "good",
        "ten",
        10,
    )
    assert found.first_bleu == metric.corpus_score(POOR * 2, [REFERENCES * 2]).score
    assert found.second_bleu == metric.corpus_score(GOOD * 2, [REFERENCES * 2]).score
    assert found.difference == found.second_bleu - found.first_bleu
    assert (found.low, found.high) == pytest.approx(band(gains), rel=1e-12)
    assert found.p_value == min(1, 2 * ((gains <= 0).sum() + 1) / (RESAMPLES + 1))
    assert found.significant == (found.p_value < 0.05)
    assert found.signature == str(metric.get_signature())


def test_who_comes_first_changes_the_sign_only() -> None:
    one = compare(twice(POOR), twice(GOOD), resamples=RESAMPLES)
    other = compare(twice(GOOD), twice(POOR), resamples=RESAMPLES)

    assert one.difference == -other.difference > 0
    assert one.p_value == other.p_value
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_a_system_is_not_better_than_itself() -> None:
    found = compare(scores(GOOD), scores(GOOD), resamples=RESAMPLES)

    assert (found.difference, found.p_value, found.significant) == (0.0, 1.0, False)


def test_few_sentences_say_nothing_of_chance() -> None:
    chosen = np.arange(bootstrap.FEWEST)

    few, enough = (
        compare(twice(POOR).of(rows), twice(GOOD).of(rows), resamples=RESAMPLES)
        for rows in (chosen[:-1], chosen)
    )

    assert (few.p_value, few.significant, few.p_told) == (1.0, False, "-")
    assert math.isnan(few.low)
    assert math.isnan(few.high)
    assert few.difference > 0  # there is one all the same
    assert enough.low <= enough.high
    assert enough.p_told != "-"


def test_systems_that_are_alike_are_told_apart_once_in_twenty_times() -> None:
    # Each sentence is swapped between the two by a coin, so neither can be better.
    good, poor = (
        score_texts(SOURCES * 12, made * 12, REFERENCES * 12, system="", data="")
        for made in (GOOD, POOR)
    )
    coins = np.random.default_rng(5).random((300, good.n, 1)) < 0.5
    called = 0
    for coin in coins:
        one = replace(good, bleu=np.where(coin, good.bleu, poor.bleu))
        other = replace(good, bleu=np.where(coin, poor.bleu, good.bleu))
        called += compare(one, other, resamples=200).significant

    # Of 300 tosses that come out once in twenty times, 30 are too many but for luck of
    # one in 10,000: the mean is 15, and four deviations are 15.
    assert called < 30


def test_sentences_of_some_lengths_can_be_compared_alone() -> None:
    found = compare(scores(POOR), scores(GOOD), span=(2, 3), resamples=3)

    assert found.n == 2


def test_other_lengths_are_refused() -> None:
    with pytest.raises(InputError, match="got 3 of 0"):
        compare(scores(POOR), scores(GOOD), span=(40, 50), resamples=3)


def test_test_sets_of_other_sizes_are_refused() -> None:
    four = score_texts(
        SOURCES[:4], GOOD[:4], REFERENCES[:4], system="short", data="four"
    )
    with pytest.raises(InputError, match="but 'made' has 5 and 'short' 4"):
        compare(scores(GOOD), four)


def test_test_sets_of_other_sentences_are_refused() -> None:
    turned = score_texts(
        [*SOURCES[:2], *SOURCES[:1:-1]],
        GOOD,
        [*REFERENCES[:2], *REFERENCES[:1:-1]],
        system="turned",
        data="six",
    )
    with pytest.raises(
        InputError, match="sentence 3 of 'made' on five and of 'turned' on six differ"
    ):
        compare(scores(GOOD), turned)


def test_a_sample_without_the_only_difference_is_none_for_the_better() -> None:
    resamples, seed = 40, 7
    counts = twice(POOR).bleu
    better = counts.copy()
    better[0] = twice(GOOD).bleu[0]

    found = compare(
        twice(POOR),
        replace(twice(POOR), bleu=better),
        resamples=resamples,
        seed=seed,
    )

    drawn = np.random.default_rng(seed).integers(len(counts), size=(resamples, 10))
    even = int((drawn != 0).all(axis=1).sum())
    assert found.difference > 0
    assert even > 0
    assert found.p_value == min(1, 2 * (even + 1) / (resamples + 1))


def test_as_many_sentences_as_are_compared_have_a_band() -> None:
    scores = twice(POOR)
    few = scores.of(np.arange(bootstrap.FEWEST - 1))

    enough = length_curve(scores, (EVERYTHING,), resamples=3)
    lacking = length_curve(few, (EVERYTHING,), resamples=3)

    assert enough.n.tolist() == [bootstrap.FEWEST]
    assert enough.low[0] <= enough.high[0]
    assert np.isnan(lacking.low).all()


def test_known_sentences_have_counts_of_their_own() -> None:
    outputs = [GOOD[0], POOR[1], GOOD[2], GOOD[4]]
    chosen = [0, 1, 2, 4]
    scores = score_texts(SOURCES, GOOD, REFERENCES, system="", data="five")
    apart = score_texts(
        [SOURCES[row] for row in chosen],
        outputs,
        [REFERENCES[row] for row in chosen],
        system="",
        data="",
    ).bleu
    known = replace(scores, no_unknown_rows=np.array(chosen), no_unknown_bleu=apart)

    words, counts = words_and_counts(known, np.array([1, 4]))

    assert words.tolist() == [len(SOURCES[1].split()), len(SOURCES[4].split())]
    assert counts.tolist() == apart[[1, 3]].tolist()
    assert bleu_of(counts) < 100
