"""A soft alignment as lines between two columns of words, in SVG.

Read from left to right, source words and their translation; the heavier a weight, the
stronger its line. A word that is pointed at, or reached by the Tab key, shows its own
lines alone, with their weights beside the words at their other ends; a style sheet
does that, so a saved file does it, too.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self
from xml.sax.saxutils import escape, quoteattr

from nmtviz.figures import labels, theme
from nmtviz.figures.alignment import ATTENTION, SOURCE_AXIS, TARGET_AXIS, Cell
from nmtviz.figures.drawing import Drawing, opening
from nmtviz.figures.told import heaviest
from nmtviz.results import Alignment

Place = tuple[int | None, int | None]
"""A row and a column, of which one or both may be missing."""

LEAST = 0.05
"""A lighter weight has no line."""

_ROW, _TOP, _BOTTOM = 28, 38, 10
_BETWEEN = 190
"""Pixels between the columns."""

_NUMBER = 46
"""Room for the weights at both edges."""

_GAP = 9
"""Pixels from a word to its lines."""

_STYLE = (
    "<style>"
    ".alignment-lines .word{outline:none}"
    ".alignment-lines .own{visibility:hidden;pointer-events:none}"
    ".alignment-lines .all{pointer-events:none}"
    ".alignment-lines .word:hover .own,.alignment-lines .word:focus-visible .own,"
    ".alignment-lines:not(:has(.word:hover)) .own.alone{visibility:visible}"
    ".alignment-lines:has(.word:hover) .all,.alignment-lines:has(.alone) .all,"
    ".alignment-lines:has(.word:focus-visible) .all{opacity:.12}"
    ".alignment-lines .word:hover>text,.alignment-lines .word:focus-visible>text"
    "{font-weight:700}"
    "</style>"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Places:
    """Where words lie, in pixels."""

    left: float
    """Where the source words end."""

    right: float
    """Where the translated words begin."""

    end: float
    """Where the longest of those ends."""

    tall: float
    """How high the columns are; the words of each are spread over it."""

    counts: tuple[int, int]
    """Source words and translated words."""

    @classmethod
    def of(cls, alignment: Alignment) -> Self:
        widths = [_widest(words) for words in (alignment.source, alignment.target)]
        counts = len(alignment.source), len(alignment.target)
        left = _NUMBER + widths[0]
        right = left + _BETWEEN
        return cls(
            left=left,
            right=right,
            end=right + widths[1],
            tall=_ROW * max(*counts, 1),
            counts=counts,
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole."""
        return math.ceil(self.end + _NUMBER), math.ceil(_TOP + self.tall + _BOTTOM)

    def source(self, column: int) -> float:
        """Return how far down a source word is."""
        return _TOP + (column + 0.5) * self.tall / self.counts[0]

    def target(self, row: int) -> float:
        """Return how far down a translated word is."""
        return _TOP + (row + 0.5) * self.tall / self.counts[1]

    def line(self, cell: Cell) -> str:
        """Return the way between two words, as a soft bend."""
        begin, end = self.left + _GAP, self.right - _GAP
        high, low = self.source(cell[1]), self.target(cell[0])
        middle = (begin + end) / 2
        return (
            f"M{begin:.1f} {high:.1f}C{middle:.1f} {high:.1f} "
            f"{middle:.1f} {low:.1f} {end:.1f} {low:.1f}"
        )


def alignment_lines(
    alignment: Alignment,
    *,
    measure: str = ATTENTION,
    chosen: Place = (None, None),
    dark: bool = False,
) -> Drawing:
    """Draw lines from each source word (left) to each translated word (right).

    A word is a group with a number as `data-node`: that of its row, or for source
    words that of its column behind those of all rows.

    Args:
        alignment: What to draw.
        measure: What its weights are.
        chosen: The words that stand out: one with all its lines, two with theirs.
        dark: Colours for a dark page.
    """
    sketch = _Sketch(alignment, dark=dark)
    colors, places = sketch.colors, sketch.places
    width, height = places.size
    rows = places.counts[1]
    words = [*range(rows, sum(places.counts)), *range(rows)]  # read from left to right
    parts = [
        opening(
            *(width, height, colors),
            f"Lines: {measure}. {heaviest(alignment)}",
            'class="alignment-lines"',
        ),
        _STYLE,
        *_names(places, measure, colors),
        f'<g class="all">{sketch.lines(sketch.cells, theme.BLUE.on(dark=dark))}',
        _pinned(chosen, places, colors),
        "</g>",
        *(sketch.word(node, chosen) for node in words),
        "</svg>",
    ]
    return Drawing("\n".join(parts), width, height, " ".join(alignment.source))


def lines_width(alignment: Alignment) -> int:
    """Return the pixels that `alignment_lines` takes."""
    return _Places.of(alignment).size[0]


def place_of(alignment: Alignment, node: int) -> Place:
    """Return the row or the column of a word by its number in the drawing."""
    rows = len(alignment.target)
    return (node, None) if node < rows else (None, node - rows)


class _Sketch:
    """The words of an alignment and the lines between them."""

    def __init__(self, alignment: Alignment, *, dark: bool) -> None:
        self._alignment = alignment
        self._weights: list[list[float]] = alignment.weights.tolist()
        self._strong = theme.RUST.on(dark=dark)
        self.colors = theme.look(dark=dark)
        self.places = _Places.of(alignment)
        self.cells = [
            (row, column)
            for row, weights in enumerate(self._weights)
            for column, weight in enumerate(weights)
            if weight >= LEAST
        ]
        """What has a line."""

    def lines(self, cells: Iterable[Cell], color: str) -> str:
        """Return a line for each cell, the stronger the heavier."""
        drawn = [
            f'<path d="{self.places.line((row, column))}" '
            f'stroke-opacity="{self._weights[row][column]:.2f}" '
            f'stroke-width="{1 + 3 * self._weights[row][column]:.1f}"/>'
            for row, column in cells
        ]
        return f'<g fill="none" stroke="{color}">{"".join(drawn)}</g>'

    def word(self, node: int, chosen: Place) -> str:
        """Return a word with its own lines, which are seen when it is pointed at."""
        alignment, places = self._alignment, self.places
        place = place_of(alignment, node)
        row, column = place
        if row is not None:
            bold = row == chosen[0]
            own = [cell for cell in self.cells if cell[0] == row]
            text, unknown = alignment.target[row], alignment.target_unknown[row]
            y, x, anchor = places.target(row), places.right, "start"
            begin, end = places.right - _GAP, places.end + _NUMBER
        elif column is not None:
            bold = column == chosen[1]
            own = [cell for cell in self.cells if cell[1] == column]
            text, unknown = alignment.source[column], alignment.source_unknown[column]
            y, x, anchor = places.source(column), places.left, "end"
            begin, end = 0.0, places.left + _GAP
        looks = f' fill="{self.colors.warning}" font-style="italic"' * unknown
        weight = ' font-weight="700"' * bold
        own_class = "own alone" if place == chosen else "own"
        return (
            f'<g class="word" tabindex="0" role="img" data-node="{node}" '
            f"aria-label={quoteattr(self._told(text, own, of_row=row is not None))}>"
            f'<rect x="{begin:.1f}" y="{y - _ROW / 2:.1f}" '
            f'width="{end - begin:.1f}" height="{_ROW}" fill="transparent"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
            f'dominant-baseline="central"{looks}{weight}>'
            f"{escape(labels.shortened(text))}</text>"
            f'<g class="{own_class}">{self.lines(own, self._strong)}'
            f"{self._numbers(own, beside_source=row is not None)}</g></g>"
        )

    def _told(self, text: str, own: Iterable[Cell], *, of_row: bool) -> str:
        """Return a word and what its lines lead to."""
        alignment = self._alignment
        others = (
            (
                alignment.source[column] if of_row else alignment.target[row],
                (row, column),
            )
            for row, column in own
        )
        ends = (
            f"{labels.plain(other)} {self._weights[row][column]:.2f}"
            for other, (row, column) in others
        )
        return f"{labels.plain(text)}: {', '.join(ends) or 'no line'}"

    def _numbers(self, cells: Iterable[Cell], *, beside_source: bool) -> str:
        """Return the weights of cells, each outside of the words at its end."""
        places = self.places
        x, anchor = (_NUMBER - 8, "end") if beside_source else (places.end + 8, "start")
        return "".join(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="12" '
            f'dominant-baseline="central" fill="{self.colors.muted}">'
            f"{self._weights[row][column]:.2f}</text>"
            for row, column in cells
            for y in [places.source(column) if beside_source else places.target(row)]
        )


def _pinned(chosen: Place, places: _Places, colors: theme.Look) -> str:
    row, column = chosen
    if row is None or column is None:
        return ""
    return (
        f'<path class="pinned" d="{places.line((row, column))}" fill="none" '
        f'stroke="{colors.accent}" stroke-width="3"/>'
    )


def _names(places: _Places, measure: str, colors: theme.Look) -> list[str]:
    """Return what the columns and the lines between them are."""
    names = (
        (places.left, "end", SOURCE_AXIS),
        ((places.left + places.right) / 2, "middle", measure),
        (places.right, "start", TARGET_AXIS),
    )
    return [
        f'<text x="{x:.1f}" y="16" text-anchor="{anchor}" font-size="12" '
        f'fill="{colors.muted}">{name}</text>'
        for x, anchor, name in names
    ]


def _widest(words: Iterable[str]) -> float:
    """Return the pixels of the longest word, or of the name above the words."""
    shown = [*map(labels.shortened, words), SOURCE_AXIS]
    return max(map(labels.width, shown))
