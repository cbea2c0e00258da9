"""BLEU by source length, as figure 2 of Bahdanau et al. (2015) shows it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import Counts, bleu_of, sentence_counts, signature
from nmtviz.results import Evaluation, LengthBin

BINS: tuple[tuple[int, int | None], ...] = (
    *((low, low + 9) for low in range(1, 61, 10)),
    (61, None),
)
"""Fewest and most source words of each bin: 1-10, 11-20 ... 51-60, 61 and more."""


def evaluate(
    sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[str]
) -> Evaluation:
    """Compare translations with references, all together and by source length.

    Args:
        sources: Sentences that were translated; their whitespace words are counted.
        hypotheses: Their translations, not tokenized.
        references: Their reference translations, not tokenized.

    Raises:
        InputError: If there are none, or not one of each kind for each sentence.
    """
    if len(sources) != len(hypotheses):
        raise InputError(
            "Each source sentence must have one translation, got "
            f"{len(sources)} sentences and {len(hypotheses)} translations."
        )
    counts = sentence_counts(hypotheses, references)
    words = np.array([len(source.split()) for source in sources])
    return Evaluation(
        bleu=bleu_of(counts),
        signature=signature(),
        n=len(sources),
        lengths=tuple(_bin(counts, words, low, high) for low, high in BINS),
    )


def _bin(
    counts: Counts, words: npt.NDArray[np.int64], low: int, high: int | None
) -> LengthBin:
    inside = (words >= low) & (words <= (high or np.inf))
    bleu = bleu_of(counts[inside]) if inside.any() else None
    return LengthBin(low=low, high=high, n=int(inside.sum()), bleu=bleu)
