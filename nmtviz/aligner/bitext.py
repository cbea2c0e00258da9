"""Sentence pairs as blocks of numbers, and the table of words that ever meet.

Pairs with equally many words on both sides lie side by side in one dense block, so no
block has padding. A block of B pairs of S source and T target words has B x T x S
cells; the number of each cell's word pair is kept in a temporary file, 4 bytes a cell.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from nmtviz.arrays import IntArray
from nmtviz.data.corpus import Pair
from nmtviz.data.words import OnProgress
from nmtviz.errors import DataError

IdArray = npt.NDArray[np.int32]
Side = Literal["source", "target"]

_CELLS = 1 << 19  # most cells of a block that has more than one pair
_PENDING = 1 << 23  # word pairs gathered before they are merged into the table


class Block(NamedTuple):
    """Sentence pairs of one shape."""

    pairs: IntArray
    """Which pairs these are, counted from 0, shape (B,)."""

    source: IdArray
    """Ids of the source words, shape (B, S)."""

    target: IdArray
    """Ids of the target words, shape (B, T)."""

    cells: npt.NDArray[np.intp]
    """Which word pair each cell is, shape (B, T, S)."""


class Bitext:
    """Sentence pairs in blocks, with their P distinct pairs of words."""

    def __init__(
        self, pairs: Sequence[Pair], progress: OnProgress | None = None
    ) -> None:
        """Number the words of sentence pairs and the pairs of words that meet.

        Args:
            pairs: At least one; words with a space between, some on each side.
            progress: Told how many cells are done.

        Raises:
            DataError: If there is no room for temporary files.
        """
        self._source = _Text([pair.source for pair in pairs])
        self._target = _Text([pair.target for pair in pairs])
        blocks = list(self._cut())
        total = int((self._source.lengths * self._target.lengths).sum())

        def codes_of_blocks() -> Iterator[IntArray]:
            done = 0
            for block in blocks:
                yield (found := self._codes(block))
                done += found.size
                if progress:
                    progress("collecting word pairs", done, total)

        codes = _distinct(codes_of_blocks())
        self.source_words, self.target_words = (
            part.astype(np.int32) for part in np.divmod(codes, self._target.size)
        )
        """Ids of the words of each word pair, shape (P,)."""

        cells = _on_disk(total)
        self._blocks: list[tuple[IntArray, IdArray]] = []
        done = 0
        for block in blocks:
            found = self._codes(block)
            part = cells[done : done + found.size].reshape(found.shape)
            part[...] = _positions(found.ravel(), codes).reshape(found.shape)
            self._blocks.append((block, part))
            done += found.size
            if progress:
                progress("numbering word pairs", done, total)

    def __len__(self) -> int:
        """Return how many sentence pairs there are."""
        return len(self._source.lengths)

    def blocks(self) -> Iterator[Block]:
        """Yield all sentence pairs, block by block."""
        for pairs, cells in self._blocks:
            source, target = self._source.take(pairs), self._target.take(pairs)
            yield Block(pairs, source, target, np.array(cells, np.intp))

    @property
    def sizes(self) -> tuple[int, int]:
        """How many different source and target words there are."""
        return self._source.size, self._target.size

    def shapes(self) -> dict[tuple[int, int], int]:
        """Return how many sentence pairs there are of (S, T) words."""
        both = np.stack([self._source.lengths, self._target.lengths], axis=1)
        found, counts = np.unique(both, axis=0, return_counts=True)
        return {
            (int(s), int(t)): int(n) for (s, t), n in zip(found, counts, strict=True)
        }

    def _cut(self) -> Iterator[IntArray]:
        """Yield the numbers of sentence pairs of one shape, few enough for a block."""
        source, target = self._source.lengths, self._target.lengths
        order = np.lexsort((source, target))
        changes = np.diff(source[order]).astype(bool) | (np.diff(target[order]) != 0)
        for same in np.split(order, np.flatnonzero(changes) + 1):
            most = max(1, _CELLS // int(source[same[0]] * target[same[0]]))
            yield from np.split(same, range(most, same.size, most))

    def _codes(self, block: IntArray) -> IntArray:
        """Return a number for the words of each cell, shape (B, T, S)."""
        source, target = self._source.take(block), self._target.take(block)
        codes: IntArray = (
            source[:, None, :].astype(np.int64) * self._target.size + target[:, :, None]
        )
        return codes


class _Text:
    """The sentences of one language, one behind the other."""

    def __init__(self, sentences: Sequence[str]) -> None:
        ids: dict[str, int] = {}
        words = (word for sentence in sentences for word in sentence.split(" "))
        self._flat = np.fromiter((ids.setdefault(w, len(ids)) for w in words), np.int32)
        self.size = len(ids)
        self.lengths = np.array([s.count(" ") + 1 for s in sentences], np.int64)
        self._starts = np.cumsum(self.lengths) - self.lengths

    def take(self, sentences: IntArray) -> IdArray:
        """Return the words of sentences of one length, shape (B, length)."""
        length = self.lengths[sentences[0]]
        words: IdArray = self._flat[
            self._starts[sentences][:, None] + np.arange(length)
        ]
        return words


def _distinct(parts: Iterator[IntArray]) -> IntArray:
    """Return all different numbers in order, without holding all parts at once."""
    found = np.empty(0, np.int64)
    pending: list[IntArray] = []
    waiting = 0
    for part in parts:
        pending.append(_sorted_set(part.ravel()))
        waiting += pending[-1].size
        if waiting > max(_PENDING, found.size):
            found = _sorted_set(np.concatenate([found, *pending]))
            pending, waiting = [], 0
    return _sorted_set(np.concatenate([found, *pending]))


def _on_disk(count: int) -> IdArray:
    """Return room for numbers in a file of their own, which the system deletes.

    Raises:
        DataError: If the disk has no room for all of them.
    """
    size = count * np.dtype(np.int32).itemsize
    try:
        with tempfile.TemporaryFile() as file:
            if hasattr(os, "posix_fallocate"):  # or a full disk kills the process later
                os.posix_fallocate(file.fileno(), 0, size)
            return np.memmap(file, np.int32, "w+", shape=(count,))
    except OSError as error:
        raise DataError(
            f"{tempfile.gettempdir()} must have room for {size / 1e6:.0f} MB: "
            f"{error.strerror}."
        ) from error


def _sorted_set(numbers: IntArray) -> IntArray:
    """Return the different numbers in order; faster here than `np.unique`."""
    ordered = np.sort(numbers)
    different: IntArray = ordered[np.diff(ordered, prepend=-1) != 0]
    return different


def _positions(numbers: IntArray, table: IntArray) -> IntArray:
    """Return where each number stands in a sorted table that holds it.

    Numbers in order are found far faster than others. Each is sorted together with its
    place, as one integer, since sorting is far faster than `argsort`.
    """
    bits = int(numbers.size).bit_length()
    if int(table[-1]).bit_length() + bits > 63:  # one integer cannot hold both
        return np.searchsorted(table, numbers)
    ordered = np.sort((numbers << bits) | np.arange(numbers.size))
    places = ordered & ((1 << bits) - 1)
    ordered >>= bits
    first = np.diff(ordered, prepend=-1) != 0
    found = np.searchsorted(table, ordered[first])
    positions = np.empty(numbers.size, np.int64)
    positions[places] = found[np.cumsum(first) - 1]
    return positions
