"""The steps of a search, and the way back through them.

Dimensions: B sentences of the whole batch, R of them still searched at a step, W
live hypotheses, N best returned, S source positions, T longest target.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from nmtviz.data.vocabulary import END_ID
from nmtviz.search.ended import Ended
from nmtviz.search.found import FoundHypothesis


class _Step(NamedTuple):
    rows: Tensor
    """Which sentences were searched, shape (R,)."""

    tokens: Tensor
    """Last token of each live hypothesis, shape (R, W)."""

    parents: Tensor
    """The hypothesis of the step before that it extends, shape (R, W)."""

    log_probs: Tensor
    """log p of each live hypothesis, shape (R, W)."""

    weights: Tensor | None
    """Alignment rows, by hypothesis of the step before, shape (R, W before, S)."""


class History:
    """What was done at every step of one search."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def append(
        self,
        rows: Tensor,
        tokens: Tensor,
        parents: Tensor,
        log_probs: Tensor,
        weights: Tensor | None,
    ) -> None:
        """Remember a step; the shapes are those of `_Step`."""
        self._steps.append(_Step(rows, tokens, parents, log_probs, weights))

    def reconstruct(
        self, ended: Ended, source_lengths: Sequence[int]
    ) -> list[tuple[FoundHypothesis, ...]]:
        """Follow the back-pointers of ended hypotheses, shapes (B, N)."""
        slots, totals = ended.parents, ended.log_probs
        row_of = torch.zeros_like(slots[:, 0])  # a sentence's place in a step, (B,)
        tokens, log_probs, weights = [], [], []
        for position, step in reversed(list(enumerate(self._steps, start=1))):
            row_of[step.rows] = torch.arange(len(step.rows), device=row_of.device)
            # Here each hypothesis ends, or goes on, or (what is cut off later) is over.
            last, inside = ended.lengths == position, ended.lengths > position
            found = step.tokens[row_of].gather(1, slots)
            tokens.append(torch.where(last, END_ID, found))
            total = step.log_probs[row_of].gather(1, slots)
            log_probs.append(torch.where(last, totals, total))
            before = step.parents[row_of].gather(1, slots)
            slots = torch.where(inside, before, slots)
            if step.weights is not None:
                weights.append(step.weights[row_of.unsqueeze(1), slots])
        return _as_found(
            ended,
            torch.stack(tokens[::-1], dim=-1),
            torch.stack(log_probs[::-1], dim=-1),
            torch.stack(weights[::-1], dim=2) if weights else None,
            source_lengths,
        )


def _as_found(
    ended: Ended,
    tokens: Tensor,
    totals: Tensor,
    weights: Tensor | None,
    source_lengths: Sequence[int],
) -> list[tuple[FoundHypothesis, ...]]:
    """Cut tensors (B, N, T) and (B, N, T, S) into one value a hypothesis."""
    log_probs = totals.diff(dim=-1, prepend=torch.zeros_like(totals[..., :1]))
    numbers = log_probs.cpu().numpy()
    rows = None if weights is None else weights.double().cpu().numpy()
    ids, lengths = tokens.tolist(), ended.lengths.tolist()
    return [
        tuple(
            FoundHypothesis(
                ids=tuple(ids[b][n][: lengths[b][n]]),
                score=score,
                token_log_probs=numbers[b, n, : lengths[b][n]].copy(),
                alignment=(
                    None
                    if rows is None
                    else rows[b, n, : lengths[b][n], : source_lengths[b]].copy()
                ),
            )
            for n, score in enumerate(scores)
            if score > -torch.inf
        )
        for b, scores in enumerate(ended.scores.tolist())
    ]
