"""The states of a network along sentence pairs that are given.

Dimensions: B sentence pairs, S source and T target positions, C annotation size, H
decoder units.
"""

from collections.abc import Sequence

import torch

from nmtviz.arrays import SingleArray
from nmtviz.data.vocabulary import START_ID
from nmtviz.search.batch import padded
from nmtviz.search.protocol import E, InspectableNetwork


@torch.inference_mode()
def states_of(
    network: InspectableNetwork[E],
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]],
) -> list[tuple[SingleArray, SingleArray]]:
    """Return h_j and what each target token is read from, for each pair.

    Args:
        network: What reads and writes.
        sources: Source ids of each of at least one sentence, its END included.
        targets: Target ids of each sentence, its END included.

    Returns:
        Annotations, shape (S, C), or (1, H) of a network that has one vector for a
        sentence; and states, shape (T, H).
    """
    source, lengths = padded(sources, network.device)
    target, _ = padded(targets, network.device)
    found = network.states(source, lengths, target, start=START_ID)
    annotations, states = (
        values.float().cpu().numpy() for values in (found.annotations, found.states)
    )
    return [
        (annotations[b, : len(read)].copy(), states[b, : len(written)].copy())
        for b, (read, written) in enumerate(zip(sources, targets, strict=True))
    ]
