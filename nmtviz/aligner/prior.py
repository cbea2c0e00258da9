"""Where a word's partner is likely to be: near the diagonal.

Dyer, Chahuneau and Smith (2013), https://aclanthology.org/N13-1073, section 2:
generated word i of m comes from given word j of n with a probability proportional to
exp(lambda h), h = -|i/m - j/n|, i and j counted from 1. Lambda, the tension, is fitted
by the steps of their program fast_align, here after every round.
"""

from collections.abc import Mapping

import numpy as np

from nmtviz.arrays import FloatArray

_STEPS, _RATE = 8, 20.0  # of gradient ascent, fast_align's
_LEAST, _MOST = 0.1, 14.0  # tension, fast_align's


def features(generated: int, given: int) -> FloatArray:
    """Return h for all positions, shape (generated, given)."""
    rows = np.arange(1, generated + 1)[:, None] / generated
    columns = np.arange(1, given + 1) / given
    distance: FloatArray = -np.abs(rows - columns)
    return distance


def rows(features: FloatArray, tension: float) -> FloatArray:
    """Return p(j | i), which sums to 1 in each row; uniform at tension 0."""
    weights = np.exp(tension * features)
    shares: FloatArray = weights / weights.sum(axis=1, keepdims=True)
    return shares


def fit(tension: float, found: float, shapes: Mapping[tuple[int, int], int]) -> float:
    """Return a tension under which links are as far from the diagonal as was found.

    The log-likelihood's gradient in lambda is the sum of h over the links found, less
    what the prior expects; fast_align takes eight steps, per generated word.

    Args:
        tension: Where to start.
        found: Sum of h over all expected links.
        shapes: How many sentence pairs there are of (generated, given) words.
    """
    words = sum(count * generated for (generated, _), count in shapes.items())
    for _ in range(_STEPS):
        expected = 0.0
        for shape, count in shapes.items():
            h = features(*shape)
            expected += count * float((rows(h, tension) * h).sum())
        tension += _RATE * (found - expected) / words
        tension = min(max(tension, _LEAST), _MOST)
    return tension
