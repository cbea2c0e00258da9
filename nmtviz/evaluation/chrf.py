"""chrF by sacreBLEU's definition, from counts that can be added up over any sentences.

Popović (2015), https://aclanthology.org/W15-3049: the F-score of character n-grams of
order 1-6, recall counting twice, white space left out.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.helpers import extract_all_char_ngrams

from nmtviz.arrays import FloatArray, IntArray
from nmtviz.evaluation.bleu import check_references


def chrf_counts(hypotheses: Sequence[str], references: Sequence[str]) -> IntArray:
    """Count what chrF needs of each sentence, shape (sentences, 18).

    A row has the n-grams of translation, reference and both, for each order.

    Args:
        hypotheses: Translations, not tokenized.
        references: A reference for each one, not tokenized.

    Raises:
        InputError: If there are none, or not one reference for each.
    """
    check_references("chrF", hypotheses, references)
    pairs = zip(hypotheses, references, strict=True)
    return np.array([_sentence(found, wanted) for found, wanted in pairs])


def chrf_of(counts: IntArray) -> float:
    """Return corpus chrF, 0-100, of the n sentences with these counts, (n, 18)."""
    return float(_f_scores(counts.sum(axis=0, keepdims=True))[0])


def sentence_chrf(counts: IntArray) -> FloatArray:
    """Return chrF, 0-100, of each of n sentences, shape (n,), by counts (n, 18)."""
    return _f_scores(counts)


def chrf_signature() -> str:
    """Return what makes these numbers repeatable, in sacreBLEU's words."""
    return str(CHRF(references=[[""]]).get_signature())


def _sentence(hypothesis: str, reference: str) -> list[int]:
    found, wanted = (
        extract_all_char_ngrams(text, CHRF.CHAR_ORDER)
        for text in (hypothesis, reference)
    )
    counts = []
    for ours, theirs in zip(found, wanted, strict=True):
        # sacreBLEU leaves out an order that the reference is too short for.
        total = ours.total() if theirs else 0
        counts += [total, theirs.total(), _both(ours, theirs)]
    return counts


def _both(ours: Counter[str], theirs: Counter[str]) -> int:
    return sum(min(times, theirs[ngram]) for ngram, times in ours.items())


def _f_scores(counts: IntArray) -> FloatArray:
    """Return the F-score, 0-100, of each row: precision and recall averaged first."""
    found, wanted, both = counts.reshape(len(counts), -1, 3).transpose(2, 0, 1)
    used = (found > 0) & (wanted > 0)
    orders = np.maximum(used.sum(axis=1), 1)
    precision = np.where(used, both / np.maximum(found, 1), 0.0).sum(axis=1) / orders
    recall = np.where(used, both / np.maximum(wanted, 1), 0.0).sum(axis=1) / orders
    weight = CHRF.BETA**2
    below = np.maximum(weight * precision + recall, np.finfo(float).tiny)
    scores: FloatArray = 100 * (1 + weight) * precision * recall / below
    return scores
