"""BLEU by source length, one curve a system: [B] figure 2.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from nmtviz.arrays import FloatArray
from nmtviz.curves import LengthCurve
from nmtviz.figures import labels, theme
from nmtviz.figures.systems import Style, styles
from nmtviz.results import bin_name, with_band

LENGTH_AXIS = "Source words"
BLEU_AXIS = "BLEU"

_HEIGHT = 430
_BAND_OPACITY = 0.13
_ALONE = 0.06  # half the width of a bin's band if both its neighbours are empty


def length_curves(
    curves: Sequence[LengthCurve], *, picked: int | None = None, dark: bool = False
) -> go.Figure:
    """Draw BLEU by source length with 95 % bands and the sentences of each bin.

    A point's custom data are the position of its curve and of its bin.

    Args:
        curves: One a system, all over the same bins.
        picked: Position of the bin to shade, from 0.
        dark: Colours for a dark page.

    Raises:
        ValueError: If the curves' bins differ.
    """
    if len({curve.bins for curve in curves}) > 1:
        raise ValueError("Curves in one figure must have the same bins.")
    colors = theme.look(dark=dark)
    looks = styles([curve.system for curve in curves])
    figure = go.Figure(layout=theme.layout(colors))
    for curve, style in zip(curves, looks, strict=True):
        figure.add_trace(_band(curve, style.hue.on(dark=dark)))
    for index, (curve, style) in enumerate(zip(curves, looks, strict=True)):
        figure.add_trace(_line(index, curve, style, style.hue.on(dark=dark)))
    _frame(figure, curves, colors)
    if picked is not None:
        figure.add_vrect(
            x0=picked - 0.4,
            x1=picked + 0.4,
            fillcolor=colors.accent,
            opacity=0.1,
            line_width=0,
            layer="below",
        )
    return figure


def bin_sizes(curves: Sequence[LengthCurve], position: int) -> str:
    """Return the sentences in a bin, `25-30` where the systems have not the same."""
    sizes = {int(curve.n[position]) for curve in curves}
    return "-".join(f"{size:,}" for size in sorted({min(sizes), max(sizes)}))


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


def band_outline(curve: LengthCurve, run: Sequence[int]) -> list[tuple[float, float]]:
    """Return the corners of a band: along its upper end and back on its lower."""
    places: Sequence[float] = run
    if len(run) == 1:  # a band without neighbours would have no width
        run, places = [*run, *run], [run[0] - _ALONE, run[0] + _ALONE]
    there = zip(places, curve.high[run].tolist(), strict=True)
    back = zip(places, curve.low[run].tolist(), strict=True)
    return [*there, *list(back)[::-1]]


def _band(curve: LengthCurve, color: str) -> go.Scatter:
    """Draw a polygon around each run."""
    x: list[float | None] = []
    y: list[float | None] = []
    for run in filled(curve.low):
        outline = band_outline(curve, run)
        x += [*(place for place, _ in outline), outline[0][0], None]
        y += [*(bleu for _, bleu in outline), outline[0][1], None]
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


def _line(index: int, curve: LengthCurve, style: Style, color: str) -> go.Scatter:
    places = range(len(curve.bins))
    full = {"opacity": 1.0}
    return go.Scatter(
        x=list(places),
        y=[None if math.isnan(bleu) else bleu for bleu in curve.bleu.tolist()],
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
        text=[_told(curve, place) for place in places],
        hovertemplate="%{text}<extra></extra>",
    )


def _told(curve: LengthCurve, place: int) -> str:
    return (
        f"<b>{labels.escaped(curve.system)}</b>, {bin_name(*curve.bins[place])} words"
        f"<br>BLEU "
        f"{with_band(curve.bleu[place], curve.low[place], curve.high[place])}"
        f"<br>n = {curve.n[place]:,}"
    )


def _frame(
    figure: go.Figure, curves: Sequence[LengthCurve], colors: theme.Look
) -> None:
    bins = curves[0].bins if curves else ()
    small = f'<span style="font-size:11px;color:{colors.muted}">'
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 60, "r": 16, "t": 48, "b": 70},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        hovermode="closest",
        hoverdistance=30,
        clickmode="event+select",
        dragmode=False,
    )
    figure.update_xaxes(
        title={"text": f"{LENGTH_AXIS}; n sentences", "standoff": 12},
        tickvals=list(range(len(bins))),
        ticktext=[
            f"{bin_name(*span)}<br>{small}n {bin_sizes(curves, place)}</span>"
            for place, span in enumerate(bins)
        ],
        range=[-0.4, len(bins) - 0.6],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        linecolor=colors.line,
        showline=True,
    )
    figure.update_yaxes(
        title={"text": f"{BLEU_AXIS}, 95 % band"},
        rangemode="tozero",
        gridcolor=colors.line,
        zeroline=False,
        fixedrange=True,
    )
