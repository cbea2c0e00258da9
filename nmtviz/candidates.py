"""Candidate lists: the only words a search may write. Nothing here imports torch.

Jean et al. (2015), https://arxiv.org/abs/1412.2007, called [J], section 3.2: the K
most frequent words and, for each word of the source, the K' words it is likeliest
translated by.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from nmtviz.arrays import BoolArray, IntArray
from nmtviz.errors import ConfigError


class Lookup(Protocol):
    """A bilingual dictionary, as far as a candidate list needs one."""

    def lookup(self, word: str, size: int) -> Sequence[tuple[str, float]]:
        """Return translations of a source word and their p(target | source).

        Args:
            word: The source word.
            size: Most translations wanted, K'.

        Returns:
            The likeliest first; none for a word that is not there.
        """
        ...


PER_WORD_SIZES = (0, 1, 5, 10, 20)
"""Values of K' that show what it does."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidateRule:
    """How candidate lists are made."""

    frequent_size: int
    """K, the most frequent words that are in every list."""

    per_word_size: int = 0
    """K', translations of each source word that are in the list of its sentence."""

    added: tuple[str, ...] = ()
    """Words to have in every list, or tokens as `Lister.named` names them."""

    banned: tuple[str, ...] = ()
    """Words or tokens to have in none; the end symbol stays in."""

    shared: bool = False
    """One list for all sentences that are given together, not one for each."""

    def __post_init__(self) -> None:
        for name, value in (
            ("frequent_size", self.frequent_size),
            ("per_word_size", self.per_word_size),
        ):
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise ConfigError(
                    f"{name} must be a whole number of at least 0, got {value!r}."
                )
        if not all(word.strip() for word in (*self.added, *self.banned)):
            raise ConfigError(
                "Words to add to a candidate list or to ban from it must not be blank, "
                f"got {[*self.added, *self.banned]}."
            )
        if not (self.frequent_size or self.per_word_size or self.added):
            raise ConfigError(
                "A candidate list must have words, but K and K' are 0 and no word is "
                "added."
            )


class Proposal(NamedTuple):
    """Why a dictionary puts a word on a list."""

    source: str
    """The word of the source sentence."""

    probability: float
    """p(target | source)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A word that is on a list for another reason than being frequent."""

    text: str
    proposals: tuple[Proposal, ...]
    """The source words that it may translate, the likeliest first."""

    frequent: bool
    """Whether it would be on the list without them too."""

    added: bool
    """Whether a person put it there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidateList:
    """The words that a search may write for a sentence or a group of them."""

    ids: IntArray
    """Their ids, ascending, the special symbols first, shape (C,)."""

    frequent_size: int
    """K."""

    chosen: tuple[Candidate, ...]
    """Words that the dictionary proposes or a person added."""

    banned: tuple[str, ...]
    """Tokens that a person took off the list."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def proposed_size(self) -> int:
        """How many words only the dictionary brings in."""
        return sum(
            not word.frequent and not word.added and bool(word.proposals)
            for word in self.chosen
        )

    def has(self, ids: Sequence[int]) -> BoolArray:
        """Say of each id whether it is on the list."""
        return np.isin(np.array(ids, dtype=np.int64), self.ids)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reach:
    """Which tokens of a reference a search could write."""

    texts: tuple[str, ...]
    """The reference's tokens, without the end symbol."""

    known: tuple[bool, ...]
    """Whether they are in the vocabulary at all."""

    listed: tuple[bool, ...]
    """Whether they are on the list."""

    @property
    def coverage(self) -> float:
        """Share of the tokens that are on the list; 1 for an empty reference."""
        return sum(self.listed) / len(self.listed) if self.listed else 1.0
