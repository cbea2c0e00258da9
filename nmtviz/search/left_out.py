"""What a network thinks of a translation when parts of the sentence are left out.

Dimensions: T target positions, G groups of source positions.
"""

from collections.abc import Collection, Sequence

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.search.forced import force
from nmtviz.search.protocol import E, Network

_AT_ONCE = 32
"""Sentences in a batch: a long one is read as often as it has words."""


def leave_out(
    network: Network[E],
    source: Sequence[int],
    target: Sequence[int],
    groups: Sequence[Collection[int]],
) -> tuple[FloatArray, FloatArray]:
    """Force a translation once with the whole source and once without each group.

    Args:
        network: What scores tokens.
        source: Source ids, END included.
        target: Target ids, END included.
        groups: Source positions that are left out together.

    Returns:
        log p(y_i | y_<i, x) in nats of the whole source, shape (T,), and without each
        group, shape (T, G).
    """
    sources = [
        [token for place, token in enumerate(source) if place not in group]
        for group in ((), *groups)
    ]
    log_probs = []
    for start in range(0, len(sources), _AT_ONCE):
        batch = sources[start : start + _AT_ONCE]
        found = force(network, batch, [target] * len(batch))
        log_probs += [one.token_log_probs for one in found]
    whole, *without = log_probs
    return whole, np.reshape(without, (len(groups), len(target))).T
