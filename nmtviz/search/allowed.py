"""Which tokens may come next: the rules of a search and what is imposed on it.

Dimensions: B sentences of the whole batch, R of them still searched, W live
hypotheses each, M last tokens of each, P longest prefix, V target vocabulary.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

import torch
from torch import Tensor

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID, PAD_ID, START_ID, UNKNOWN_ID
from nmtviz.search.banned import Banned
from nmtviz.search.token_constraints import TokenConstraints

_ANY = -1
"""Where no single token is prescribed."""


class _Ban(NamedTuple):
    """How what is banned comes about, and what may complete it."""

    table: Tensor
    """Steps done after a token, by those before and the token, shape (steps + 1, V)."""

    lasts: Tensor
    """Tokens that may complete it; few, so the others need no look."""

    completes: Tensor
    """Whether they do after so many steps, shape (steps + 1, lasts)."""

    @classmethod
    def of(cls, banned: Banned, logits: Tensor) -> Self:
        """Prepare for scores of V tokens, the last dimension."""
        table = torch.from_numpy(banned.table(logits.shape[-1])).to(logits.device)
        done = table == len(banned.steps)
        lasts = done.any(dim=0).nonzero().squeeze(1)
        return cls(table, lasts, done[:, lasts])


class Allowed:
    """The tokens that each sentence's hypotheses may go on with."""

    def __init__(
        self,
        limits: Tensor,
        config: SearchConfig,
        constraints: Sequence[TokenConstraints],
    ) -> None:
        """Prepare the rules of one search.

        Args:
            limits: Most target tokens of each sentence, END included, shape (B,).
            config: Whether `<unk>` may be produced, and what may not repeat.
            constraints: What is imposed on each sentence; none at all if empty.
        """
        device = limits.device
        self._limits = limits
        never = [PAD_ID, START_ID] + [UNKNOWN_ID] * config.forbid_unknown
        self._never = torch.tensor(never, device=device)
        longest = max((len(imposed.prefix) for imposed in constraints), default=0)
        self._pinning = {*limits.tolist(), *range(1, longest + 1)}  # lengths
        prefixes = [
            [*imposed.prefix, *[_ANY] * (longest - len(imposed.prefix))]
            for imposed in constraints
        ]
        self._prefixes = torch.tensor(prefixes, dtype=torch.long, device=device)
        self._banned = {
            banned: torch.tensor(
                [banned in imposed.banned for imposed in constraints], device=device
            )
            for banned in {b for imposed in constraints for b in imposed.banned}
        }
        self._known: dict[Banned, _Ban] = {}  # when V is known
        self._no_repeat = config.no_repeat_ngram_size

    @property
    def memory(self) -> int:
        """M, how many last tokens of a hypothesis must be known, at least 1."""
        whole = int(self._limits.max()) if self._no_repeat else 1
        return max([whole, *(len(banned.steps) - 1 for banned in self._banned)])

    def restrict(
        self, logits: Tensor, rows: Tensor, length: int, tokens: Tensor
    ) -> None:
        """Set the scores of all tokens that may not come next to -inf.

        Args:
            logits: Scores of the next token, shape (R, W, V).
            rows: Which sentences they belong to, shape (R,).
            length: Of the hypotheses with the next token, from 1.
            tokens: Last tokens of each hypothesis, shape (R, W, M).
        """
        if length not in self._pinning:
            self._forbid(logits, rows, tokens)
            return
        only = torch.where(self._limits[rows] == length, END_ID, _ANY)  # (R,)
        if length <= self._prefixes.shape[-1]:
            prescribed = self._prefixes[rows, length - 1]
            only = torch.where(prescribed == _ANY, only, prescribed)
        pinned = only != _ANY
        wanted = only[pinned, None, None].expand(-1, logits.shape[1], 1)
        scores = logits[pinned].gather(2, wanted)  # also of what is forbidden elsewhere
        self._forbid(logits, rows, tokens)
        nothing = torch.full_like(logits[pinned], -torch.inf)
        logits[pinned] = nothing.scatter(2, wanted, scores)

    def _forbid(self, logits: Tensor, rows: Tensor, tokens: Tensor) -> None:
        """Set scores to -inf: of special tokens, of what would repeat or is banned."""
        logits.index_fill_(-1, self._never, -torch.inf)
        if 0 < self._no_repeat <= tokens.shape[-1]:
            logits.scatter_(-1, _repeating(tokens, self._no_repeat), -torch.inf)
        for banned, where in self._banned.items():
            if (ban := self._known.get(banned)) is None:
                self._known[banned] = ban = _Ban.of(banned, logits)
            progress = torch.zeros_like(tokens[..., 0])  # (R, W)
            last = max(len(banned.steps) - 1, 1)  # tokens that a ban can have begun in
            for newer in tokens[..., -last:].unbind(-1):
                progress = ban.table[progress, newer]
            completes = ban.completes[progress] & where[rows, None, None]
            scores = logits[..., ban.lasts].masked_fill_(completes, -torch.inf)
            logits.index_copy_(-1, ban.lasts, scores)


def _repeating(tokens: Tensor, size: int) -> Tensor:
    """Return what would complete an n-gram that is there already, shape (R, W, ...).

    PAD stands where nothing would; it never comes anyway.

    Args:
        tokens: All tokens of each hypothesis, START before them, shape (R, W, M).
        size: n.
    """
    ngrams = tokens.unfold(-1, size, 1)  # (R, W, M - n + 1, n)
    newest = tokens[..., tokens.shape[-1] - size + 1 :].unsqueeze(-2)
    repeats = (ngrams[..., :-1] == newest).all(dim=-1) & (ngrams[..., 0] != START_ID)
    return torch.where(repeats, ngrams[..., -1], PAD_ID)
