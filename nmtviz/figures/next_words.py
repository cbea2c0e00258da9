"""What might come next, and what came in places like this, as small bar charts."""

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from nmtviz.figures import labels, theme
from nmtviz.figures.theme import Plain
from nmtviz.traces import Choice

_ROW = 25
_BAR_ROOM = 190
_RIGHT = 52
_WEAK = theme.Hue("#a9bfdd", "#34507a")


class _Bar(NamedTuple):
    word: str
    share: float
    told: str
    """At its end."""

    hover: str


def next_words(
    choices: Sequence[Choice], *, taken: str | None = None, dark: bool = False
) -> go.Figure:
    """Draw the likeliest next words with their probabilities, best on top.

    Args:
        choices: The words.
        taken: The one to emphasise.
        dark: Colours for a dark page.
    """
    bars = [
        _Bar(
            choice.text,
            choice.probability,
            _percent(choice.probability),
            f"p = {choice.probability:.4f}, log p = {choice.log_prob:.3f}",
        )
        for choice in choices
    ]
    return _chart(bars, taken, dark=dark)


def counted_words(
    counts: Sequence[tuple[str, int]],
    total: int,
    *,
    taken: str | None = None,
    dark: bool = False,
) -> go.Figure:
    """Draw how often words came in a number of places, the most frequent on top.

    Args:
        counts: Words and in how many of the places they stand.
        total: The places.
        taken: The word to emphasise.
        dark: Colours for a dark page.
    """
    bars = [
        _Bar(word, count / total, str(count), f"{count} of {total} places")
        for word, count in counts
    ]
    return _chart(bars, taken, dark=dark)


def _chart(bars: Sequence[_Bar], taken: str | None, *, dark: bool) -> go.Figure:
    colors = theme.look(dark=dark)
    texts = [labels.shortened(bar.word) for bar in bars]
    names = [labels.escaped(text) for text in texts]
    strong, weak = theme.BLUE.on(dark=dark), _WEAK.on(dark=dark)
    left = max((labels.width(text) for text in texts), default=0.0) + 16
    trace: Plain = {
        "type": "bar",
        "x": [bar.share for bar in bars],
        "y": list(range(len(bars))),
        "orientation": "h",
        "marker": {
            "color": [strong if bar.word == taken else weak for bar in bars],
            "line": {"width": 0},
        },
        "text": [bar.told for bar in bars],
        "textposition": "outside",
        "textfont": {"size": 12, "color": colors.muted},
        "cliponaxis": False,
        "hovertext": [f"{labels.escaped(bar.word)}: {bar.hover}" for bar in bars],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    own: Plain = {
        "width": round(left + _BAR_ROOM + _RIGHT),
        "height": _ROW * len(bars) + 12,
        "margin": {"l": left, "r": _RIGHT, "t": 4, "b": 8, "pad": 0},
        "bargap": 0.3,
        "dragmode": False,
        "xaxis": {"range": [0, 1], "visible": False, "fixedrange": True},
        "yaxis": {
            "range": [len(bars) - 0.5, -0.5],
            "tickvals": list(range(len(bars))),
            "ticktext": [
                f"<b>{name}</b>" if bar.word == taken else name
                for name, bar in zip(names, bars, strict=True)
            ],
            "tickfont": {"size": theme.LABEL_SIZE, "color": colors.text},
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            "ticks": "",
            "ticklabelstandoff": 6,
        },
    }
    return go.Figure(trace, layout=theme.layout(colors, own))


def _percent(probability: float) -> str:
    return "< 0.1 %" if probability < 0.001 else f"{probability:.1%}".replace("%", " %")
