"""Minibatches by the recipe of Bahdanau et al. (2015), appendix B.2.

The data is shuffled once, or anew for each epoch. Again and again the next pairs are
fetched (there 1600), sorted by length and cut into minibatches (there 20 of 80). Which
pairs an update sees depends on nothing but the corpus, the settings and the number of
the update, so a run can go on anywhere.

Dimensions: B sentence pairs, S source positions, T target positions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nmtviz.arrays import IntArray
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.data.vocabulary import PAD_ID
from nmtviz.errors import DataError

_MULTIPLE = 2
"""S and T are multiples of this; few distinct shapes spare the CPU's kernels from being
made anew."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """Sentence pairs of one update, padded to common lengths."""

    indices: IntArray
    """Where the pairs are in the corpus, shape (B,)."""

    source: IntArray
    """Source ids, shape (B, S)."""

    target: IntArray
    """Target ids, shape (B, T)."""

    source_lengths: IntArray
    """Source ids that are no padding, shape (B,)."""

    target_lengths: IntArray
    """Target ids that are no padding, shape (B,)."""


class MinibatchSchedule:
    """The endless sequence of minibatches of a training run."""

    def __init__(
        self,
        corpus: IdCorpus,
        *,
        batch_size: int,
        batches_per_fetch: int,
        seed: int,
        reshuffle: bool = False,
    ) -> None:
        """Shuffle a corpus.

        Args:
            corpus: What to train on.
            batch_size: Pairs in a minibatch.
            batches_per_fetch: Minibatches that are sorted together, at most those
                that a corpus fills: a pair that is twice among them stands twice in
                one minibatch, as still happens where a new order begins.
            seed: Decides the order of pairs and of a fetch's minibatches.
            reshuffle: Take the pairs of each epoch in an order of its own.

        Raises:
            DataError: If the corpus is empty.
        """
        if not len(corpus):
            raise DataError("A corpus to train on must have at least one pair, got 0.")
        self.corpus = corpus
        self.batches_per_fetch = min(
            batches_per_fetch, max(len(corpus) // batch_size, 1)
        )
        """Minibatches that are sorted together."""
        self._batch_size = batch_size
        self._seed = seed
        self._reshuffle = reshuffle
        self._epoch, self._order = -1, np.empty(0, np.int64)
        self._fetched, self._indices = -1, np.empty(0, np.int64)

    def batch(self, update: int) -> Batch:
        """Return the minibatch of an update, counted from 0."""
        fetch, visit = divmod(update, self.batches_per_fetch)
        indices = self._sorted(fetch)
        order = np.random.default_rng([self._seed, fetch])
        chosen = order.permutation(self.batches_per_fetch)[visit]
        rows = indices[chosen * self._batch_size : (chosen + 1) * self._batch_size]
        return make_batch(self.corpus, rows)

    def fetch(self, number: int) -> IntArray:
        """Return the pairs that are fetched together, in the order of the data."""
        size = self._batch_size * self.batches_per_fetch
        place, end, parts = number * size, (number + 1) * size, []
        while place < end:
            epoch, first = divmod(place, len(self.corpus))
            part = self._order_of(epoch)[first : first + end - place]
            parts.append(part)
            place += len(part)
        return np.concatenate(parts)

    def _sorted(self, number: int) -> IntArray:
        """Return the pairs of a fetch by length; those of the last one are kept."""
        if number != self._fetched:
            indices = self.fetch(number)
            indices = indices[_by_length(self.corpus, indices)]
            self._fetched, self._indices = number, indices
        return self._indices

    def epoch(self, update: int) -> float:
        """Return how often the corpus was seen after so many updates."""
        return update * self._batch_size / len(self.corpus)

    def _order_of(self, epoch: int) -> IntArray:
        """Return the order of the pairs in an epoch; the last one is kept."""
        drawn = epoch if self._reshuffle else 0
        if drawn != self._epoch:
            # The first order is the one of a run that is never reshuffled.
            seed = [self._seed, drawn, len(self.corpus)] if drawn else self._seed
            order = np.random.default_rng(seed).permutation(len(self.corpus))
            self._epoch, self._order = drawn, order
        return self._order


def evaluation_batches(corpus: IdCorpus, batch_size: int) -> Iterator[Batch]:
    """Yield every pair once, pairs of similar length together, shortest first."""
    indices = _by_length(corpus, np.arange(len(corpus)))
    for start in range(0, len(indices), batch_size):
        rows = indices[start : start + batch_size]
        yield make_batch(corpus, rows)


def make_batch(
    corpus: IdCorpus, indices: IntArray, *, pad_multiple: int = _MULTIPLE
) -> Batch:
    """Return the pairs at some places of a corpus as one minibatch."""
    return Batch(
        indices=indices,
        source=_pad(corpus.source, indices, pad_multiple),
        target=_pad(corpus.target, indices, pad_multiple),
        source_lengths=corpus.source.lengths(indices),
        target_lengths=corpus.target.lengths(indices),
    )


def with_sources(batch: Batch, sources: Sequence[Sequence[int]]) -> Batch:
    """Return a minibatch with these source sentences in the place of its own."""
    rows = Ragged.from_rows(sources)
    places = np.arange(len(rows))
    return replace(
        batch,
        source=_pad(rows, places, _MULTIPLE),
        source_lengths=rows.lengths(places),
    )


def _by_length(corpus: IdCorpus, indices: IntArray) -> npt.NDArray[np.intp]:
    """Return the order that sorts pairs by the longer side, then by source length.

    So both sides of a minibatch have little padding; sorted by target, its longest
    source sentence is a third longer than its mean.
    """
    source, target = (side.lengths(indices) for side in (corpus.source, corpus.target))
    return np.lexsort((source, np.maximum(source, target)))


def _pad(sentences: Ragged, indices: IntArray, multiple: int) -> IntArray:
    rows = [sentences[index] for index in indices]
    longest = max(map(len, rows))
    padded = np.full((len(rows), -(-longest // multiple) * multiple), PAD_ID, np.int64)
    for target, row in zip(padded, rows, strict=True):
        target[: len(row)] = row
    return padded
