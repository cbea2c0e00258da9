"""Forced decoding: what a network thinks of translations that are given.

Dimensions: B sentence pairs, S source and T target positions, H decoder units, V
target vocabulary.
"""

from collections.abc import Sequence

import torch

from nmtviz.data.vocabulary import START_ID
from nmtviz.search.alignment_rows import ForcedRows, Rows
from nmtviz.search.batch import padded
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.protocol import E, Network, scores_in_nats


@torch.inference_mode()
def force(
    network: Network[E],
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]],
    *,
    rows: Sequence[Rows] = (),
    length_penalty: float = 1.0,
) -> list[FoundHypothesis]:
    """Score one given target of each sentence.

    Args:
        network: What scores tokens.
        sources: Source ids of each sentence, its END included.
        targets: Target ids of each sentence, its END included.
        rows: Alignment rows to use instead of the network's own, for each sentence;
            none at all if empty.
        length_penalty: Exponent p of |y| in score = log p / |y|**p.
    """
    if not sources:
        return []
    source, lengths = padded(sources, network.device)
    target, _ = padded(targets, network.device)
    encoding = network.encode(source, lengths)
    forced = ForcedRows(rows, source)
    state = encoding.state.unsqueeze(1)  # (B, 1, H)
    previous = torch.full_like(target[:, :1], START_ID)
    columns, found = [], []
    for position, tokens in enumerate(target.T.unsqueeze(-1)):  # (B, 1)
        step = network.step(previous, state, encoding, forced.at(position))
        logits = scores_in_nats(step)[:, 0]  # (B, V)
        columns.append(logits.gather(1, tokens) - logits.logsumexp(1, keepdim=True))
        if step.weights is not None:
            found.append(step.weights)  # (B, 1, S)
        previous, state = tokens, step.state
    log_probs = torch.cat(columns, dim=1).double().cpu().numpy()  # (B, T)
    weights = torch.cat(found, dim=1).double().cpu().numpy() if found else None
    return [
        FoundHypothesis(
            ids=tuple(ids),
            score=float(log_probs[b, : len(ids)].sum() / len(ids) ** length_penalty),
            token_log_probs=log_probs[b, : len(ids)],
            alignment=(
                None if weights is None else weights[b, : len(ids), : len(sources[b])]
            ),
        )
        for b, ids in enumerate(targets)
    ]
