"""BLEU by source length, as figure 2 of Bahdanau et al. (2015) shows it.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Sequence

import numpy as np

from nmtviz.arrays import IntArray
from nmtviz.curves import RESAMPLES, SEED, Evaluation, LengthBin, LengthCurve
from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import bleu_of, sentence_counts, signature
from nmtviz.evaluation.bootstrap import FEWEST, band, resampled_bleu
from nmtviz.evaluation.chrf import chrf_counts, chrf_of, chrf_signature
from nmtviz.evaluation.subsets import Bin, inside, make_bins, words_and_counts
from nmtviz.scores import SentenceScores

BINS = make_bins(range(10, 61, 10))
"""1-10, 11-20 ... 51-60, 61 and more."""


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
    words = count_words(sources, hypotheses)
    counts = sentence_counts(hypotheses, references)
    return Evaluation(
        bleu=bleu_of(counts),
        signature=signature(),
        chrf=chrf_of(chrf_counts(hypotheses, references)),
        chrf_signature=chrf_signature(),
        n=len(words),
        lengths=tuple(_bin(counts[inside(words, each)], each) for each in BINS),
    )


def count_words(sources: Sequence[str], hypotheses: Sequence[str]) -> IntArray:
    """Return the whitespace words of each source sentence, shape (n,).

    Raises:
        InputError: If not each has one translation.
    """
    if len(sources) != len(hypotheses):
        raise InputError(
            "Each source sentence must have one translation, got "
            f"{len(sources)} sentences and {len(hypotheses)} translations."
        )
    return np.array([len(source.split()) for source in sources], dtype=np.int64)


def length_curve(
    scores: SentenceScores,
    bins: Sequence[Bin] = BINS,
    *,
    known: IntArray | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> LengthCurve:
    """Return BLEU of a system by source length, with 95 % bootstrap bands.

    Args:
        scores: The system on a test set.
        bins: Fewest and most source words of each bin; None means no limit.
        known: Take only these sentences, without unknown words and translated with
            `<unk>` forbidden ([B] Table 1, second column); see `known_rows`.
        resamples: Test sets drawn for each band.
        seed: Makes the draws repeatable.

    Raises:
        InputError: If there are no sentences of the kind.
    """
    words, counts = words_and_counts(scores, known)
    chosen = [counts[inside(words, each)] for each in bins]
    rows = [_with_band(part, resamples, seed) for part in (*chosen, counts)]
    bleu, low, high = np.array(rows).T
    return LengthCurve(
        system=scores.system,
        data=scores.data,
        beam_size=scores.beam_size,
        no_unknown=known is not None,
        bins=tuple(bins),
        n=np.array([len(part) for part in chosen], dtype=np.int64),
        bleu=bleu[:-1],
        low=low[:-1],
        high=high[:-1],
        total_n=len(counts),
        total_bleu=float(bleu[-1]),
        total_low=float(low[-1]),
        total_high=float(high[-1]),
        resamples=resamples,
        seed=seed,
        signature=scores.bleu_signature,
    )


def _with_band(counts: IntArray, resamples: int, seed: int) -> tuple[float, ...]:
    """Return BLEU and the ends of its band.

    Not a number without sentences; a few leave chance next to nothing to draw.
    """
    if not len(counts):
        return (np.nan,) * 3
    if len(counts) < FEWEST:
        return bleu_of(counts), np.nan, np.nan
    return (bleu_of(counts), *band(resampled_bleu(counts, resamples, seed)))


def _bin(counts: IntArray, each: Bin) -> LengthBin:
    low, high = each
    bleu = bleu_of(counts) if len(counts) else None
    return LengthBin(low=low, high=high, n=len(counts), bleu=bleu)
