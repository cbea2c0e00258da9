"""How a system is drawn wherever systems are compared: colour, dash, marker.

The four models of [B] figure 2 look the same on every page and can be told apart in
grey: RNNsearch solid, RNNencdec dashed, those trained on sentences of up to 50 words
stronger than those of up to 30. [B] is Bahdanau et al. (2015).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """Looks of one system."""

    color: str
    """On a light page."""

    dark_color: str
    """On a dark page, where the stronger colour is the lighter one."""

    dash: str
    """A dash pattern in pixels, or `solid`."""

    symbol: str
    """A marker of Plotly's."""

    def on(self, *, dark: bool) -> str:
        """Return the colour for a light or a dark page."""
        return self.dark_color if dark else self.color


_DASHED, _DOTTED = "9px,4px", "2px,3px"

_PAPERS = {
    "rnnsearch-50": Style(
        color="#0d2f63", dark_color="#a9c8f5", dash="solid", symbol="circle"
    ),
    "rnnsearch-30": Style(
        color="#6f9fdc", dark_color="#4275b8", dash="solid", symbol="circle-open"
    ),
    "rnnencdec-50": Style(
        color="#7d2a05", dark_color="#ffc49b", dash=_DASHED, symbol="square"
    ),
    "rnnencdec-30": Style(
        color="#e08a55", dark_color="#c0622a", dash=_DASHED, symbol="square-open"
    ),
    "rnnsearch-sp": Style(
        color="#2c7a4b", dark_color="#7fd6a1", dash="solid", symbol="diamond"
    ),
}
_OTHERS = tuple(
    Style(color=color, dark_color=dark_color, dash=_DOTTED, symbol=symbol)
    for color, dark_color, symbol in (
        ("#6b3fa0", "#c3a2ef", "triangle-up"),
        ("#8a6d00", "#e5cf6a", "triangle-down"),
        ("#00727a", "#6fd3da", "cross"),
        ("#a1346b", "#f29cc6", "x"),
        ("#4d5563", "#b9c0cc", "star"),
        ("#4f6b00", "#bfdc6b", "hexagon"),
    )
)


def in_order(names: Iterable[str]) -> list[str]:
    """Return the names, the papers' models first and in a fixed order."""
    known = list(_PAPERS)
    return sorted(
        names, key=lambda name: known.index(name) if name in known else len(known)
    )


def styles(names: Sequence[str]) -> list[Style]:
    """Return how to draw each system; a model of the papers always looks the same."""
    others = [name for name in names if name not in _PAPERS]
    return [
        _PAPERS.get(name) or _OTHERS[others.index(name) % len(_OTHERS)]
        for name in names
    ]
