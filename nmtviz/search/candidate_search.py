"""Searching among the words of candidate lists only: [J] 3.2.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.

The words of all lists of a batch are one small vocabulary of its own: the rows of W_o
for them are gathered once, and the search counts ids in it. What is not on a sentence's
own list gets no probability. The special symbols keep their ids, as every list
begins with them.

Dimensions: B sentences, K hypotheses a sentence, H decoder units, V' words of all lists
together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self

import numpy as np
import torch
from torch import Tensor

from nmtviz.arrays import IntArray
from nmtviz.config import ModelConfig, SearchConfig
from nmtviz.search.beam import Watcher, beam_search
from nmtviz.search.ensemble import Ensemble
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.protocol import CandidateNetwork, E, Network, Step
from nmtviz.search.token_constraints import TokenConstraints


@dataclass(frozen=True)
class ListedEncoding(Generic[E]):
    """Sentences that a network has read, and which words each may be written with."""

    read: E
    """What the network keeps of them."""

    unlisted: Tensor | None
    """True where a word is not on a sentence's list; None: all are.

    Shape (B, V' less the words that come first and are on every list).
    """

    @property
    def state(self) -> Tensor:
        """s_0, shape (B, H)."""
        return self.read.state

    def select(self, rows: Tensor) -> Self:
        """Return only some of the sentences."""
        unlisted = None if self.unlisted is None else self.unlisted[rows]
        return replace(self, read=self.read.select(rows), unlisted=unlisted)


class ListedNetwork(Generic[E]):
    """A network that writes only words of the lists of one batch.

    Its ids are places in `words`; its probabilities sum to 1 over a sentence's list.
    """

    def __init__(self, network: CandidateNetwork[E], lists: Sequence[IntArray]) -> None:
        """Gather what the output layer needs for the lists, once.

        Args:
            network: What scores all words.
            lists: Ids of each sentence's words, ascending; the one of all if only one.
        """
        self._network = network
        on_list = np.zeros((len(lists), 1 + max(own[-1] for own in lists)), dtype=bool)
        for row, own in zip(on_list, lists, strict=True):
            row[own] = True
        self.words: IntArray = np.flatnonzero(on_list.any(axis=0))
        self._ids = torch.from_numpy(self.words).to(network.device)
        self._scorer = network.scorer(self._ids)
        unlisted = ~on_list[:, self.words]
        some = np.flatnonzero(unlisted.any(axis=0))  # the frequent words are on all
        self._first = int(some[0]) if len(some) else len(self.words)
        self._unlisted = (
            torch.from_numpy(unlisted[:, self._first :]).to(network.device)
            if len(some)
            else None
        )

    @property
    def config(self) -> ModelConfig:
        """The network's shape, but for the size of its vocabulary."""
        return self._network.config

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return self._network.device

    def encode(self, source: Tensor, lengths: Tensor) -> ListedEncoding[E]:
        """Read the sentences of the batch; arguments as `Network.encode`."""
        return ListedEncoding(self._network.encode(source, lengths), self._unlisted)

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: ListedEncoding[E],
        forced: Tensor | None = None,
    ) -> Step:
        """Score the words of the lists; arguments as `Network.step`."""
        step = self._network.step(
            self._ids[previous], state, encoding.read, forced, self._scorer
        )
        if encoding.unlisted is not None:
            rare = step.logits[..., self._first :]
            rare.masked_fill_(encoding.unlisted.unsqueeze(1), -torch.inf)
        return step


@torch.inference_mode()
def search_listed(
    network: CandidateNetwork[Any] | Ensemble[CandidateNetwork[Any]],
    sources: Sequence[Sequence[int]],
    lists: Sequence[IntArray],
    config: SearchConfig,
    constraints: Sequence[TokenConstraints] = (),
    *,
    watcher: Watcher[Any] | None = None,
) -> list[tuple[FoundHypothesis, ...]]:
    """Do a beam search among the words of lists; ids are the network's own.

    Args:
        network: What scores tokens.
        sources: Source ids of each sentence, END included.
        lists: Ids of each sentence's words, as `CandidateList.ids`; all words of the
            vocabulary if empty.
        config: Beam, length and what is forbidden.
        constraints: What is imposed on each sentence, with prefixes of words of its
            list; none at all if empty.
        watcher: Is told of every step, in places of the lists' words.
    """
    if not lists:
        return beam_search(network, sources, config, constraints, watcher=watcher)
    members = network.members if isinstance(network, Ensemble) else (network,)
    listed = [ListedNetwork(member, lists) for member in members]
    narrowed: Network[Any] = listed[0] if len(listed) == 1 else Ensemble(listed)
    words = listed[0].words
    numbers = words.tolist() if constraints else []  # of many, so only if needed
    place = {number: i for i, number in enumerate(numbers)}
    imposed = [_narrowed(own, place) for own in constraints]
    found = beam_search(narrowed, sources, config, imposed, watcher=watcher)
    return [
        tuple(replace(one, ids=tuple(words[[*one.ids]].tolist())) for one in sentence)
        for sentence in found
    ]


def _narrowed(imposed: TokenConstraints, place: Mapping[int, int]) -> TokenConstraints:
    """Return constraints in places of words."""
    return replace(
        imposed,
        prefix=tuple(place[number] for number in imposed.prefix),
        banned=tuple(one.renumbered(place) for one in imposed.banned),
    )
