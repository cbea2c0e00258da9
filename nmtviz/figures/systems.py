"""How a system is drawn wherever systems are compared: colour, dash, marker.

The four models of [B] figure 2 look the same on every page and can be told apart in
grey: RNNsearch solid, RNNencdec dashed, those trained on sentences of up to 50 words
stronger than those of up to 30. [B] is Bahdanau et al. (2015).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from nmtviz.figures.theme import GREEN, HUES, NAVY, Hue


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """Looks of one system."""

    hue: Hue

    dash: str
    """A dash pattern in pixels, or `solid`."""

    symbol: str
    """A marker of Plotly's."""


_DASHED, _DOTTED = "9px,4px", "2px,3px"
_DASHES = (_DOTTED, "7px,2px,2px,2px", "14px,3px")
"""Of others; the next ones, once all colours and markers are used up."""

_PAPERS = {
    "rnnsearch-50": Style(hue=NAVY, dash="solid", symbol="circle"),
    "rnnsearch-30": Style(
        hue=Hue("#5088cc", "#4275b8"), dash="solid", symbol="circle-open"
    ),
    "rnnencdec-50": Style(hue=Hue("#7d2a05", "#ffc49b"), dash=_DASHED, symbol="square"),
    "rnnencdec-30": Style(
        hue=Hue("#d07434", "#c0622a"), dash=_DASHED, symbol="square-open"
    ),
    "rnnsearch-sp": Style(hue=GREEN, dash="solid", symbol="diamond"),
}
_OTHERS = tuple(
    Style(hue=hue, dash=_DOTTED, symbol=symbol)
    for hue, symbol in zip(
        HUES[3:],
        ("triangle-up", "triangle-down", "cross", "x", "star", "hexagon"),
        strict=True,
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
    return [_PAPERS.get(name) or _other(others.index(name)) for name in names]


def _other(place: int) -> Style:
    turn, place = divmod(place, len(_OTHERS))
    return replace(_OTHERS[place], dash=_DASHES[turn % len(_DASHES)])
