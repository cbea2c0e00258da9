"""The steps of a search, and the way back through them.

Dimensions: B sentences of the whole batch, R of them still searched at a step, W
live hypotheses, N best returned, S source positions.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from torch import Tensor

from nmtviz.arrays import FloatArray
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


class _ReadStep(NamedTuple):
    """A step as plain values, which are quicker to look up one by one."""

    row_of: dict[int, int]
    """Where each sentence of the whole batch is in what follows."""

    tokens: list[list[int]]
    parents: list[list[int]]
    log_probs: list[list[float]]
    weights: FloatArray | None

    @classmethod
    def of(cls, step: _Step) -> Self:
        """Read what tensors hold."""
        return cls(
            {row: place for place, row in enumerate(step.rows.tolist())},
            step.tokens.tolist(),
            step.parents.tolist(),
            step.log_probs.tolist(),
            None if step.weights is None else step.weights.cpu().numpy(),
        )


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
        steps = [_ReadStep.of(step) for step in self._steps]
        every = zip(source_lengths, *(one.tolist() for one in ended), strict=True)
        return [
            tuple(
                _follow(steps[:length], row, parent, score, log_prob, source_length)
                for score, log_prob, length, parent in zip(*sentence, strict=True)
                if score > -math.inf
            )
            for row, (source_length, *sentence) in enumerate(every)
        ]


def _follow(
    steps: Sequence[_ReadStep],
    row: int,
    slot: int,
    score: float,
    log_prob: float,
    source_length: int,
) -> FoundHypothesis:
    """Return the hypothesis of a sentence that ended at the last of these steps.

    Args:
        steps: What was done until then.
        row: Which sentence of the batch it is.
        slot: The hypothesis of the step before that END was put behind.
        score: Its score.
        log_prob: log p of it all.
        source_length: Tokens of the sentence.
    """
    ids, totals, weights = [END_ID], [log_prob], []
    for step in reversed(steps):
        place = step.row_of[row]
        if step is not steps[-1]:
            ids.append(step.tokens[place][slot])
            totals.append(step.log_probs[place][slot])
            slot = step.parents[place][slot]
        if step.weights is not None:
            weights.append(step.weights[place, slot, :source_length])
    return FoundHypothesis(
        ids=tuple(ids[::-1]),
        score=score,
        token_log_probs=np.diff(totals[::-1], prepend=0.0),
        alignment=np.stack(weights[::-1]).astype(np.float64) if weights else None,
    )
