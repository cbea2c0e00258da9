"""Counts to probabilities, with a prior that keeps rare words from catching too much.

A word seen once would otherwise be free to generate whatever it met, which takes links
from the words that mean it. Riley and Gildea (2012), https://aclanthology.org/P12-2060,
section 3: with a symmetric Dirichlet prior of parameter alpha on t(. | e), variational
Bayes replaces the quotient of counts by

    exp(digamma(count(e, f) + alpha) - digamma(sum over f of count(e, f) + alpha))

which sums to less than 1: small counts shrink.
"""

import numpy as np

from nmtviz.arrays import FloatArray

_SHIFT = 6  # digamma's series is exact to 1e-9 from here on


def probabilities(counts: FloatArray, totals: FloatArray, alpha: float) -> FloatArray:
    """Return t(f | e) of word pairs.

    Args:
        counts: Expected counts of pairs (e, f).
        totals: For each of them the sum over all f, with alpha in each term.
        alpha: The prior's parameter; 0 gives the quotient of counts.
    """
    if alpha == 0:
        return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    shares: FloatArray = np.exp(digamma(counts + alpha) - digamma(totals))
    return shares


def digamma(x: FloatArray) -> FloatArray:
    """Return the slope of log gamma at positive numbers."""
    far = x + _SHIFT  # digamma(x) = digamma(x + 1) - 1 / x
    square = 1 / (far * far)
    series = square * (1 / 12 - square * (1 / 120 - square / 252))
    found: FloatArray = np.log(far) - 0.5 / far - series
    for step in range(_SHIFT):
        found -= 1 / (x + step)
    return found
