"""Corpus BLEU by sacreBLEU, from counts that can be added up over any sentences.

BLEU of a part of a test set needs only the sum of its sentences' counts, so each
sentence is looked at once however many parts there are.
"""

from collections.abc import Sequence

import numpy as np
from sacrebleu.metrics.bleu import BLEU

from nmtviz.arrays import FloatArray, IntArray
from nmtviz.errors import InputError

_ORDERS = 4


def sentence_counts(hypotheses: Sequence[str], references: Sequence[str]) -> IntArray:
    """Count what BLEU needs of each sentence, shape (sentences, 10).

    A row has its length, the reference's, matches and n-grams of order 1-4.

    Args:
        hypotheses: Translations, not tokenized.
        references: A reference for each one, not tokenized.

    Raises:
        InputError: If there are none, or not one reference for each.
    """
    check_references("BLEU", hypotheses, references)
    # Counts are the same with or without `effective_order`; it silences a warning.
    metric = BLEU(tokenize="13a", effective_order=True)
    pairs = zip(hypotheses, references, strict=True)
    scores = (metric.sentence_score(found, [wanted]) for found, wanted in pairs)
    return np.array([[s.sys_len, s.ref_len, *s.counts, *s.totals] for s in scores])


def check_references(
    measure: str, hypotheses: Sequence[object], references: Sequence[object]
) -> None:
    """Refuse translations that a measure cannot compare.

    Raises:
        InputError: If there are none, or not one reference for each.
    """
    if not hypotheses or len(hypotheses) != len(references):
        raise InputError(
            f"{measure} needs a reference for each of at least one sentence, got "
            f"{len(hypotheses)} translations and {len(references)} references."
        )


def bleu_of(counts: IntArray) -> float:
    """Return corpus BLEU, 0-100, of the n sentences with these counts, (n, 10)."""
    sys_len, ref_len, *ngrams = map(int, counts.sum(axis=0))
    score = BLEU.compute_bleu(
        correct=ngrams[:_ORDERS],
        total=ngrams[_ORDERS:],
        sys_len=sys_len,
        ref_len=ref_len,
        smooth_method="exp",
    )
    return float(score.score)


def bleu_of_each(counts: FloatArray) -> FloatArray:
    """Return corpus BLEU, 0-100, of many test sets: `bleu_of`, but all at once.

    sacreBLEU's formula with its smoothing `exp`, as drawing a thousand test sets for
    each point of a curve would wait for its objects.

    Args:
        counts: What BLEU counts of each test set, shape (m, 10).

    Returns:
        Shape (m,).
    """
    sys_len, ref_len = counts[:, 0], counts[:, 1]
    correct, total = counts[:, 2 : 2 + _ORDERS], counts[:, 2 + _ORDERS :]
    # Of the orders without a match, the k-th counts as 1 / 2^k right.
    halved = 0.5 ** np.cumsum(correct == 0, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        precisions = np.where(correct == 0, halved, correct) / total
        penalty = np.exp(np.minimum(0.0, 1.0 - ref_len / sys_len))
        scores = 100 * penalty * np.exp(np.log(precisions).mean(axis=1))
    nothing = (correct == 0).all(axis=1) | (total == 0).any(axis=1)
    return np.where(nothing, 0.0, scores)


def signature() -> str:
    """Return what makes these numbers repeatable, in sacreBLEU's words."""
    return str(BLEU(tokenize="13a", references=[[""]]).get_signature())
