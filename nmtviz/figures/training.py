"""How runs learn: one small chart a measure, all runs on the same axes."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from nmtviz.figures import labels, theme

_COLORS = {
    False: ("#1f4e8c", "#e4572e", "#2e8b57", "#8e5ea2", "#b8860b", "#5c6b73"),
    True: ("#6fa3e8", "#ff8a5c", "#6fcf97", "#c39bd3", "#e6c35c", "#a9b7c0"),
}
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_COLUMNS = 2
_HEIGHT = 230
_TOP, _BOTTOM = 44, 46


@dataclass(frozen=True, kw_only=True, slots=True)
class Curve:
    """How a measure of one run went."""

    run: str
    """Name of the run."""

    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """One chart."""

    title: str
    """What is measured, with its unit."""

    curves: tuple[Curve, ...]
    """One a run; a run that has nothing yet has no points."""


def learning_curves(
    measures: Sequence[Measure], *, x_title: str, width: int, dark: bool = False
) -> go.Figure:
    """Draw each measure in a chart of its own, the runs in the same colours.

    Args:
        measures: What to draw, in reading order.
        x_title: What runs along all x axes, with its unit.
        width: Pixels there are.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    columns = _COLUMNS if width >= 560 else 1
    rows = -(-len(measures) // columns)
    figure = make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=[measure.title for measure in measures],
        horizontal_spacing=70 / width,
        vertical_spacing=(_TOP + _BOTTOM) / (rows * (_HEIGHT + _TOP + _BOTTOM)),
    )
    names = sorted({curve.run for measure in measures for curve in measure.curves})
    for place, measure in enumerate(measures):
        for curve in measure.curves:
            trace = _line(curve, names.index(curve.run), first=not place, dark=dark)
            figure.add_trace(trace, place // columns + 1, place % columns + 1)
    figure.update_layout(theme.layout(colors))
    figure.update_layout(
        width=width,
        height=rows * (_HEIGHT + _TOP + _BOTTOM),
        margin={"l": 52, "r": 16, "t": _TOP, "b": _BOTTOM, "pad": 0},
        showlegend=len(names) > 1,
        legend={
            "orientation": "h",
            "y": -_BOTTOM / 2 / (rows * _HEIGHT),
            "yanchor": "top",
        },
        dragmode=False,
        hovermode="closest",
    )
    figure.update_annotations(font={"size": 14, "color": colors.text})
    axis = {
        "gridcolor": colors.line,
        "zeroline": False,
        "linecolor": colors.line,
        "tickfont": {"size": 12, "color": colors.muted},
        "fixedrange": True,
    }
    figure.update_yaxes(axis)
    figure.update_xaxes(axis, rangemode="tozero")
    for column in range(1, columns + 1):
        figure.update_xaxes(
            title={"text": x_title, "font": {"size": 12, "color": colors.muted}},
            title_standoff=6,
            row=rows,
            col=column,
        )
    return figure


def _line(curve: Curve, number: int, *, first: bool, dark: bool) -> go.Scatter:
    palette = _COLORS[dark]
    return go.Scatter(
        x=curve.x,
        y=curve.y,
        name=labels.escaped(curve.run),
        legendgroup=curve.run,
        showlegend=first,
        mode="lines" if len(curve.x) > 1 else "markers",
        line={
            "color": palette[number % len(palette)],
            "dash": _DASHES[number % len(_DASHES)],
            "width": 2,
        },
        hovertemplate="%{fullData.name}<br>%{y:.4g} at %{x:.4g}<extra></extra>",
    )
