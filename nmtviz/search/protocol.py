"""What a search needs from a network, and nothing more.

Dimensions: B sentences, K hypotheses a sentence, S source and T target positions, H
decoder units, C annotation size, V target vocabulary, V' words of candidate lists.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
"""

import math
from collections.abc import Callable
from typing import Protocol, Self, TypeAlias, TypeVar

import torch
from torch import Tensor

from nmtviz.config import ModelConfig


class Encoding(Protocol):
    """Sentences as a network has read them; all but `state` is its own affair."""

    @property
    def state(self) -> Tensor:
        """First decoder state s_0, shape (B, H)."""
        ...

    def select(self, rows: Tensor) -> Self:
        """Return only the sentences of these rows, in this order."""
        ...


class Step(Protocol):
    """What a network says about the next token of every hypothesis."""

    @property
    def logits(self) -> Tensor:
        """Unnormalized log p(y_i), in units of `nats_per_logit`, shape (B, K, V).

        The search may overwrite it.
        """
        ...

    @property
    def nats_per_logit(self) -> float:
        """What a logit of 1 is: p(y_i) is the softmax of `nats_per_logit * logits`."""
        ...

    @property
    def state(self) -> Tensor:
        """Decoder state s_i, shape (B, K, H)."""
        ...

    @property
    def weights(self) -> Tensor | None:
        """Alignment rows alpha_i, shape (B, K, S), 0 at padding; or no attention."""
        ...


NATS_PER_BIT = math.log(2)
"""`nats_per_logit` of logits in bits, of which 2**x is quicker than exp of others."""


def scores_in_nats(step: Step) -> Tensor:
    """Return unnormalized log p(y_i), shape (B, K, V)."""
    return step.nats_per_logit * step.logits


WordScorer: TypeAlias = Callable[[Tensor], Tensor]
"""What scores some words: a network's own affair."""

E = TypeVar("E", bound=Encoding)


class Network(Protocol[E]):
    """A translator that maps ids to scores one target position at a time."""

    @property
    def config(self) -> ModelConfig:
        """The network's shape."""
        ...

    @property
    def device(self) -> torch.device:
        """Where the weights lie and ids must go."""
        ...

    def encode(self, source: Tensor, lengths: Tensor) -> E:
        """Read padded sentences.

        Args:
            source: Token ids, each sentence with its end symbol, shape (B, S).
            lengths: Tokens of each sentence, shape (B,).
        """
        ...

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: E,
        forced: Tensor | None = None,
    ) -> Step:
        """Score the next token; hypotheses of a sentence share its encoding.

        Args:
            previous: y_{i-1}, START at the first position, shape (B, K).
            state: s_{i-1}, shape (B, K, H).
            encoding: What `encode` returned for the B sentences.
            forced: Alignment rows to use instead of the network's own, shape (B, S);
                a row of zeros leaves a sentence its own.
        """
        ...


class Inside(Protocol):
    """A step and what went into it."""

    @property
    def step(self) -> Step:
        """What the network says."""
        ...

    @property
    def context(self) -> Tensor:
        """What it read of the source, c_i, shape (B, K, C)."""
        ...

    @property
    def update(self) -> Tensor:
        """Update gate z_i, shape (B, K, H)."""
        ...

    @property
    def reset(self) -> Tensor:
        """Reset gate r_i, shape (B, K, H)."""
        ...

    @property
    def read(self) -> Tensor:
        """The state that y_i is read from, shape (B, K, H)."""
        ...


class States(Protocol):
    """What sentences and their translations do to a network."""

    @property
    def annotations(self) -> Tensor:
        """h_j, shape (B, S, C), or the one vector of a sentence, shape (B, 1, H)."""
        ...

    @property
    def states(self) -> Tensor:
        """The state that each y_i is read from, shape (B, T, H)."""
        ...


class InspectableNetwork(Network[E], Protocol[E]):
    """A network whose steps can be looked into."""

    def states(
        self, source: Tensor, source_lengths: Tensor, target: Tensor, *, start: int
    ) -> States:
        """Return the states that reading and writing given words leads to.

        Args:
            source: Padded ids, shape (B, S).
            source_lengths: Tokens of each sentence, shape (B,).
            target: Padded ids y_1 ... y_T, shape (B, T).
            start: Id that stands for y_0.
        """
        ...

    def inside(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: E,
        forced: Tensor | None = None,
    ) -> Inside:
        """Do a step and say what went into it; arguments as `step`."""
        ...


class CandidateNetwork(InspectableNetwork[E], Protocol[E]):
    """A network that can score only the words of a candidate list ([J] 3.2)."""

    def scorer(self, ids: Tensor) -> WordScorer:
        """Return what scores only some words.

        Args:
            ids: The words, ascending, shape (V',).
        """
        ...

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: E,
        forced: Tensor | None = None,
        scorer: WordScorer | None = None,
    ) -> Step:
        """Do a step as `Network.step` does.

        Args:
            previous: As there.
            state: As there.
            encoding: As there.
            forced: As there.
            scorer: What `scorer` returned; the logits then are of its V' words.
        """
        ...
