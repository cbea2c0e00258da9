"""Which words come out right: by how frequent they are, and in which company.

Both are of compare-mt: Neubig et al. (2019), https://arxiv.org/abs/1903.07926. A word
is right if the reference of its sentence has it, as often as it has it, wherever it
stands; so BLEU counts words, too.

Dimensions: n sentences, b bins of words.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from sacrebleu.metrics.helpers import extract_word_ngrams

from nmtviz.arrays import FloatArray, IntArray
from nmtviz.curves import RESAMPLES, SEED, FrequencyCurve, NgramMatches
from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import check_references
from nmtviz.evaluation.bootstrap import FEWEST, band, resampled_sums
from nmtviz.evaluation.subsets import Bin, make_bins

Words: TypeAlias = Sequence[str]
"""A sentence."""

ENDS = (100, 1_000, 4_000, 16_000)
"""Last ranks of the bins, as far as a vocabulary goes."""


def rank_bins(size: int, ends: Sequence[int] = ENDS) -> tuple[Bin, ...]:
    """Return bins of the ranks 1 to `size`, and one for words without a rank."""
    return make_bins([*(end for end in ends if end < size), size])


def count_words_by_rank(
    hypotheses: Sequence[Words],
    references: Sequence[Words],
    ranks: Mapping[str, int],
    bins: Sequence[Bin],
) -> IntArray:
    """Count words of translations, of references, and those of both, shape (n, b, 3).

    Args:
        hypotheses: The words of each translation.
        references: The words of a reference for each.
        ranks: The rank of each word that has one, 1 for the most frequent.
        bins: What `rank_bins` returned for as many.

    Raises:
        InputError: If there are none, or not one reference for each.
    """
    check_references("F of words", hypotheses, references)
    ends = [last for _, last in bins if last]
    counts = np.zeros((len(hypotheses), len(bins), 3), dtype=np.int64)
    for row, found, wanted in zip(counts, hypotheses, references, strict=True):
        ours, theirs = Counter(found), Counter(wanted)
        for kind, words in enumerate((ours, theirs, ours & theirs)):
            for word, times in words.items():
                rank = ranks.get(word)
                place = len(ends) if rank is None else bisect_left(ends, rank)
                row[place, kind] += times
    return counts


def frequency_curve(
    counts: IntArray,
    bins: Sequence[Bin],
    *,
    system: str,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> FrequencyCurve:
    """Return the F-measure of a system's words by rank, with 95 % bootstrap bands.

    Args:
        counts: What `count_words_by_rank` returned, shape (n, b, 3).
        bins: The same as there.
        system: What to call the system.
        resamples: Test sets drawn for each band.
        seed: Makes the draws repeatable.

    Raises:
        InputError: If there is no sentence.
    """
    total = counts.sum(axis=0)
    found, wanted, both = total.T
    low, high = _bands(_resampled_f(counts, resamples, seed))
    return FrequencyCurve(
        system=system,
        bins=tuple(bins),
        n=wanted,
        precision=_percent(both, found),
        recall=_percent(both, wanted),
        f=_f_measure(total),
        low=low,
        high=high,
    )


def difference_band(
    first: IntArray, second: IntArray, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the 95 % band of the second's F less the first's, both (b,).

    Args:
        first: Counts of a system, shape (n, b, 3).
        second: Counts of another one on the same sentences.
        resamples: Test sets to draw, the same for both.
        seed: Makes the draws repeatable.

    Raises:
        InputError: If there is no sentence, or not as many of both.
    """
    if len(first) != len(second):
        raise InputError(
            "Two systems can be compared on the same sentences only, but one has "
            f"{len(first)} and the other {len(second)}."
        )
    drawn = [_resampled_f(counts, resamples, seed) for counts in (first, second)]
    return _bands(drawn[1] - drawn[0])


def ngram_matches(
    first: Sequence[Words],
    second: Sequence[Words],
    references: Sequence[Words],
    order: int,
) -> list[NgramMatches]:
    """Return the n-grams that one system gets right more often than the other.

    Those with the greater difference come first, then the rarer ones, which are
    right more often.

    Args:
        first: The words of each translation of one system.
        second: Those of another one.
        references: The words of a reference for each.
        order: Words of an n-gram, from 1.

    Raises:
        InputError: If there are none, or not one reference for each.
    """
    in_references = _ngrams(references, order)
    right: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for outputs, matches in zip((first, second), right, strict=True):
        check_references("An n-gram", outputs, references)
        for ours, theirs in zip(_ngrams(outputs, order), in_references, strict=True):
            matches.update(ours & theirs)
    wanted: Counter[str] = Counter()
    for ngrams in in_references:  # `sum` would copy all for each
        wanted.update(ngrams)
    found = [
        NgramMatches(
            words=tuple(ngram.split(" ")),
            wanted=times,
            first=right[0][ngram],
            second=right[1][ngram],
        )
        for ngram, times in wanted.items()
        if right[0][ngram] != right[1][ngram]
    ]
    return sorted(
        found, key=lambda one: (-abs(one.second - one.first), one.wanted, one.words)
    )


def _ngrams(sentences: Sequence[Words], order: int) -> list[Counter[str]]:
    return [extract_word_ngrams([*words], order) for words in sentences]


def _f_measure(counts: IntArray | FloatArray) -> FloatArray:
    """Return 2 PR / (P + R), 0-100, for counts (..., 3) of found, wanted and both."""
    found, wanted, both = np.moveaxis(counts, -1, 0)
    return _percent(2 * both, found + wanted)


def _percent(part: IntArray, whole: IntArray) -> FloatArray:
    """Return 100 part / whole; NaN where the whole is nothing."""
    with np.errstate(invalid="ignore"):
        return np.asarray(100 * part / whole)


def _resampled_f(counts: IntArray, resamples: int, seed: int) -> FloatArray:
    """Return F of each bin in test sets drawn with replacement, (resamples, b).

    Not a number where fewer than `FEWEST` sentences have a word of the bin: they say
    nothing of chance.
    """
    flat = resampled_sums(counts.reshape(len(counts), -1), resamples, seed)
    drawn = _f_measure(flat.reshape(len(flat), *counts.shape[1:]))
    sentences = counts[:, :, :2].any(axis=2).sum(axis=0)  # of either side
    drawn[:, sentences < FEWEST] = np.nan
    return drawn


def _bands(drawn: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the bands of drawn values (resamples, b), NaN where none are.

    A test set that has no word of a bin says nothing of it.
    """
    columns = [column[~np.isnan(column)] for column in drawn.T]
    ends = [band(column) if len(column) else (np.nan, np.nan) for column in columns]
    low, high = np.array(ends).T
    return low, high
