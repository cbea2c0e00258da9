"""The hypotheses a beam search goes on with, and the ways it may do so.

Dimensions: R sentences still searched, W live hypotheses each, M last tokens, H
decoder units.
"""

from typing import Generic, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from nmtviz.data.vocabulary import END_ID
from nmtviz.search.protocol import E


class Extensions(NamedTuple):
    """Ways to go on with live hypotheses by one token, best first."""

    log_probs: Tensor
    """log p(y_1 ... y_i | x), -inf for a way that is none, shape (R, ...)."""

    tokens: Tensor
    """y_i, shape (R, ...)."""

    parents: Tensor
    """Which live hypothesis each one extends, shape (R, ...)."""

    def first(self, count: int) -> "Extensions":
        """Return the best so many."""
        return Extensions(*(one[:, :count] for one in self))

    def unended(self, count: int) -> tuple["Extensions", Tensor]:
        """Return the best that do not end, and their places among all.

        Args:
            count: Most to return; where there are fewer, others fill up with -inf.
        """
        log_probs = self.log_probs.masked_fill(self.tokens == END_ID, -torch.inf)
        log_probs, places = log_probs.topk(min(count, log_probs.shape[1]), dim=1)
        tokens, parents = (v.gather(1, places) for v in (self.tokens, self.parents))
        return Extensions(log_probs, tokens, parents), places


class Live(NamedTuple, Generic[E]):
    """The hypotheses of all sentences still searched."""

    rows: Tensor
    """Which sentences of the batch these are, shape (R,)."""

    encoding: E
    """What the network has read of them."""

    tokens: Tensor
    """Last tokens of each hypothesis, the newest last, shape (R, W, M)."""

    log_probs: Tensor
    """log p of each hypothesis, -inf for one that is none, shape (R, W)."""

    state: Tensor
    """s_i, shape (R, W, H)."""

    def extended(self, by: Extensions, state: Tensor) -> "Live[E]":
        """Return what hypotheses have become.

        Args:
            by: The extensions that live on.
            state: s_i of the hypotheses they extend, shape (R, W before, H).
        """
        tokens = by.tokens.unsqueeze(-1)  # (R, W, 1)
        if (size := self.tokens.shape[-1]) > 1:
            parents = by.parents.unsqueeze(-1).expand(-1, -1, size - 1)
            before = self.tokens[..., 1:].gather(1, parents)
            tokens = torch.cat([before, tokens], dim=-1)
        state = rows_at(state, by.parents)
        return self._replace(tokens=tokens, log_probs=by.log_probs, state=state)

    def select(self, kept: Tensor) -> "Live[E]":
        """Return only some of the sentences, by index."""
        return Live(
            self.rows[kept],
            self.encoding.select(kept),
            self.tokens[kept],
            self.log_probs[kept],
            self.state[kept],
        )


def rows_at(tables: Tensor, places: Tensor) -> Tensor:
    """Return some rows of each sentence's own table, shape (R, X, D).

    A row at a time: `gather` looks up every number.

    Args:
        tables: Shape (R, N, D).
        places: Which rows, shape (R, X).
    """
    sentences, size = tables.shape[:2]
    if sentences > 1:
        first = torch.arange(0, sentences * size, size, device=places.device)
        places = places + first.unsqueeze(1)
    return functional.embedding(places, tables.flatten(0, 1))
