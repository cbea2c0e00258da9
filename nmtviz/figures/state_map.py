"""Words on a plane: those near each other are read, or written, in like states."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from nmtviz.arrays import SingleArray
from nmtviz.figures import labels, theme
from nmtviz.figures.theme import Plain
from nmtviz.neighbours import Plane

_SIZE = 330
_MARGIN = 8
_ROOM = 1.25
"""Of half of what the dots take: names stand beside them."""

_DOT = 8
"""Pixels across."""

_SIDES = np.array([(0, 1), (0, -1), (1, 0), (-1, 0)])
"""Where a name may stand: above a dot, below it, to its right and to its left."""

_HEAVY = 5
"""Dots that count as much as a part of another name."""

_NAMED = 6
"""Words that have a colour and a label, of those at two places at least."""


class Place(NamedTuple):
    """Where a word stands in a text."""

    before: str
    word: str
    behind: str


def state_map(
    plane: Plane, places: Sequence[Place], *, taken: str, dark: bool = False
) -> go.Figure:
    """Draw the places of like states, the most frequent words named.

    Args:
        plane: Where they are, n points.
        places: What stands there, n.
        taken: The word whose neighbours they are; it is drawn as a ring.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    counts = Counter(place.word for place in places)
    named = [word for word, count in counts.most_common(_NAMED) if count > 1]
    hues = {
        word: hue.on(dark=dark) for word, hue in zip(named, theme.HUES, strict=False)
    }
    points: Plain = {
        "type": "scatter",
        "mode": "markers",
        "x": plane.points[:, 0],
        "y": plane.points[:, 1],
        "marker": {
            "size": _DOT,
            "color": [hues.get(place.word, colors.muted) for place in places],
            "opacity": [0.9 if place.word in hues else 0.45 for place in places],
            "line": {"width": 0},
        },
        "hovertext": [_told(place) for place in places],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    across, up = plane.here
    ring: Plain = {
        "type": "scatter",
        "mode": "markers",
        "x": [across],
        "y": [up],
        "marker": {
            "size": 13,
            "color": "rgba(0,0,0,0)",
            "line": {"width": 3, "color": colors.accent},
        },
        "hovertemplate": f"here: <b>{labels.escaped(taken)}</b><extra></extra>",
    }
    dots = np.array([*plane.points, plane.here], np.float32)
    middle = (dots.max(axis=0) + dots.min(axis=0)) / 2
    farthest = float(np.abs(dots - middle).max()) * _ROOM or 1.0
    pixels = (dots - middle) / farthest * (_SIZE / 2 - _MARGIN)
    names = _names(pixels, [place.word for place in places], hues)
    return go.Figure([points, ring], layout=_layout(names, middle, farthest, colors))


def _names(
    dots: SingleArray, words: Sequence[str], hues: Mapping[str, str]
) -> list[Plain]:
    """Name words beside one of their dots each, where a name covers fewest others.

    Args:
        dots: Pixels from the middle, the ring's the last, shape (n + 1, 2).
        words: What stands at each dot.
        hues: The words to name, with their colours.
    """
    covered = dots  # with what stands for the names there are
    found = []
    for word, color in hues.items():
        text = labels.shortened(word)
        half = np.array([labels.width(text) / 2, theme.LABEL_SIZE / 2])
        own = dots[:-1][[one == word for one in words]]
        centres = np.concatenate([own + side * (half + _DOT) for side in _SIDES])
        inside = np.clip(centres, half - _SIZE / 2, _SIZE / 2 - half)
        near = np.abs(inside[:, None] - covered) < half + _DOT / 2  # (m, n, 2)
        best = inside[near.all(axis=2).sum(axis=1).argmin()]
        corners = best + half * np.array([*product((-1, 0, 1), repeat=2)])
        covered = np.concatenate([covered, *[corners] * _HEAVY])
        found.append(_name(text, best, color))
    return found


def _name(text: str, at: SingleArray, color: str) -> Plain:
    return {
        "xref": "paper",
        "yref": "paper",
        "x": 0.5,
        "y": 0.5,
        "xshift": float(at[0]),
        "yshift": float(at[1]),
        "text": labels.escaped(text),
        "showarrow": False,
        "font": {"size": theme.LABEL_SIZE, "color": color},
    }


def _told(place: Place) -> str:
    before, behind = (text and labels.escaped(text) for text in place[::2])
    return f"{before} <b>{labels.escaped(place.word)}</b> {behind}".strip()


def _layout(
    names: Sequence[Plain], middle: SingleArray, farthest: float, colors: theme.Look
) -> Plain:
    """Return a square around all dots, in one scale, so that distances compare."""
    axis: Plain = {
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
        "showline": True,
        "mirror": True,
        "linecolor": colors.line,
        "fixedrange": True,
    }
    across, up = middle.tolist()
    own: Plain = {
        "width": _SIZE,
        "height": _SIZE,
        "margin": {"l": _MARGIN, "r": _MARGIN, "t": _MARGIN, "b": _MARGIN, "pad": 0},
        "showlegend": False,
        "dragmode": False,
        "annotations": [*names],
        "xaxis": {**axis, "range": [across - farthest, across + farthest]},
        "yaxis": {**axis, "range": [up - farthest, up + farthest]},
    }
    return theme.layout(colors, own)
