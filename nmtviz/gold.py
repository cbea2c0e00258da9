"""Word alignments that people made, and how far others agree with them.

Sure and possible links, and the alignment error rate, are those of Och and Ney (2003),
https://aclanthology.org/J03-1002, section 4: a person marks a link sure (S) where it
must be there and possible (P) where it may be there; every sure link is possible too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from nmtviz.arrays import BoolArray
from nmtviz.errors import DataError

_LINK = re.compile(r"(\d{1,9})([-p])(\d{1,9})", re.ASCII)


def are_links(text: str) -> bool:
    """Say whether a text is nothing but links such as `0-0 1p2`, or empty."""
    return all(map(_LINK.fullmatch, text.split()))


class Link(NamedTuple):
    """Two words that belong together."""

    source: int
    """Position of the source word, from 0."""

    target: int
    """Position of the target word, from 0."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldLinks:
    """What a person linked in one sentence pair."""

    sure: frozenset[Link]
    """S, the links that must be there."""

    possible: frozenset[Link]
    """P, the links that may be there, the sure ones among them."""

    def __post_init__(self) -> None:
        if not self.sure <= self.possible:
            raise ValueError("Every sure link must be a possible one too.")

    @classmethod
    def parse(cls, text: str, source_length: int, target_length: int) -> Self:
        """Read links such as `0-0 1p2`: `i-j` is sure, `ipj` only possible.

        Args:
            text: Links with spaces between; source position first, both from 0.
            source_length: Words of the source sentence.
            target_length: Words of the target sentence.

        Raises:
            DataError: If a link cannot be read or is outside the sentence pair, or
                there are links of several translations.
        """
        if "\t" in text.strip():
            raise DataError(
                "links must be of one translation, with spaces between, but tabs "
                "stand between those of several."
            )
        sure, possible = set(), set()
        for item in text.split():
            if not (match := _LINK.fullmatch(item)):
                raise DataError(
                    f"links must look like 3-4 (sure) or 3p4 (possible), got {item!r}."
                )
            link = Link(int(match[1]), int(match[3]))
            if link.source >= source_length or link.target >= target_length:
                raise DataError(
                    f"the link {item} is outside a pair of {source_length} source and "
                    f"{target_length} target words, which are counted from 0."
                )
            possible.add(link)
            if match[2] == "-":
                sure.add(link)
        return cls(sure=frozenset(sure), possible=frozenset(possible))

    def __str__(self) -> str:
        return " ".join(
            f"{link.source}{'-' if link in self.sure else 'p'}{link.target}"
            for link in sorted(self.possible, key=lambda link: link[::-1])
        )

    def arrays(self, shape: tuple[int, ...]) -> tuple[BoolArray, BoolArray]:
        """Return the sure and the possible links as arrays of shape (target, source).

        True stands where two words are linked.

        Args:
            shape: Target and source words.
        """
        sure, possible = np.zeros(shape, bool), np.zeros(shape, bool)
        for array, links in ((sure, self.sure), (possible, self.possible)):
            for source, target in links:
                array[target, source] = True
        return sure, possible


@dataclass(frozen=True, kw_only=True, slots=True)
class AlignmentScore:
    """How far hard links A agree with gold links, as counts that add up."""

    n: int
    """Sentence pairs."""

    links: int
    """|A|, links that were found."""

    sure_found: int
    """|A ∩ S|, sure links among them."""

    possible_found: int
    """|A ∩ P|, possible links among them, the sure ones too."""

    sure: int
    """|S|, sure links of the gold alignment."""

    threshold: float | None = None
    """Least weight of a link; None where each target word has its heaviest source."""

    @classmethod
    def from_counts(cls, counts: Sequence[int]) -> Self:
        """Return the score of one sentence pair from what `counts` returned."""
        links, sure_found, possible_found, sure = map(int, counts)
        return cls(
            n=1,
            links=links,
            sure_found=sure_found,
            possible_found=possible_found,
            sure=sure,
        )

    def __add__(self, other: Self) -> Self:
        """Return the score of both sets of sentences together."""
        return type(self)(
            n=self.n + other.n,
            links=self.links + other.links,
            sure_found=self.sure_found + other.sure_found,
            possible_found=self.possible_found + other.possible_found,
            sure=self.sure + other.sure,
            threshold=self.threshold,
        )

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """|A|, |A ∩ S|, |A ∩ P| and |S|."""
        return self.links, self.sure_found, self.possible_found, self.sure

    @property
    def precision(self) -> float | None:
        """|A ∩ P| / |A|, 0-1; None without links."""
        return self.possible_found / self.links if self.links else None

    @property
    def recall(self) -> float | None:
        """|A ∩ S| / |S|, 0-1; None without sure links."""
        return self.sure_found / self.sure if self.sure else None

    @property
    def aer(self) -> float | None:
        """1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|), 0-1; None where nothing is linked."""
        most = self.links + self.sure
        return 1 - (self.sure_found + self.possible_found) / most if most else None
