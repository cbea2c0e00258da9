"""Several networks that translate together: [J] 4, on ensembles.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.

Dimensions: B sentences, K hypotheses a sentence, S source positions, T target
positions, V target vocabulary, H decoder units of all members together, C their
annotation sizes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, TypeVar

import torch
from torch import Tensor

from nmtviz.config import ModelConfig
from nmtviz.search.protocol import (
    Encoding,
    InspectableNetwork,
    Network,
    Step,
    scores_in_nats,
)

N_co = TypeVar("N_co", bound=Network[Any], covariant=True)


@dataclass(frozen=True)
class EnsembleEncoding:
    """What each member has read."""

    members: tuple[Encoding, ...]

    @property
    def state(self) -> Tensor:
        """All s_0 one behind the other, shape (B, H)."""
        return torch.cat([member.state for member in self.members], dim=-1)

    def select(self, rows: Tensor) -> Self:
        """Return only some of the sentences."""
        return type(self)(tuple(member.select(rows) for member in self.members))


class EnsembleStep(NamedTuple):
    """What the members say of the next token together."""

    logits: Tensor
    """log of the average probability, shape (B, K, V)."""

    state: Tensor
    """All s_i one behind the other, shape (B, K, H)."""

    weights: Tensor | None
    """The average alignment row, shape (B, K, S)."""

    nats_per_logit: float = 1.0
    """What a logit of 1 is in nats."""


class EnsembleInside(NamedTuple):
    """A step and what went into it; the members' values one behind the other."""

    step: Step
    context: Tensor
    """c_i, shape (B, K, C), C summed over the members."""

    update: Tensor
    """z_i, shape (B, K, H), H summed over the members, as in all below."""

    reset: Tensor
    """r_i, shape (B, K, H)."""

    read: Tensor
    """What the readouts see of the states, shape (B, K, H)."""


class EnsembleStates(NamedTuple):
    """What sentences do to the members, their values one behind the other."""

    annotations: Tensor
    """h_j, shape (B, S, C); (B, 1, C) if no member has attention."""

    states: Tensor
    """s_i, shape (B, T, H)."""


class Ensemble(Generic[N_co]):
    """Averages the probabilities of its members at every step.

    Its alignment is the average over the members that have attention: what was read
    on average, as the members decide with equal weight.
    """

    def __init__(self, members: Sequence[N_co]) -> None:
        """Join networks of the same two vocabularies."""
        self.members = tuple(members)
        self._sizes = [member.config.hidden_size for member in members]

    @property
    def config(self) -> ModelConfig:
        """The shape of the first member with attention, or of the first of all."""
        configs = [member.config for member in self.members]
        attentive = (config for config in configs if config.attends)
        return next(attentive, configs[0])

    @property
    def device(self) -> torch.device:
        """Where the members are."""
        return self.members[0].device

    def encode(self, source: Tensor, lengths: Tensor) -> EnsembleEncoding:
        """Let each member read; arguments as `Network.encode`."""
        return EnsembleEncoding(
            tuple(member.encode(source, lengths) for member in self.members)
        )

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: EnsembleEncoding,
        forced: Tensor | None = None,
    ) -> EnsembleStep:
        """Average what the members say; arguments as `Network.step`."""
        return _average(
            [
                member.step(previous, own, read, forced)
                for member, own, read in self._each(state, encoding)
            ]
        )

    def inside(
        self: "Ensemble[InspectableNetwork[Any]]",
        previous: Tensor,
        state: Tensor,
        encoding: EnsembleEncoding,
        forced: Tensor | None = None,
    ) -> EnsembleInside:
        """Do a step and say what went into it; arguments as `step`."""
        insides = [
            member.inside(previous, own, read, forced)
            for member, own, read in self._each(state, encoding)
        ]
        return EnsembleInside(
            _average([inside.step for inside in insides]),
            torch.cat([inside.context for inside in insides], dim=-1),
            torch.cat([inside.update for inside in insides], dim=-1),
            torch.cat([inside.reset for inside in insides], dim=-1),
            torch.cat([inside.read for inside in insides], dim=-1),
        )

    def states(
        self: "Ensemble[InspectableNetwork[Any]]",
        source: Tensor,
        source_lengths: Tensor,
        target: Tensor,
        *,
        start: int,
    ) -> EnsembleStates:
        """Return the states of given words; arguments as `InspectableNetwork.states`.

        Where one member has an annotation for each word, the vector that another has
        for the sentence stands beside each of them.
        """
        found = [
            member.states(source, source_lengths, target, start=start)
            for member in self.members
        ]
        most = max(one.annotations.shape[1] for one in found)
        return EnsembleStates(
            torch.cat([one.annotations.expand(-1, most, -1) for one in found], dim=-1),
            torch.cat([one.states for one in found], dim=-1),
        )

    def _each(
        self, state: Tensor, encoding: EnsembleEncoding
    ) -> list[tuple[N_co, Tensor, Encoding]]:
        """Return each member with its part of the states and what it has read."""
        states = state.split_with_sizes(self._sizes, dim=-1)
        return list(zip(self.members, states, encoding.members, strict=True))


def _average(steps: Sequence[Step]) -> EnsembleStep:
    log_probs = torch.stack(
        [scores_in_nats(step).log_softmax(dim=-1) for step in steps]
    )
    weights = [step.weights for step in steps if step.weights is not None]
    return EnsembleStep(
        log_probs.logsumexp(dim=0) - math.log(len(steps)),
        torch.cat([step.state for step in steps], dim=-1),
        torch.stack(weights).mean(dim=0) if weights else None,
    )
