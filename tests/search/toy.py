"""A network whose probabilities stand in a table, and searches done the slow way."""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from nmtviz.config import ModelConfig, SearchConfig
from nmtviz.data.vocabulary import END_ID, PAD_ID, START_ID, UNKNOWN_ID

LONGEST = 12


class ToyEncoding(NamedTuple):
    source: Tensor
    lengths: Tensor
    state: Tensor

    def select(self, rows: Tensor) -> "ToyEncoding":
        return ToyEncoding(self.source[rows], self.lengths[rows], self.state[rows])


class ToyStep(NamedTuple):
    logits: Tensor
    state: Tensor
    weights: Tensor | None
    nats_per_logit: float = 1.0


@dataclass
class ToyNetwork:
    """Its state is (first source id, position, sum of the tokens so far)."""

    vocab_size: int = 6
    seed: int = 1
    attends: bool = True
    end_bonus: float = 0.0

    def __post_init__(self) -> None:
        generator = torch.Generator().manual_seed(self.seed)
        shape = (20, LONGEST, 7, self.vocab_size, self.vocab_size)
        self.table = torch.randn(shape, generator=generator) * 2
        self.table[..., END_ID] += self.end_bonus
        self.keys = torch.randn(LONGEST, self.vocab_size, 20, generator=generator)
        self.steps = 0

    @property
    def config(self) -> ModelConfig:
        return ModelConfig(target_vocab_size=self.vocab_size)

    @property
    def device(self) -> torch.device:
        return torch.device("cpu")

    def encode(self, source: Tensor, lengths: Tensor) -> ToyEncoding:
        state = torch.zeros(len(source), 3)
        state[:, 0] = source[:, 0]
        return ToyEncoding(source, lengths, state)

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: ToyEncoding,
        forced: Tensor | None = None,
    ) -> ToyStep:
        self.steps += 1
        first, position, total = state.long().unbind(-1)
        logits = self.table[first, position % LONGEST, total % 7, previous]
        following = torch.stack([first, position + 1, total + previous], dim=-1)
        weights = None
        if self.attends:
            energies = self.keys[position % LONGEST, previous]  # (B, K, 20)
            wanted = encoding.source.unsqueeze(1).expand(-1, previous.shape[1], -1)
            inside = torch.arange(wanted.shape[2]) < encoding.lengths[:, None, None]
            found = energies.gather(2, wanted).masked_fill(~inside, -torch.inf)
            weights = found.softmax(-1)
            if forced is not None:
                rows = forced.float().unsqueeze(1)
                weights = torch.where(rows.sum(-1, keepdim=True) > 0, rows, weights)
        return ToyStep(logits, following.float(), weights)

    def log_probs_after(
        self, source: tuple[int, ...], target: tuple[int, ...]
    ) -> Tensor:
        """Read log p of every token behind some others off the table, shape (V,)."""
        position, before = len(target), (START_ID, *target)
        row = self.table[
            source[0], position % LONGEST, sum(before[:-1]) % 7, before[-1]
        ]
        return row.double() - row.double().exp().sum().log()

    def log_prob(self, source: tuple[int, ...], target: tuple[int, ...]) -> float:
        """Read log p(y|x) off the table, one token after the other."""
        return sum(
            float(self.log_probs_after(source, target[:i])[token])
            for i, token in enumerate(target)
        )


def every_target(
    vocab_size: int, limit: int, *, unknown: bool
) -> list[tuple[int, ...]]:
    """Return all targets of at most `limit` tokens, END included."""
    banned = {PAD_ID, START_ID, END_ID} | (set() if unknown else {UNKNOWN_ID})
    tokens = [token for token in range(vocab_size) if token not in banned]
    return [
        (*body, END_ID)
        for length in range(limit)
        for body in product(tokens, repeat=length)
    ]


def ranked_by_hand(
    network: ToyNetwork, source: tuple[int, ...], config: SearchConfig
) -> list[tuple[float, tuple[int, ...]]]:
    """Score every possible target and sort, best first."""
    targets = every_target(
        network.vocab_size,
        config.max_length(len(source)),
        unknown=not config.forbid_unknown,
    )
    scores = [
        (network.log_prob(source, y) / len(y) ** config.length_penalty, y)
        for y in targets
    ]
    return sorted(scores, reverse=True)


def greedy_by_hand(
    network: ToyNetwork, source: tuple[int, ...], config: SearchConfig
) -> tuple[int, ...]:
    """Take the most probable token until it is END or the limit is reached."""
    target: tuple[int, ...] = ()
    while END_ID not in target:
        last = len(target) + 1 == config.max_length(len(source))
        i, total = len(target), sum((START_ID, *target)[: len(target)])
        previous = target[-1] if target else START_ID
        row = network.table[source[0], i % LONGEST, total % 7, previous].numpy().copy()
        row[[PAD_ID, START_ID]] = -np.inf
        target += (END_ID if last else int(row.argmax()),)
    return target
