"""How alike a word is in several sentences, as a table of coloured numbers."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from nmtviz.arrays import SingleArray
from nmtviz.figures import labels, theme

_SCALE = "ink"
_CELL = 56
_LEFT, _TOP, _REST = 44, 44, 12


def likeness_heatmap(
    cosines: SingleArray,
    sentences: Sequence[str],
    *,
    dark: bool = False,
) -> go.Figure:
    """Draw how alike a word's states are, each sentence against each.

    Args:
        cosines: What `neighbours.likeness` returned, shape (n, n).
        sentences: What stands at a cell that is pointed at, n texts.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    count = len(cosines)
    names = [labels.escaped(sentence) for sentence in sentences]
    cells = {
        "type": "heatmap",
        "z": cosines,
        "zmin": 0.0,
        "zmax": 1.0,
        "colorscale": theme.SCALES[_SCALE],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "text": np.array([[f"{row}<br>{column}" for column in names] for row in names]),
        "hovertemplate": "%{text}<br><b>%{z:.2f}</b><extra></extra>",
    }
    axis = {
        "tickvals": np.arange(count),
        "ticktext": [str(number) for number in range(1, count + 1)],
        "tickfont": {"size": 14, "color": colors.text},
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
    }
    own = {
        "width": _LEFT + _CELL * count + _REST,
        "height": _TOP + _CELL * count + _REST,
        "margin": {"l": _LEFT, "r": _REST, "t": _TOP, "b": _REST, "pad": 0},
        "dragmode": False,
        "annotations": _told(cosines),
        "xaxis": {**axis, "side": "top", "range": [-0.5, count - 0.5]},
        "yaxis": {**axis, "range": [count - 0.5, -0.5]},
    }
    return go.Figure(cells, layout=theme.layout(colors, own))


def _told(cosines: SingleArray) -> list[theme.Plain]:
    """Return the numbers that stand in the cells."""
    return [
        {
            "x": column,
            "y": row,
            "text": f"{cosine:.2f}",
            "showarrow": False,
            "font": {"size": 14, "color": theme.readable_on(_SCALE, cosine)},
        }
        for row, cells in enumerate(cosines.tolist())
        for column, cosine in enumerate(cells)
    ]
