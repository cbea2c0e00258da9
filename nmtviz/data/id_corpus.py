"""A corpus as the network reads it: ids in flat arrays.

Dimensions: N sentences.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from nmtviz.arrays import UNREADABLE, IntArray
from nmtviz.errors import DataError

_PRIME = 1_000_003  # source and target of a pair count apart


@dataclass(frozen=True, slots=True)
class Ragged:
    """Sentences of different lengths, one behind the other."""

    flat: npt.NDArray[np.int32]
    """The ids of all sentences."""

    offsets: IntArray
    """Where each sentence begins, and where the last one ends; shape (N + 1,)."""

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]]) -> Self:
        """Join sentences given as lists of ids."""
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        total = int(offsets[-1])
        ids = (number for row in rows for number in row)
        return cls(np.fromiter(ids, dtype=np.int32, count=total), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> npt.NDArray[np.int32]:
        return self.flat[self.offsets[index] : self.offsets[index + 1]]

    def lengths(self, indices: IntArray) -> IntArray:
        """Return the ids in some of the sentences, end symbol included."""
        return self.offsets[indices + 1] - self.offsets[indices]


@dataclass(frozen=True, slots=True)
class IdCorpus:
    """Sentence pairs as ids; every sentence ends with the end symbol."""

    source: Ragged
    target: Ragged

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise DataError(
                "A corpus must have as many targets as sources, got "
                f"{len(self.target)} and {len(self.source)}."
            )

    def __len__(self) -> int:
        return len(self.source)

    @property
    def digest(self) -> str:
        """What tells these ids from those of any other text or vocabulary."""
        digest = hashlib.sha256()
        for side in (self.source, self.target):
            digest.update(side.offsets.tobytes())
            digest.update(side.flat.tobytes())
        return digest.hexdigest()

    def count_in(self, other: "IdCorpus") -> int:
        """Return how many of these pairs another corpus has, too, id by id."""
        alike = np.flatnonzero(np.isin(other._sums(), self._sums()))
        there = {other._pair(int(index)) for index in alike}
        return sum(self._pair(index) in there for index in range(len(self)))

    def _pair(self, index: int) -> tuple[bytes, bytes]:
        return self.source[index].tobytes(), self.target[index].tobytes()

    def _sums(self) -> IntArray:
        """Return a number of each pair, the same for the same ids, shape (N,)."""
        source, target = (
            np.add.reduceat(side.flat, side.offsets[:-1], dtype=np.int64)
            for side in (self.source, self.target)
        )
        found: IntArray = source * _PRIME + target
        return found

    def save(self, path: Path) -> None:
        """Write the corpus as `.npz`."""
        with path.open("wb") as file:
            np.savez(
                file,
                source=self.source.flat,
                source_offsets=self.source.offsets,
                target=self.target.flat,
                target_offsets=self.target.offsets,
            )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote.

        Raises:
            DataError: If the file is missing or is not a corpus.
        """
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                return cls(
                    Ragged(arrays["source"], arrays["source_offsets"]),
                    Ragged(arrays["target"], arrays["target_offsets"]),
                )
        except UNREADABLE as error:
            raise DataError(f"{path} is not a corpus of ids: {error}.") from error
