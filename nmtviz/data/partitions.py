"""Partitions of a training corpus, each with a target vocabulary of its own.

Jean et al. (2015), https://arxiv.org/abs/1412.2007, section 3.1: walk the targets
in the order in which they are trained on and collect unique words until there are
tau of them. That run of sentences is partition i, its words are V'_i, and while one
trains on it the softmax is over V'_i alone (uniform proposal: the correction of the
importance weights cancels, Eq. 8).

Our sentences come by the fetch, so a partition is a run of whole fetches. It ends
before the fetch whose words would be too many, and has at most as many as an epoch.
Which partition an update belongs to depends on nothing but the schedule, tau and the
update's number, so a run can go on anywhere.
"""

from dataclasses import dataclass

import numpy as np

from nmtviz.arrays import IntArray
from nmtviz.data.batches import MinibatchSchedule
from nmtviz.data.vocabulary import SPECIALS


@dataclass(frozen=True, kw_only=True, slots=True)
class Partition:
    """A run of fetches and the words their targets use."""

    first: int
    """Its first fetch."""

    end: int
    """The fetch behind its last one."""

    words: IntArray
    """V'_i, special symbols included, in the order of the ids."""


class Partitions:
    """The endless sequence of partitions of a training run."""

    def __init__(self, schedule: MinibatchSchedule, most_words: int) -> None:
        """Cut what a schedule draws.

        Args:
            schedule: Draws the minibatches.
            most_words: tau, words of a partition, special symbols included. A single
                fetch with more is a partition too.
        """
        self._schedule = schedule
        self._most_words = most_words
        per_fetch = len(schedule.fetch(0))
        self._longest = -(-len(schedule.corpus) // per_fetch)  # fetches of an epoch
        self._current = self._from(0)

    def of(self, update: int) -> Partition:
        """Return the partition an update belongs to, counted from 0."""
        fetch = update // self._schedule.batches_per_fetch
        if fetch < self._current.first:
            self._current = self._from(0)
        while fetch >= self._current.end:
            self._current = self._from(self._current.end)
        return self._current

    def _from(self, first: int) -> Partition:
        """Collect words from a fetch on."""
        words = np.union1d(np.arange(len(SPECIALS)), self._words(first))
        end = first + 1
        while end - first < self._longest:
            more = np.union1d(words, self._words(end))
            if len(more) > self._most_words:
                break
            words, end = more, end + 1
        return Partition(first=first, end=end, words=words)

    def _words(self, fetch: int) -> IntArray:
        targets = self._schedule.corpus.target
        rows = [targets[index] for index in self._schedule.fetch(fetch)]
        return np.unique(np.concatenate(rows)).astype(np.int64)
