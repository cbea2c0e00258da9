"""Hypotheses that have ended, kept aside while the search goes on.

Dimensions: B sentences of the whole batch, R of them still searched, K beam size,
N best returned.
"""

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID


@dataclass(slots=True)
class Ended:
    """The best K ended hypotheses of each sentence, best first.

    A place that is still free has score -inf.
    """

    config: SearchConfig
    divisors: Tensor
    """What the score of each sentence's longest hypothesis is divided by, (B,)."""

    scores: Tensor
    """log p / |y|**length_penalty, shape (B, K)."""

    log_probs: Tensor
    """log p(y|x), shape (B, K)."""

    lengths: Tensor
    """|y|, END included, shape (B, K)."""

    parents: Tensor
    """Place in the beam of the hypothesis that END was put behind, shape (B, K)."""

    @classmethod
    def none_of(cls, limits: Tensor, config: SearchConfig) -> Self:
        """Return free places for sentences.

        Args:
            limits: Most tokens of a hypothesis of each, shape (B,).
            config: K and the length penalty.
        """
        shape = (len(limits), config.beam_size)
        free = limits.new_full(shape, -torch.inf, dtype=torch.float64)
        zeros = limits.new_zeros(shape)
        divisors = limits**config.length_penalty
        return cls(config, divisors, free, free.clone(), zeros, zeros.clone())

    def collect(
        self,
        rows: Tensor,
        position: int,
        log_probs: Tensor,
        tokens: Tensor,
        parents: Tensor,
    ) -> None:
        """Keep those of a position's K best extensions that end.

        Args:
            rows: Which sentences are still searched, shape (R,).
            position: Length of the extended hypotheses.
            log_probs: log p of the extensions, best first, shape (R, >= K).
            tokens: Their last tokens, shape (R, >= K).
            parents: The live hypotheses they extend, shape (R, >= K).
        """
        size = self.config.beam_size
        ends = tokens[:, :size] == END_ID
        if not ends.any():
            return
        new = log_probs[:, :size].masked_fill(~ends, -torch.inf)
        scores = new / position**self.config.length_penalty
        places = torch.cat([self.scores[rows], scores], dim=1)
        self.scores[rows], order = places.topk(size, dim=1)
        lengths = torch.full_like(parents[:, :size], position)
        self.log_probs[rows] = _merged(self.log_probs[rows], new, order)
        self.lengths[rows] = _merged(self.lengths[rows], lengths, order)
        self.parents[rows] = _merged(self.parents[rows], parents[:, :size], order)

    def can_improve(self, rows: Tensor, log_probs: Tensor) -> Tensor:
        """Say which sentences are worth going on with, shape (R,).

        Args:
            rows: Which sentences are still searched, shape (R,).
            log_probs: log p of each one's best live hypothesis, shape (R,).
        """
        kept = self.scores[rows]
        # log p only falls, and its divisor is at most that of the longest sentence.
        reachable = log_probs / self.divisors[rows]
        return (kept[:, -1] == -torch.inf) & (
            reachable > kept[:, self.config.n_best - 1]
        )

    def best(self, count: int) -> Self:
        """Return only the `count` best of each sentence."""
        kept = (self.scores, self.log_probs, self.lengths, self.parents)
        best = (values[:, :count] for values in kept)
        return type(self)(self.config, self.divisors, *best)


def _merged(old: Tensor, new: Tensor, order: Tensor) -> Tensor:
    return torch.cat([old, new], dim=1).gather(1, order)
