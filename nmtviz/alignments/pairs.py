"""What an alignment file says of one sentence pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.errors import DataError
from nmtviz.gold import GoldLinks
from nmtviz.results import END, Alignment

_MOST_CELLS = 4_000_000
"""Source words times target words of a pair with hard links: a sentence pair has far
fewer, and more would take gigabytes where somebody has a document a line."""

_ROUNDED = 1e-3
"""How far above 1 a weight may be: other tools write few digits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AlignedPair:
    """A sentence pair as a file has it."""

    alignment: Alignment
    """Its words and weights; a hard link has the weight 1."""

    links: GoldLinks | None = None
    """Hard links, where the file holds links and no weights."""

    @classmethod
    def of_links(cls, source: str, target: str, links: str) -> Self:
        """Make a pair of sentences in words and of links such as `0-0 1p2`.

        Raises:
            DataError: If a link cannot be read or is outside the pair, or the
                sentences are too long.
        """
        words = source.split(), target.split()
        if len(words[0]) * len(words[1]) > _MOST_CELLS:
            raise DataError(
                f"a line must hold a sentence pair, with at most {_MOST_CELLS:,} pairs "
                f"of words, got {len(words[0]):,} and {len(words[1]):,} words."
            )
        found = GoldLinks.parse(links, *map(len, words))
        _, possible = found.arrays((len(words[1]), len(words[0])))
        return cls(alignment=soft(*words, possible), links=found)

    def pharaoh(self) -> str:
        """Return hard links, the file's own or each target's heaviest source."""
        return str(self.links) if self.links else self.alignment.pharaoh()


def soft(source: Sequence[str], target: Sequence[str], weights: object) -> Alignment:
    """Return weights with their words; tools name the end symbol or leave it out.

    Args:
        source: S words, with the end symbol or not.
        target: T words, with the end symbol or not.
        weights: Numbers from 0 to 1, shape (T, S); one more row or column belongs to
            an end symbol that is not among the words.

    Raises:
        DataError: If the numbers are no such table.
    """
    array = _table(weights)
    rows, columns = array.shape
    sides = []
    for words, count in ((source, columns), (target, rows)):
        ended = [*words, END] if count == len(words) + 1 else list(words)
        sides.append(tuple(ended))
    if (rows, columns) != (len(sides[1]), len(sides[0])):
        raise DataError(
            f"weights must have {len(target)} rows, one a target word, and "
            f"{len(source)} columns, or one more for the end symbol, got {rows} rows "
            f"and {columns} columns."
        )
    return Alignment(
        source=sides[0],
        target=sides[1],
        weights=array,
        source_unknown=(False,) * columns,
        target_unknown=(False,) * rows,
    )


def _table(weights: object) -> FloatArray:
    try:
        array: FloatArray = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError("weights must be rows of numbers, all as long.") from error
    if array.ndim != 2:
        raise DataError(
            f"weights must be rows of numbers, got {array.ndim} dimensions."
        )
    wrong = ~((array >= 0) & (array <= 1 + _ROUNDED))  # also where not a number
    if wrong.any():
        row, column = (int(place) for place in np.argwhere(wrong)[0])
        raise DataError(
            f"weights must be from 0 to 1, got {array[row, column]} in row {row + 1}, "
            f"column {column + 1}."
        )
    return array
