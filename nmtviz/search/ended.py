"""Hypotheses that have ended, kept aside while the search goes on.

Dimensions: B sentences of the whole batch, R of them still searched, K beam size,
N best returned.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from nmtviz.config import SearchConfig
from nmtviz.search.live import Extensions


class EndedHypotheses(NamedTuple):
    """Some ended hypotheses of each sentence, best first.

    A place that is still free has score -inf.
    """

    scores: Tensor
    """log p / |y|**length_penalty, shape (B, ...)."""

    log_probs: Tensor
    """log p(y|x), shape (B, ...)."""

    lengths: Tensor
    """|y|, END included, shape (B, ...)."""

    parents: Tensor
    """Place in the beam of the hypothesis that END was put behind, shape (B, ...)."""


class Ended:
    """The best K ended hypotheses of each sentence.

    Those of sentences still searched lie together, so that a step takes them as they
    are; the others have their places in the whole batch.
    """

    def __init__(self, limits: Tensor, config: SearchConfig) -> None:
        """Begin with free places.

        Args:
            limits: Most tokens of a hypothesis of each sentence, shape (B,).
            config: Beam, n best and length penalty.
        """
        shape = (len(limits), config.beam_size)
        free = limits.new_full(shape, -torch.inf, dtype=torch.float64)
        zeros = limits.new_zeros(shape)
        self._config = config
        self._any = False  # whether one has ended
        self._shortest = int(limits.min())
        self._divisors = limits**config.length_penalty  # of the longest, (R,)
        self._searched = EndedHypotheses(free, free, zeros, zeros)  # (R, K)
        self._all = EndedHypotheses(*(one.clone() for one in self._searched))  # (B, K)

    def collect(self, position: int, best: Extensions, ends: Tensor) -> None:
        """Keep those of a position's K best extensions that end.

        Args:
            position: Length of the extended hypotheses.
            best: The extensions, shape (R, <= K).
            ends: Which of them end, of the same shape.
        """
        self._any = True
        new = best.log_probs.masked_fill(~ends, -torch.inf)
        found = EndedHypotheses(
            scores=new / position**self._config.length_penalty,
            log_probs=new,
            lengths=torch.full_like(best.parents, position),
            parents=best.parents,
        )
        every = [
            torch.cat(both, dim=1) for both in zip(self._searched, found, strict=True)
        ]
        scores, order = every[0].topk(self._config.beam_size, dim=1)
        others = (one.gather(1, order) for one in every[1:])
        self._searched = EndedHypotheses(scores, *others)

    def can_improve(self, position: int, log_probs: Tensor) -> Tensor | None:
        """Say which sentences are worth going on with, shape (R,), or None for all.

        Args:
            position: Length of the live hypotheses.
            log_probs: log p of each one's best live hypothesis, shape (R,).
        """
        if not self._any and position < self._shortest:
            return None  # each has hypotheses, and none of them has ended
        scores = self._searched.scores
        # log p only falls, and its divisor is at most that of the longest sentence.
        reachable = log_probs / self._divisors
        return (scores[:, -1] == -torch.inf) & (
            reachable > scores[:, self._config.n_best - 1]
        )

    def select(self, rows: Tensor, kept: Tensor) -> None:
        """Go on with some of the sentences.

        Args:
            rows: Which sentences are searched by now, shape (R,).
            kept: Which of these to go on with, by index.
        """
        for whole, part in zip(self._all, self._searched, strict=True):
            whole[rows] = part
        self._searched = EndedHypotheses(*(one[kept] for one in self._searched))
        self._divisors = self._divisors[kept]

    def best(self) -> EndedHypotheses:
        """Return the N best of each sentence, shape (B, N), when none is searched."""
        return EndedHypotheses(*(one[:, : self._config.n_best] for one in self._all))
