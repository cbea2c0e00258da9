"""The alignment of one sentence while the network learns: a heatmap that plays."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np
import plotly.graph_objects as go

from nmtviz.figures import labels, theme
from nmtviz.figures.alignment import alignment_heatmap, hover_texts, row_labels
from nmtviz.results import Alignment

_FRAME = 350  # milliseconds a step of the player lasts
_CONTROLS = 84  # pixels below the heatmap
_NARROWEST = 380
FEW_ROWS = 8
"""As many of a look are always shown."""

_LOWEST = 2.0
"""How far below a plot Plotly lets controls stand, in heights of it."""


def emerging_alignment(
    alignments: Sequence[Alignment],
    updates: Sequence[int],
    *,
    dark: bool = False,
) -> go.Figure:
    """Draw the last look at a sentence, with a slider and a button to see them all.

    Args:
        alignments: The same source sentence at each look, oldest first. Targets may
            differ: then rows change their words, and those of a longer one, such as
            the babble of a network that has learned nothing, are cut.
        updates: After how many updates each look was.
        dark: Colours for a dark page.

    Raises:
        ValueError: If there are none, or not as many of both.
    """
    if not alignments or len(alignments) != len(updates):
        raise ValueError(
            f"Each of at least one alignment must have its update, got "
            f"{len(alignments)} alignments and {len(updates)} updates."
        )
    most = max(len(alignments[-1].target), FEW_ROWS)
    alignments = [_beginning(alignment, most) for alignment in alignments]
    figure = alignment_heatmap(_room(alignments), clickable=False, dark=dark)
    figure.update_layout(clickmode="none")
    colors = theme.look(dark=dark)
    axes = [name for name in ("yaxis", "yaxis2") if name in figure.layout]
    frames = [
        _frame(alignment, update, axes, colors)
        for alignment, update in zip(alignments, updates, strict=True)
    ]
    figure.data[0].update(frames[-1].data[0])
    figure.update_layout(frames[-1].layout)
    if len(alignments) == 1:
        return figure
    if len({len(alignment.target) for alignment in alignments}) > 1:
        figure.update_layout(plot_bgcolor=colors.paper)  # shows below the shorter ones
    figure.frames = frames
    margin = figure.layout.margin
    width = max(figure.layout.width, _NARROWEST)
    bottom = margin.b + _CONTROLS
    height = figure.layout.height + _CONTROLS
    gap = min(margin.b / (height - margin.t - bottom), _LOWEST)
    figure.update_layout(
        width=width,
        height=height,
        margin={"b": bottom, "r": margin.r + width - figure.layout.width},
        updatemenus=[_buttons(colors, gap)],
        sliders=[_slider(updates, colors, gap)],
    )
    return figure


def _beginning(alignment: Alignment, rows: int) -> Alignment:
    return replace(
        alignment,
        target=alignment.target[:rows],
        weights=alignment.weights[:rows],
        target_unknown=alignment.target_unknown[:rows],
    )


def _room(alignments: Sequence[Alignment]) -> Alignment:
    """Return what is as high as any of them, and whose words are as wide."""
    rows = zip_longest(*(alignment.target for alignment in alignments), fillvalue="")
    target = tuple(max(words, key=labels.width) for words in rows)
    return replace(
        alignments[-1],
        target=target,
        weights=np.zeros((len(target), len(alignments[-1].source))),
        target_unknown=(False,) * len(target),
    )


def _frame(
    alignment: Alignment, update: int, axes: Sequence[str], colors: theme.Look
) -> go.Frame:
    rows = len(alignment.target)
    words = {
        "tickvals": list(range(rows)),
        "ticktext": row_labels(alignment, colors),
    }
    return go.Frame(
        name=str(update),
        data=[
            {
                "type": "heatmap",
                "z": alignment.weights.tolist(),
                "y": list(range(rows)),
                "text": hover_texts(alignment).tolist(),
            }
        ],
        traces=[0],
        layout=dict.fromkeys(axes, words),
    )


def _play(duration: int) -> dict[str, Any]:
    return {
        "frame": {"duration": duration, "redraw": True},
        "transition": {"duration": 0},
        "mode": "immediate",
        "fromcurrent": False,
    }


def _buttons(colors: theme.Look, gap: float) -> dict[str, Any]:
    return {
        "type": "buttons",
        "showactive": False,
        "x": 0,
        "xanchor": "right",
        "y": -gap,
        "yanchor": "top",
        "pad": {"t": 18, "r": 12},
        "bgcolor": colors.paper,
        "bordercolor": colors.line,
        "font": {"color": colors.text},
        "buttons": [
            {"label": "▶ Play", "method": "animate", "args": [None, _play(_FRAME)]}
        ],
    }


def _slider(updates: Sequence[int], colors: theme.Look, gap: float) -> dict[str, Any]:
    return {
        "active": len(updates) - 1,
        "x": 0,
        "len": 1,
        "y": -gap,
        "yanchor": "top",
        "pad": {"t": 6},
        "bgcolor": colors.accent,
        "activebgcolor": colors.accent,
        "bordercolor": colors.muted,
        "tickcolor": colors.line,
        "font": {"color": "rgba(0,0,0,0)", "size": 1},  # marks of many steps collide
        "currentvalue": {
            "prefix": "after updates: ",
            "font": {"size": theme.LABEL_SIZE, "color": colors.text},
            "xanchor": "left",
        },
        "steps": [
            {
                "label": str(update),
                "method": "animate",
                "args": [[str(update)], _play(0)],
            }
            for update in updates
        ],
    }
