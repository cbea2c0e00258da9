"""What a network thinks of a translation when parts of the sentence are left out.

Dimensions: T target positions, G groups of source positions.
"""

from collections.abc import Collection, Sequence

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.search.forced import force
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.protocol import E, Network
from nmtviz.search.scheduling import Turns

_AT_ONCE = 32
"""Sentences in a batch: a long one is read as often as it has words."""


def leave_out(
    network: Network[E],
    source: Sequence[int],
    target: Sequence[int],
    groups: Sequence[Collection[int]],
    turns: Turns | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Force a translation once with the whole source and once without each group.

    Args:
        network: What scores tokens.
        source: Source ids, END included.
        target: Target ids, END included.
        groups: Source positions that are left out together.
        turns: How much is done at once; one batch after the other if None.

    Returns:
        log p(y_i | y_<i, x) in nats of the whole source, shape (T,), and without each
        group, shape (T, G).
    """
    sources = [
        [token for place, token in enumerate(source) if place not in group]
        for group in ((), *groups)
    ]

    def forced(batch: Sequence[int]) -> Sequence[FoundHypothesis]:
        return force(network, [sources[i] for i in batch], [target] * len(batch))

    turns = turns or Turns()
    lengths = {i: len(one) for i, one in enumerate(sources)}
    share = -(-len(sources) // turns.count)  # so that every core has one
    found = turns.in_batches(forced, lengths, min(share, _AT_ONCE))
    whole, *without = (found[i].token_log_probs for i in lengths)
    return whole, np.reshape(without, (len(groups), len(target))).T
