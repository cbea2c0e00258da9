"""Where a heatmap's parts lie, in pixels, so that every label has its room."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from nmtviz.figures import labels
from nmtviz.results import Alignment

SLANT = 45
"""Degrees by which the source words rise to the right."""

BAR_LENGTH = 112
"""Pixels of the colour bar, whatever the size of the sentence."""

BAR_GAP = 16
"""Pixels between the picture, or the words beside it, and the colour bar."""

_CELLS = ((24, 28), (30, 24))
"""Up to how many words a side a cell has so many pixels."""

_SMALLEST_CELL = 19
"""Labels do not cover each other yet, and 40 words are seen whole on a usual screen."""

_TALL = 30
"""Rows above which the source words stand below the picture too."""

_WIDE = 40
"""Columns above which the translated words stand to its right too."""

_AXIS_NAME = 26
_BAR_ROOM = 60
_LABEL_GAP = 14
_EDGE = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """Sizes of one heatmap in pixels; cells are square and never shrink further."""

    cell: int
    left: int
    top: int
    right: int
    bottom: int
    rows: int
    columns: int

    is_tall: bool
    """Whether the source words stand below the picture, too."""

    is_wide: bool
    """Whether the translated words stand to its right, too."""

    bar: int
    """From the right of the last column to the colour bar."""

    @classmethod
    def around(cls, alignment: Alignment, *, dense: bool = False) -> Self:
        """Return the sizes that give each cell and label of an alignment room.

        Args:
            alignment: What to draw.
            dense: Make cells as small as those of a long sentence.
        """
        rows, columns = alignment.weights.shape
        longer = max(rows, columns)
        sizes = () if dense else _CELLS
        cell = next((size for most, size in sizes if longer <= most), _SMALLEST_CELL)
        reach = [_reach(word) for word in alignment.source]
        overhang = max(
            (
                math.ceil(wide - (columns - 0.5 - column) * cell)
                for column, wide in enumerate(reach)
            ),
            default=0,
        )
        longest = max(
            (labels.width(labels.shortened(word)) for word in alignment.target),
            default=0.0,
        )
        highest = math.ceil(max(reach, default=0.0)) + _LABEL_GAP
        is_tall, is_wide = rows > _TALL, columns > _WIDE
        beside = math.ceil(longest) + _LABEL_GAP
        bar = BAR_GAP + is_wide * beside
        low = max(_EDGE, BAR_LENGTH + _EDGE - rows * cell)
        return cls(
            cell=cell,
            left=_AXIS_NAME + beside,
            top=_AXIS_NAME + highest,
            right=max(bar + _BAR_ROOM, overhang + _EDGE),
            bottom=highest if is_tall else low,
            rows=rows,
            columns=columns,
            is_tall=is_tall,
            is_wide=is_wide,
            bar=bar,
        )

    @property
    def plot_width(self) -> int:
        """Pixels from the first to the last column."""
        return self.columns * self.cell

    @property
    def plot_height(self) -> int:
        """Pixels from the first to the last row."""
        return self.rows * self.cell

    @property
    def width(self) -> int:
        """Pixels of the whole figure."""
        return self.left + self.plot_width + self.right

    @property
    def height(self) -> int:
        """Pixels of the whole figure."""
        return self.top + self.plot_height + self.bottom


def must_be_dense(alignments: Sequence[Alignment], room: int) -> bool:
    """Say whether small cells, and only they, let heatmaps stand beside each other.

    Args:
        alignments: What the heatmaps show.
        room: Pixels for all of them.
    """
    usual, dense = (
        sum(Frame.around(alignment, dense=dense).width for alignment in alignments)
        for dense in (False, True)
    )
    return dense <= room < usual


def _reach(word: str) -> float:
    """Return how far a slanted label goes to the right, and as far up."""
    return labels.width(labels.shortened(word)) * math.sin(math.radians(SLANT))
