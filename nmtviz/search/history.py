"""The steps of a search, and the way back through them.

Dimensions: B sentences of the whole batch, R of them still searched at a step, W
live hypotheses, N best returned, S source positions, T longest target.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from torch import Tensor

from nmtviz.arrays import FloatArray, IntArray
from nmtviz.data.vocabulary import END_ID
from nmtviz.search.ended import EndedHypotheses
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
        self, ended: EndedHypotheses, source_lengths: Sequence[int]
    ) -> list[tuple[FoundHypothesis, ...]]:
        """Follow the back-pointers of ended hypotheses, shapes (B, N)."""
        slots, totals, lengths = (
            one.cpu().numpy() for one in (ended.parents, ended.log_probs, ended.lengths)
        )
        row_of = np.zeros((len(slots), 1), dtype=np.int64)  # place in a step, (B, 1)
        tokens, log_probs, weights = [], [], []
        rows = None
        for position, step in reversed(list(enumerate(self._steps, start=1))):
            if step.rows is not rows:
                rows = step.rows
                row_of[rows.cpu().numpy(), 0] = np.arange(len(rows))
            # Here each hypothesis ends, or goes on, or (what is cut off later) is over.
            last, inside = lengths == position, lengths > position
            at = (row_of, slots)
            tokens.append(np.where(last, END_ID, step.tokens.cpu().numpy()[at]))
            log_probs.append(np.where(last, totals, step.log_probs.cpu().numpy()[at]))
            slots = np.where(inside, step.parents.cpu().numpy()[at], slots)
            if step.weights is not None:
                weights.append(step.weights.cpu().numpy()[row_of, slots])
        return _as_found(
            ended, tokens[::-1], log_probs[::-1], weights[::-1], source_lengths
        )


def _as_found(
    ended: EndedHypotheses,
    tokens: list[IntArray],
    totals: list[FloatArray],
    weights: list[FloatArray],
    source_lengths: Sequence[int],
) -> list[tuple[FoundHypothesis, ...]]:
    """Cut what each position has, (B, N) and (B, N, S), into one value a hypothesis."""
    with np.errstate(invalid="ignore"):  # a place that stayed free has only -inf
        log_probs = np.diff(np.stack(totals, axis=-1), axis=-1, prepend=0)
    rows = np.stack(weights, axis=2).astype(np.float64) if weights else None
    ids, lengths = np.stack(tokens, axis=-1).tolist(), ended.lengths.tolist()
    return [
        tuple(
            FoundHypothesis(
                ids=tuple(ids[b][n][: lengths[b][n]]),
                score=score,
                token_log_probs=log_probs[b, n, : lengths[b][n]].copy(),
                alignment=(
                    None
                    if rows is None
                    else rows[b, n, : lengths[b][n], : source_lengths[b]].copy()
                ),
            )
            for n, score in enumerate(scores)
            if score > -np.inf
        )
        for b, scores in enumerate(ended.scores.tolist())
    ]
