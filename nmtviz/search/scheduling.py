"""Who searches when: batches of sentences side by side, each on one core."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from threading import BoundedSemaphore
from typing import Self, TypeVar

import torch

from nmtviz.search.cores import cores, searching, side_by_side

Result = TypeVar("Result")

MOST = 8
"""Turns at once: each of them has tables of a batch times the vocabulary."""


class Turns:
    """Limits how many batches are searched at once, over all callers."""

    def __init__(self, count: int = 1) -> None:
        """Let so many be searched, at least one."""
        self.count = count
        self._free = BoundedSemaphore(count)

    @classmethod
    def on(cls, device: torch.device) -> Self:
        """Let as many be searched as there are cores, at most `MOST`; on a GPU, one."""
        return cls(min(cores(), MOST) if device.type == "cpu" else 1)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for a turn, and search on one core.

        Raises:
            InputError: If the memory does not suffice.
        """
        with self._free, searching():
            yield

    def in_batches(
        self,
        work: Callable[[Sequence[int]], Sequence[Result]],
        lengths: Mapping[int, int],
        batch_size: int,
    ) -> dict[int, Result]:
        """Do work for all of some sentences, with those of similar length together.

        Args:
            work: Returns what comes of each sentence of a batch.
            lengths: Tokens of each sentence, by its number.
            batch_size: Most sentences of a batch.

        Raises:
            InputError: If the memory does not suffice.
        """
        order = sorted(lengths, key=lengths.__getitem__)
        batches = [
            order[start : start + batch_size]
            for start in range(0, len(order), batch_size)
        ]

        def in_turn(batch: Sequence[int]) -> Sequence[tuple[int, Result]]:
            with self.taken():
                return [*zip(batch, work(batch), strict=True)]

        longest_first = batches[::-1]
        most = min(self.count, cores())
        return dict(chain(*side_by_side(in_turn, longest_first, most)))
