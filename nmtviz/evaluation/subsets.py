"""Parts of a test set: sentences of some lengths, and those without unknown words.

The latter are No UNK in [B] Table 1. Each vocabulary leaves out other sentences, so
systems compare on those that are left to all of them.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from nmtviz.arrays import IntArray
from nmtviz.errors import InputError
from nmtviz.scores import SentenceScores

Bin: TypeAlias = tuple[int, int | None]
"""Fewest and most source words; None means no limit."""

EVERYTHING: Bin = (0, None)
"""The bin that holds every sentence."""


def make_bins(edges: Sequence[int]) -> tuple[Bin, ...]:
    """Return the bins that end at the edges, and one for all that is longer.

    Args:
        edges: Most source words of each bin but the last, such as 10, 20, 30.

    Raises:
        InputError: If they do not rise from at least 1.
    """
    if not edges or any(low >= high for low, high in pairwise([0, *edges])):
        told = " ".join(map(str, edges)) or "none"
        raise InputError(f"Ends of bins must rise from at least 1, got {told}.")
    highs: list[int | None] = [*edges, None]
    return tuple(zip([1, *(edge + 1 for edge in edges)], highs, strict=True))


def inside(words: IntArray, each: Bin) -> IntArray:
    """Return which sentences are in a bin, from 0, by their source words."""
    low, high = each
    return np.flatnonzero((words >= low) & (words <= (high or np.inf)))


def known_rows(systems: Iterable[SentenceScores]) -> IntArray:
    """Return the sentences without unknown words for any system, increasing, from 0.

    Args:
        systems: On one test set; who was not measured on such sentences does not count.
    """
    rows = [one.no_unknown_rows for one in systems]
    given = [each for each in rows if each is not None]
    return reduce(np.intersect1d, given) if given else np.zeros(0, np.int64)


def words_and_counts(
    scores: SentenceScores, known: IntArray | None
) -> tuple[IntArray, IntArray]:
    """Return source words, shape (m,), and BLEU's counts, (m, 10), of some sentences.

    Args:
        scores: A system on n sentences.
        known: Those to take, translated with `<unk>` forbidden, shape (m,); None takes
            all n as they were translated.

    Raises:
        InputError: If there is none to take, or one was not so translated.
    """
    if known is None:
        return scores.source_words, scores.bleu
    rows, counts = scores.no_unknown_rows, scores.no_unknown_bleu
    if rows is None or counts is None:
        raise _lacking(scores, "nobody has translated them")
    if not len(known):
        raise _lacking(scores, "there are none of them")
    if not np.isin(known, rows).all():
        raise _lacking(scores, "some have unknown words")
    return scores.source_words[known], counts[np.searchsorted(rows, known)]


def _lacking(scores: SentenceScores, why: str) -> InputError:
    return InputError(
        f"BLEU without unknown words needs sentences without any, but {why} for "
        f"'{scores.system}' on {scores.data}."
    )
