"""How runs learn: a small chart a measure, all runs on the same axes."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from nmtviz.figures import labels, theme

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_WIDTH, _HEIGHT = 472, 290
_LEFT = 52
_LEGEND = 34  # pixels for the names of runs


@dataclass(frozen=True, kw_only=True, slots=True)
class Curve:
    """How a measure of one run went."""

    run: str
    """Name of the run."""

    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """What a chart shows."""

    title: str
    """What is measured, with its unit."""

    curves: tuple[Curve, ...]
    """One a run; a run that has nothing yet has no points."""

    from_zero: bool = False
    """Whether the axis begins at 0, or where the values do."""


def learning_curve(
    measure: Measure,
    *,
    runs: Sequence[str],
    x_title: str,
    x_end: float,
    dark: bool = False,
) -> go.Figure:
    """Draw one measure; charts of the same runs have the same colours.

    Args:
        measure: What to draw.
        runs: Names of all runs on the page, in their order.
        x_title: What runs along the x axis, with its unit.
        x_end: Where all charts of the page end.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    figure = go.Figure(
        [_line(curve, runs.index(curve.run), dark=dark) for curve in measure.curves],
        layout=theme.layout(colors),
    )
    named = len(measure.curves) > 1
    figure.update_layout(
        title={
            "text": measure.title,
            "font": {"size": 14, "color": colors.text},
            "x": _LEFT / _WIDTH,
            "y": 1 - 14 / _HEIGHT,
            "yanchor": "top",
        },
        width=_WIDTH,
        height=_HEIGHT + _LEGEND * named,
        margin={"l": _LEFT, "r": 12, "t": 40, "b": 46 + _LEGEND * named, "pad": 0},
        showlegend=named,
        legend={"orientation": "h", "x": 0, "y": -0.3, "yanchor": "top"},
        dragmode=False,
        hovermode="closest",
    )
    axis = {
        "gridcolor": colors.line,
        "zeroline": False,
        "linecolor": colors.line,
        "tickfont": {"size": 12, "color": colors.muted},
        "fixedrange": True,
    }
    figure.update_yaxes(axis, rangemode="nonnegative", range=_range_from_zero(measure))
    figure.update_xaxes(
        axis,
        range=(0, 1.02 * x_end),
        title={"text": x_title, "font": {"size": 12, "color": colors.muted}},
        title_standoff=6,
    )
    return figure


def _range_from_zero(measure: Measure) -> tuple[float, float] | None:
    """Return a range from 0, as asked for or where all values are the same.

    Else None, for plotly's own: around equal values it would be two wide, or so narrow
    that ticks need many digits.
    """
    values = {value for curve in measure.curves for value in curve.y}
    if len(values) != 1 and not measure.from_zero:
        return None
    most = max(values, default=0)
    return (0, 1.1 * most) if most > 0 else None


def _line(curve: Curve, number: int, *, dark: bool) -> go.Scatter:
    return go.Scatter(
        x=curve.x,
        y=curve.y,
        name=labels.escaped(curve.run),
        mode="lines" if len(curve.x) > 1 else "markers",
        line={
            "color": theme.HUES[number % len(theme.HUES)].on(dark=dark),
            "dash": _DASHES[number % len(_DASHES)],
            "width": 2,
        },
        hovertemplate="%{fullData.name}<br>%{y:.4g} at %{x:.4g}<extra></extra>",
    )
