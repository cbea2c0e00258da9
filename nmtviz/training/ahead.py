"""The minibatches of a run, made ahead of their updates where a GPU would wait."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import cast

from torch.utils.data import DataLoader, Dataset

from nmtviz.data.batches import Batch, MinibatchSchedule
from nmtviz.data.subwords import SubwordSampler

_MOST_PROCESSES = 4
"""Drawing pieces for a minibatch takes longer than a GPU learns from it."""

_EACH = 8
"""Minibatches that a process makes ahead."""


@dataclass(frozen=True, slots=True)
class Minibatches(Dataset[Batch]):
    """The minibatch of any update, by its number from 0."""

    schedule: MinibatchSchedule
    sampler: SubwordSampler | None = None
    """Draws the pieces of source sentences."""

    def __getitem__(self, update: int) -> Batch:
        batch = self.schedule.batch(update)
        return self.sampler(batch, update) if self.sampler else batch

    def following(self, update: int, *, ahead: bool) -> Iterator[Batch]:
        """Return the minibatches from an update on, without end.

        Args:
            update: The first one.
            ahead: Make them in processes of their own before they are asked for.
        """
        loader = DataLoader(
            self,
            batch_size=None,
            sampler=cast("Iterator[int]", count(update)),
            num_workers=min(_MOST_PROCESSES, os.cpu_count() or 1) if ahead else 0,
            prefetch_factor=_EACH if ahead else None,
            worker_init_fn=_leave_interrupts,
        )
        return iter(loader)


def _leave_interrupts(_: int) -> None:
    """Let Ctrl-C, which every process of a terminal hears, end an update first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
