"""What might come next, as a small bar chart."""

from collections.abc import Sequence

import plotly.graph_objects as go

from nmtviz.figures import labels, theme
from nmtviz.figures.theme import Plain
from nmtviz.traces import Choice

_ROW = 25
_BAR_ROOM = 190
_RIGHT = 52
_WEAK = theme.Hue("#a9bfdd", "#34507a")


def next_words(
    choices: Sequence[Choice], *, taken: str | None = None, dark: bool = False
) -> go.Figure:
    """Draw the likeliest next words with their probabilities, best on top.

    Args:
        choices: The words.
        taken: The one to emphasise.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    texts = [labels.shortened(choice.text) for choice in choices]
    names = [labels.escaped(text) for text in texts]
    strong, weak = theme.BLUE.on(dark=dark), _WEAK.on(dark=dark)
    left = max((labels.width(text) for text in texts), default=0.0) + 16
    bars: Plain = {
        "type": "bar",
        "x": [choice.probability for choice in choices],
        "y": list(range(len(choices))),
        "orientation": "h",
        "marker": {
            "color": [strong if c.text == taken else weak for c in choices],
            "line": {"width": 0},
        },
        "text": [_percent(choice.probability) for choice in choices],
        "textposition": "outside",
        "textfont": {"size": 12, "color": colors.muted},
        "cliponaxis": False,
        "customdata": [[choice.log_prob] for choice in choices],
        "hovertext": [labels.escaped(choice.text) for choice in choices],
        "hovertemplate": "%{hovertext}: p = %{x:.4f}, log p = %{customdata[0]:.3f}"
        "<extra></extra>",
    }
    own: Plain = {
        "width": round(left + _BAR_ROOM + _RIGHT),
        "height": _ROW * len(choices) + 12,
        "margin": {"l": left, "r": _RIGHT, "t": 4, "b": 8, "pad": 0},
        "bargap": 0.3,
        "dragmode": False,
        "xaxis": {"range": [0, 1], "visible": False, "fixedrange": True},
        "yaxis": {
            "range": [len(choices) - 0.5, -0.5],
            "tickvals": list(range(len(choices))),
            "ticktext": [
                f"<b>{name}</b>" if choice.text == taken else name
                for name, choice in zip(names, choices, strict=True)
            ],
            "tickfont": {"size": theme.LABEL_SIZE, "color": colors.text},
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            "ticks": "",
            "ticklabelstandoff": 6,
        },
    }
    return go.Figure(bars, layout=theme.layout(colors, own))


def _percent(probability: float) -> str:
    return "< 0.1 %" if probability < 0.001 else f"{probability:.1%}".replace("%", " %")
