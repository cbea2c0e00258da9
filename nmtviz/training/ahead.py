"""The minibatches of a run, made ahead of their updates where a GPU would wait."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import cast

import torch
from torch.utils.data import DataLoader, Dataset

from nmtviz.cores import usable_cores
from nmtviz.data.batches import Batch, MinibatchSchedule
from nmtviz.data.subwords import SubwordSampler
from nmtviz.errors import TrainingError
from nmtviz.training.distributed import Workers

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

    def following(self, update: int, *, processes: int = 0) -> Iterator[Batch]:
        """Return the minibatches from an update on, without end.

        Args:
            update: The first one.
            processes: Make them in so many, before they are asked for; 0 makes each in
                this one when it is wanted.

        Raises:
            TrainingError: If a process is gone; told by the iterator.
        """
        if not processes:
            return map(self.__getitem__, count(update))
        return self._ahead(update, processes)

    def _ahead(self, update: int, processes: int) -> Iterator[Batch]:
        loader = DataLoader(
            self,
            batch_size=None,
            sampler=cast("Iterator[int]", count(update)),
            num_workers=processes,
            prefetch_factor=_EACH,
            worker_init_fn=_leave_signals,
        )
        batches = iter(loader)
        while True:
            try:
                yield next(batches)
            except RuntimeError as error:
                raise TrainingError(
                    f"All {processes} processes that make minibatches must live as "
                    "long as the run, but one was killed, perhaps as memory ran out. "
                    "What was saved is kept: the same command resumes it."
                ) from error


def processes_ahead(device: torch.device, workers: Workers) -> int:
    """Return how many processes are to make minibatches: none for a CPU, which works.

    Args:
        device: What learns.
        workers: Have the cores of their machine in common.
    """
    if device.type != "cuda":
        return 0
    return workers.share_of(usable_cores(), _MOST_PROCESSES)


def _leave_signals(_: int) -> None:
    """Be deaf to what ends all processes of a terminal or a job.

    The one that trains hears it, too, and ends this one after an update.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
