"""The steps of a search, and the way back through them.

Dimensions: R sentences still searched at a step, W live hypotheses, S source positions.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from torch import Tensor

from nmtviz.arrays import FloatArray
from nmtviz.data.vocabulary import END_ID
from nmtviz.search.finished import FinishedHypothesis
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.live import Extensions


class _Step(NamedTuple):
    rows: Sequence[int]
    """Which sentences of the whole batch were searched, R."""

    live: Extensions
    """What became the live hypotheses, shapes (R, W)."""

    weights: Tensor | None
    """Alignment rows, by hypothesis of the step before, shape (R, W before, S)."""


class _ReadStep(NamedTuple):
    """A step as plain values, which are quicker to look up one by one."""

    row_of: dict[int, int]
    """Where each sentence of the whole batch is in what follows."""

    log_probs: list[list[float]]
    tokens: list[list[int]]
    parents: list[list[int]]
    weights: FloatArray | None

    @classmethod
    def of(cls, step: _Step) -> Self:
        """Read what tensors hold."""
        return cls(
            {row: place for place, row in enumerate(step.rows)},
            step.live.log_probs.tolist(),
            step.live.tokens.tolist(),
            step.live.parents.tolist(),
            None if step.weights is None else step.weights.cpu().numpy(),
        )


class History:
    """What was done at every step of one search."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def append(
        self, rows: Sequence[int], live: Extensions, weights: Tensor | None
    ) -> None:
        """Remember a step; arguments as in `_Step`."""
        self._steps.append(_Step(rows, live, weights))

    def reconstruct(
        self,
        finished: Sequence[Sequence[FinishedHypothesis]],
        source_lengths: Sequence[int],
    ) -> list[tuple[FoundHypothesis, ...]]:
        """Follow the back-pointers of each sentence's finished hypotheses."""
        steps = [_ReadStep.of(step) for step in self._steps]
        found = []
        for row, (kept, size) in enumerate(zip(finished, source_lengths, strict=True)):
            every = (_follow(one, steps[: one.length], row, size) for one in kept)
            found.append(tuple(every))
        return found


def _follow(
    finished: FinishedHypothesis,
    steps: Sequence[_ReadStep],
    row: int,
    source_length: int,
) -> FoundHypothesis:
    """Return all of a hypothesis that ended at the last of these steps.

    Args:
        finished: Its end.
        steps: What was done until then.
        row: Which sentence of the batch it is of.
        source_length: Tokens of that sentence.
    """
    *before, last = steps
    slot = finished.parent  # of what END was put behind
    ids, totals = [END_ID], [finished.log_prob]
    looked_at = [(last, slot)]
    for step in reversed(before):
        place = step.row_of[row]
        ids.append(step.tokens[place][slot])
        totals.append(step.log_probs[place][slot])
        slot = step.parents[place][slot]
        looked_at.append((step, slot))
    weights = [
        step.weights[step.row_of[row], slot, :source_length]
        for step, slot in reversed(looked_at)
        if step.weights is not None
    ]
    return FoundHypothesis(
        ids=tuple(ids[::-1]),
        score=finished.score,
        token_log_probs=np.diff(totals[::-1], prepend=0.0),
        alignment=np.stack(weights).astype(np.float64) if weights else None,
    )
