"""Beam search over a batch of sentences, all hypotheses at once.

At every position the `beam_size` best extensions of a sentence's live hypotheses
are looked at. Those that end are set aside with their score; the best
`beam_size` that do not end live on. A sentence is done when `beam_size`
hypotheses have ended, when no live one can still enter the n best, or at its
length limit, where every live hypothesis is made to end. So beam 1 is greedy
search, and every hypothesis ends with END.

Dimensions: B sentences still searched, W live hypotheses each (1 at first, then
at most K = `beam_size`), N best returned, S source positions, V target vocabulary,
H decoder units.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID, PAD_ID, START_ID, UNKNOWN_ID
from nmtviz.search.batch import padded
from nmtviz.search.ended import Ended
from nmtviz.search.found import FoundHypothesis
from nmtviz.search.history import History
from nmtviz.search.protocol import E, Network


class _Extensions(NamedTuple):
    """The best ways to go on with a sentence's live hypotheses, best first."""

    log_probs: Tensor
    """log p(y_1 ... y_i | x), shape (B, <= 2K)."""

    tokens: Tensor
    """y_i, shape (B, <= 2K)."""

    parents: Tensor
    """Which live hypothesis each one extends, shape (B, <= 2K)."""


@torch.inference_mode()
def beam_search(
    network: Network[E], sources: Sequence[Sequence[int]], config: SearchConfig
) -> list[tuple[FoundHypothesis, ...]]:
    """Search the `n_best` translations of each sentence, best first.

    Args:
        network: What scores tokens.
        sources: Source ids of each sentence, its END included.
        config: Beam, length and what is forbidden.
    """
    if not sources:
        return []
    source, lengths = padded(sources, network.device)
    encoding = network.encode(source, lengths)
    limits = _length_limits(lengths, config)
    rows = torch.arange(len(sources), device=network.device)
    ended = Ended.none_of(len(sources), config, network.device)
    history = History()

    previous = torch.full_like(rows, START_ID).unsqueeze(1)  # (B, 1)
    state = encoding.state.unsqueeze(1)  # (B, 1, H)
    log_probs = torch.zeros_like(previous, dtype=torch.float64)  # (B, 1)
    while len(rows):
        position = len(history) + 1
        step = network.step(previous, state, encoding)
        best = _extend(step.logits, log_probs, limits[rows] == position, config)
        ended.collect(rows, position, best.log_probs, best.tokens, best.parents)
        log_probs, previous, parents = _live(best, config.beam_size)
        history.append(rows, previous, parents, log_probs, step.weights)

        going = ended.can_improve(rows, log_probs[:, 0], limits[rows])
        slots = parents.unsqueeze(-1).expand(-1, -1, step.state.shape[-1])
        state = step.state.gather(1, slots)  # (B, W, H)
        if not going.all():
            kept = going.nonzero().squeeze(1)
            rows, encoding = rows[kept], encoding.select(kept)
            log_probs, previous, state = log_probs[kept], previous[kept], state[kept]
    return history.reconstruct(ended.best(config.n_best), [len(s) for s in sources])


def _length_limits(lengths: Tensor, config: SearchConfig) -> Tensor:
    """Return the most target tokens of each sentence, END included, shape (B,)."""
    limits = [max(1, config.max_length(length)) for length in lengths.tolist()]
    return torch.tensor(limits, device=lengths.device)


def _extend(
    logits: Tensor, log_probs: Tensor, last: Tensor, config: SearchConfig
) -> _Extensions:
    """Return the 2K best extensions, of which at most K end.

    Args:
        logits: The network's scores of the next token, shape (B, W, V); overwritten.
        log_probs: log p of the live hypotheses, shape (B, W).
        last: Whether a sentence has reached its length limit, shape (B,).
        config: Beam size and whether `<unk>` may be produced.
    """
    # Probabilities stay the network's own: what is forbidden keeps its share.
    normalizers = logits.logsumexp(dim=-1, keepdim=True)
    forbidden = [PAD_ID, START_ID] + [UNKNOWN_ID] * config.forbid_unknown
    logits[..., forbidden] = -torch.inf
    if last.any():
        ends = logits[last, :, END_ID]
        logits[last] = -torch.inf
        logits[last, :, END_ID] = ends

    # One of a hypothesis' K + 1 best may be END, so K others are among them.
    per_hypothesis = min(config.beam_size + 1, logits.shape[-1])
    best, tokens = logits.topk(per_hypothesis, dim=-1)
    totals = (log_probs.unsqueeze(-1) + (best - normalizers)).flatten(1)
    totals, places = totals.topk(min(2 * config.beam_size, totals.shape[1]), dim=1)
    return _Extensions(
        log_probs=totals,
        tokens=tokens.flatten(1).gather(1, places),
        parents=places // per_hypothesis,
    )


def _live(best: _Extensions, beam_size: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return log p, tokens and parents of the K best that do not end, (B, W)."""
    going_on = best.log_probs.masked_fill(best.tokens == END_ID, -torch.inf)
    log_probs, places = going_on.topk(min(beam_size, going_on.shape[1]), dim=1)
    return log_probs, best.tokens.gather(1, places), best.parents.gather(1, places)
