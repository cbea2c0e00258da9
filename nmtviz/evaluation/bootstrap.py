"""How far chance moves BLEU: bootstrap resampling of a test set's sentences.

Koehn (2004), *Statistical Significance Tests for Machine Translation Evaluation*,
https://aclanthology.org/W04-3250. Counts are drawn instead of sentences, so a resample
costs a sum. The draws are those sacreBLEU makes with the same seed.
"""

import math
from collections.abc import Iterator

import numpy as np

from nmtviz.arrays import FloatArray, IntArray
from nmtviz.curves import RESAMPLES, SEED, Comparison
from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import bleu_of, bleu_of_each
from nmtviz.evaluation.subsets import EVERYTHING, Bin, inside, words_and_counts
from nmtviz.scores import SentenceScores

_BLOCK = 250  # test sets drawn at a time, which bounds the memory
_BAND = (2.5, 97.5)  # percentiles that hold 95 % between them

FEWEST = 10
"""Sentences that tell something of chance: samples of fewer are too much alike."""


def resampled_bleu(
    counts: IntArray, resamples: int = RESAMPLES, seed: int = SEED
) -> FloatArray:
    """Return corpus BLEU, 0-100, of test sets drawn with replacement.

    Args:
        counts: BLEU's counts of the n sentences to draw n of, shape (n, 10).
        resamples: Test sets to draw.
        seed: Makes the draws repeatable; they depend on it and on n alone.

    Raises:
        InputError: If there is nothing to draw, or no test set is asked for.
    """
    return bleu_of_each(resampled_sums(counts, resamples, seed))


def resampled_sums(
    counts: IntArray, resamples: int = RESAMPLES, seed: int = SEED
) -> FloatArray:
    """Return the counts of test sets drawn with replacement, shape (resamples, m).

    Args:
        counts: Those of the n sentences to draw n of, shape (n, m).
        resamples: Test sets to draw.
        seed: Makes the draws repeatable; they depend on it and on n alone.

    Raises:
        InputError: If there is nothing to draw, or no test set is asked for.
    """
    n = len(counts)
    if n < 1 or resamples < 1:
        raise InputError(
            "A bootstrap must draw at least one test set of at least one sentence, "
            f"got {resamples} of {n}."
        )
    if seed < 0:
        raise InputError(f"A bootstrap's seed must be at least 0, got {seed}.")
    draws = _draws(n, resamples, seed)
    # Floats hold these sums exactly, and multiply faster.
    return np.concatenate([drawn @ counts.astype(float) for drawn in draws])


def band(scores: FloatArray) -> tuple[float, float]:
    """Return what holds the middle 95 % of the scores between them."""
    low, high = np.percentile(scores, _BAND)
    return float(low), float(high)


def compare(
    first: SentenceScores,
    second: SentenceScores,
    *,
    span: Bin = EVERYTHING,
    known: IntArray | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Comparison:
    """Ask by the paired bootstrap whether one system's BLEU is better than another's.

    Fewer than `FEWEST` sentences say nothing of chance: then the p-value is 1, and the
    ends of the interval are not a number.

    Args:
        first: One system.
        second: Another one on the same test set.
        span: Compare on sentences of these lengths.
        known: Compare on these sentences, without unknown words and translated with
            `<unk>` forbidden; None compares on all.
        resamples: Test sets to draw, the same for both systems.
        seed: Makes the draws repeatable.

    Raises:
        InputError: If the test sets differ, no sentence is as long as asked for, or
            one without unknown words was not translated so.
    """
    _check_same(first, second)
    words, counts = words_and_counts(first, known)
    chosen = inside(words, span)
    one, other = counts[chosen], words_and_counts(second, known)[1][chosen]
    drawn = resampled_bleu(other, resamples, seed) - resampled_bleu(
        one, resamples, seed
    )
    difference = bleu_of(other) - bleu_of(one)
    turned = int((drawn * np.sign(difference) <= 0).sum())
    # Who is the better one was not known before, so both directions count; the test
    # set itself counts as a draw, so the value is never 0.
    p_value = min(1.0, 2 * (turned + 1) / (resamples + 1))
    lowest, highest = band(drawn)
    if len(one) < FEWEST:
        p_value, lowest, highest = 1.0, math.nan, math.nan
    return Comparison(
        first=first.system,
        second=second.system,
        data=first.data,
        n=len(one),
        first_bleu=bleu_of(one),
        second_bleu=bleu_of(other),
        low=lowest,
        high=highest,
        p_value=p_value,
        resamples=resamples,
        seed=seed,
        signature=first.bleu_signature,
    )


def _draws(n: int, resamples: int, seed: int) -> Iterator[IntArray]:
    """Yield how often each sentence is in each test set, shape (<= block, n)."""
    random = np.random.default_rng(seed)
    for start in range(0, resamples, _BLOCK):
        size = min(_BLOCK, resamples - start)
        drawn = random.integers(n, size=(size, n))
        drawn += n * np.arange(size)[:, np.newaxis]  # each test set has its own numbers
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)


def _check_same(first: SentenceScores, second: SentenceScores) -> None:
    """Refuse to pair sentences that are not the same."""
    if first.n != second.n:
        raise InputError(
            "Two systems can be compared on the same sentences only, but "
            f"'{first.system}' has {first.n} and '{second.system}' {second.n}."
        )
    same = first.rows_of_same(second)
    if not same.all():
        raise InputError(
            "Two systems can be compared on the same sentences only, but sentence "
            f"{int(same.argmin()) + 1} of '{first.system}' on {first.data} and of "
            f"'{second.system}' on {second.data} differ in length."
        )
