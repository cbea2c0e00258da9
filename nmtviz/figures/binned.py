"""A score by bin, one curve a system, with bands and what each bin has.

Which scores and which bins is the caller's affair.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from nmtviz.arrays import FloatArray
from nmtviz.figures import labels, theme
from nmtviz.figures.systems import Style, styles

_HEIGHT = 430
_BAND_OPACITY = 0.13
_ALONE = 0.06  # half the width of a bin's band if both its neighbours are empty


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class BinnedCurve:
    """A system's score in each of b bins."""

    system: str

    values: FloatArray
    """Shape (b,); NaN where there is none."""

    low: FloatArray
    """Lower end of the band, shape (b,); NaN where there is none."""

    high: FloatArray
    """Its upper end."""

    told: Sequence[str]
    """What hovering over each point says, b lines of HTML."""


def binned_figure(
    curves: Sequence[BinnedCurve],
    bins: Sequence[tuple[str, str]],
    axes: tuple[str, str],
    *,
    dark: bool = False,
) -> go.Figure:
    """Draw curves with their bands.

    A point's custom data are the position of its curve and of its bin.

    Args:
        curves: One a system.
        bins: The name of each bin, and what it has.
        axes: What is below the figure, and what is on its left.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    looks = styles([curve.system for curve in curves])
    figure = go.Figure(layout=theme.layout(colors))
    for curve, style in zip(curves, looks, strict=True):
        figure.add_trace(_band(curve, style.hue.on(dark=dark)))
    for index, (curve, style) in enumerate(zip(curves, looks, strict=True)):
        figure.add_trace(_line(index, curve, style, style.hue.on(dark=dark)))
    _frame(figure, bins, axes, colors)
    return figure


def points_told(
    heading: str, bins: Sequence[str], curves: Iterable[tuple[str, FloatArray]]
) -> str:
    """Return the points in words, for those who do not see the picture.

    Args:
        heading: What is drawn.
        bins: What to call each bin.
        curves: Name and scores, shape (b,), of each system; NaN where there is none.
    """
    told = "; ".join(
        f"{system}: "
        + ", ".join(
            f"{name} {value:.1f}"
            for name, value in zip(bins, values.tolist(), strict=True)
            if not math.isnan(value)
        )
        for system, values in curves
    )
    return f"{heading}. {told}"


def filled(values: FloatArray) -> list[list[int]]:
    """Return the positions of the bins that have a value, as runs without a gap.

    Args:
        values: A number for each bin, or what is not a number.
    """
    runs: list[list[int]] = []
    for position, value in enumerate(values.tolist()):
        has_value = not math.isnan(value)
        if has_value and runs and runs[-1][-1] == position - 1:
            runs[-1].append(position)
        elif has_value:
            runs.append([position])
    return runs


def band_outline(
    low: FloatArray, high: FloatArray, run: Sequence[int]
) -> list[tuple[float, float]]:
    """Return the corners of a band: along its upper end and back on its lower.

    Args:
        low: Lower end of each bin, shape (b,).
        high: Upper end of each bin.
        run: Positions of neighbouring bins that have both.
    """
    places: Sequence[float] = run
    if len(run) == 1:  # a band without neighbours would have no width
        run, places = [*run, *run], [run[0] - _ALONE, run[0] + _ALONE]
    there = zip(places, high[run].tolist(), strict=True)
    back = zip(places, low[run].tolist(), strict=True)
    return [*there, *list(back)[::-1]]


def _band(curve: BinnedCurve, color: str) -> go.Scatter:
    """Draw a polygon around each run."""
    x: list[float | None] = []
    y: list[float | None] = []
    for run in filled(curve.low):
        outline = band_outline(curve.low, curve.high, run)
        x += [*(place for place, _ in outline), outline[0][0], None]
        y += [*(value for _, value in outline), outline[0][1], None]
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        fill="toself",
        fillcolor=f"rgba({red},{green},{blue},{_BAND_OPACITY})",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
        legendgroup=curve.system,
    )


def _line(index: int, curve: BinnedCurve, style: Style, color: str) -> go.Scatter:
    places = range(len(curve.values))
    full = {"opacity": 1.0}
    return go.Scatter(
        x=list(places),
        y=[None if math.isnan(value) else value for value in curve.values.tolist()],
        mode="lines+markers",
        name=labels.escaped(curve.system),
        legendgroup=curve.system,
        line={"color": color, "dash": style.dash, "width": 2.2},
        marker={
            "color": color,
            "symbol": style.symbol,
            "size": 9,
            "line": {"color": color, "width": 2 if "open" in style.symbol else 0},
        },
        selected={"marker": full},
        unselected={"marker": full},
        customdata=[[index, place] for place in places],
        text=[f"<b>{labels.escaped(curve.system)}</b>, {told}" for told in curve.told],
        hovertemplate="%{text}<extra></extra>",
    )


def _frame(
    figure: go.Figure,
    bins: Sequence[tuple[str, str]],
    axes: tuple[str, str],
    colors: theme.Look,
) -> None:
    small = f'<span style="font-size:11px;color:{colors.muted}">'
    below, left = axes
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 60, "r": 16, "t": 48, "b": 70},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        hovermode="closest",
        hoverdistance=30,
        showlegend=True,  # also if there is a single curve: it says whose it is
        clickmode="event+select",
        dragmode=False,
    )
    figure.update_xaxes(
        title={"text": below, "standoff": 12},
        tickvals=list(range(len(bins))),
        ticktext=[f"{name}<br>{small}{has}</span>" for name, has in bins],
        range=[-0.4, len(bins) - 0.6],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        linecolor=colors.line,
        showline=True,
    )
    figure.update_yaxes(
        title={"text": left},
        rangemode="tozero",
        gridcolor=colors.line,
        zeroline=False,
        fixedrange=True,
    )
