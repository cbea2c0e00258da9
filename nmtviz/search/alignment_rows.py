"""Alignment rows set by hand, as tensors.

Dimensions: B sentences of the whole batch, R of them, S source positions.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import torch
from torch import Tensor

from nmtviz.arrays import FloatArray

Rows: TypeAlias = Mapping[int, FloatArray]
"""Alignment rows of one sentence by target position, each of shape (S,) and sum 1."""


class ForcedRows:
    """What a network has to look at instead of its own choice."""

    def __init__(self, rows: Sequence[Rows], source: Tensor) -> None:
        """Put together the rows of a batch.

        Args:
            rows: Those of each sentence; none at all if empty.
            source: Its ids, shape (B, S).
        """
        self._rows: dict[int, Tensor] = {}
        for position in {position for sentence in rows for position in sentence}:
            self._rows[position] = torch.zeros_like(source, dtype=torch.float64)
            for number, sentence in enumerate(rows):
                if (row := sentence.get(position)) is not None:
                    self._rows[position][number, : len(row)] = torch.from_numpy(row)

    def at(self, position: int, sentences: Tensor | None = None) -> Tensor | None:
        """Return the rows of some sentences, shape (R, S), zeros where there is none.

        Args:
            position: Target position, from 0.
            sentences: Which ones, shape (R,); all if None.
        """
        found = self._rows.get(position)
        return found if found is None or sentences is None else found[sentences]
