"""Finished hypotheses: they have ended, and are kept aside while the search goes on.

Dimensions: R sentences still searched, K beam size.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID
from nmtviz.search.live import Extensions


class FinishedHypothesis(NamedTuple):
    """A hypothesis whose last token is END."""

    score: float
    """log p / |y|**length_penalty."""

    log_prob: float
    """log p(y|x)."""

    length: int
    """|y|, END included."""

    parent: int
    """Place in the beam of the hypothesis that END was put behind."""


class Finished:
    """The best K finished hypotheses of each sentence, best first."""

    def __init__(self, limits: Sequence[int], config: SearchConfig) -> None:
        """Begin with none.

        Args:
            limits: Most tokens of a hypothesis of each sentence of the batch.
            config: Beam, n best and length penalty.
        """
        self._config = config
        self._limits = limits
        self._kept: list[list[FinishedHypothesis]] = [[] for _ in limits]

    def collect(self, length: int, rows: Sequence[int], best: Extensions) -> None:
        """Keep those of a step's K best extensions that end.

        Args:
            length: Of the extended hypotheses.
            rows: Which sentences of the batch they are of.
            best: The extensions, shape (R, <= K).
        """
        divisor = length**self._config.length_penalty
        for row, *sentence in zip(rows, *(one.tolist() for one in best), strict=True):
            kept = self._kept[row]
            kept += [
                FinishedHypothesis(log_prob / divisor, log_prob, length, parent)
                for log_prob, token, parent in zip(*sentence, strict=True)
                if token == END_ID and log_prob > -math.inf
            ]
            kept.sort(key=lambda one: one.score, reverse=True)
            del kept[self._config.beam_size :]

    def can_improve(self, row: int, log_prob: float) -> bool:
        """Say whether a sentence is worth going on with.

        Args:
            row: Which sentence of the batch.
            log_prob: log p of its best live hypothesis.
        """
        kept, config = self._kept[row], self._config
        if len(kept) >= config.beam_size:
            return False
        least = (
            kept[config.n_best - 1].score if len(kept) >= config.n_best else -math.inf
        )
        # log p only falls, and its divisor is at most that of the longest sentence.
        reachable: float = log_prob / self._limits[row] ** config.length_penalty
        return reachable > least

    def best(self) -> list[list[FinishedHypothesis]]:
        """Return the n best of each sentence."""
        return [kept[: self._config.n_best] for kept in self._kept]
