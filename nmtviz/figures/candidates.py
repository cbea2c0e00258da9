"""Candidate lists of many sizes: what they cost and what they keep.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import plotly.graph_objects as go

from nmtviz.candidate_scores import CandidateCurves, CandidatePoint
from nmtviz.figures import labels, theme

Measure = Literal["BLEU", "coverage", "time"]
Along = Literal["K'", "K"]

MEASURES: dict[Measure, tuple[str, Callable[[CandidatePoint], float]]] = {
    "BLEU": ("BLEU", lambda point: point.bleu),
    "coverage": ("Reference tokens on the list, %", lambda p: 100 * p.coverage),
    "time": ("Processor time a token, ms", lambda point: 1e3 * point.token_seconds),
}
"""What an axis is called, and its value at a point."""

_HEIGHT = 380
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
_STYLES = tuple(zip(theme.HUES, _SYMBOLS, strict=False))


def candidate_curves(
    curves: CandidateCurves, measure: Measure, *, along: Along, dark: bool = False
) -> go.Figure:
    """Draw a measure against K', a line for each K, as [J] Figure 1, or against K.

    The whole vocabulary is a dotted line across.

    Args:
        curves: What was measured on one test set.
        measure: What to draw.
        along: What rises to the right; the other one has a line for each size.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    title, value = MEASURES[measure]
    listed = [point for point in curves.points if point.frequent_size is not None]
    places = sorted({_place(point, along) for point in listed})
    figure = go.Figure(layout=theme.layout(colors))
    for index, (name, points) in enumerate(_lines(listed, along)):
        hue, symbol = _STYLES[index % len(_STYLES)]
        color = hue.on(dark=dark)
        figure.add_trace(
            go.Scatter(
                x=[places.index(_place(point, along)) for point in points],
                y=[value(point) for point in points],
                mode="lines+markers",
                name=name,
                line={"color": color, "width": 2.2},
                marker={"color": color, "symbol": symbol, "size": 9},
                text=[_told(point) for point in points],
                hovertemplate="%{text}<extra></extra>",
            )
        )
    if curves.whole and places:
        figure.add_trace(
            go.Scatter(
                x=[-0.3, len(places) - 0.7],
                y=[value(curves.whole)] * 2,
                mode="lines",
                name="whole vocabulary",
                line={"color": colors.muted, "width": 2, "dash": "2px,3px"},
                text=[_told(curves.whole)] * 2,
                hovertemplate="%{text}<extra></extra>",
            )
        )
    _frame(figure, colors, title)
    figure.update_xaxes(
        title={"text": _AXES[along]},
        tickvals=list(range(len(places))),
        ticktext=[f"{place:,}" for place in places],
        range=[-0.4, len(places) - 0.6],
    )
    if measure == "time":
        figure.update_yaxes(rangemode="tozero")
    return figure


def vocabulary_coverage(
    ours: CandidateCurves,
    paper: Sequence[tuple[int, float]],
    *,
    paper_name: str,
    dark: bool = False,
) -> go.Figure:
    """Draw which share of the target text the most frequent words are.

    Args:
        ours: Has the coverage of one test set.
        paper: Sizes and shares in percent that a paper prints.
        paper_name: Whose they are.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    figure = go.Figure(layout=theme.layout(colors))
    lines = (
        (ours.data, [(size, 100 * share) for size, share in ours.vocabulary], "solid"),
        (paper_name, paper, "9px,4px"),
    )
    for (name, points, dash), (hue, symbol) in zip(lines, _STYLES, strict=False):
        color = hue.on(dark=dark)
        figure.add_trace(
            go.Scatter(
                x=[size for size, _ in points],
                y=[share for _, share in points],
                mode="lines+markers",
                name=labels.escaped(name),
                line={"color": color, "width": 2.2, "dash": dash},
                marker={"color": color, "symbol": symbol, "size": 8},
                hovertemplate="%{x:,} words: %{y:.1f} %<extra></extra>",
            )
        )
    _frame(figure, colors, "Tokens of the test set covered, %")
    figure.update_xaxes(
        title={"text": "Most frequent words in the vocabulary"},
        type="log",
        dtick=1,
        tickformat=",",
    )
    figure.update_yaxes(range=[0, 102])
    return figure


_AXES: dict[Along, str] = {
    "K'": "K', translations of each source word (not to scale)",
    "K": "K, most frequent words in every list (not to scale)",
}


def _place(point: CandidatePoint, along: Along) -> int:
    return point.per_word_size if along == "K'" else point.frequent_size or 0


def _lines(
    points: Sequence[CandidatePoint], along: Along
) -> list[tuple[str, list[CandidatePoint]]]:
    """Return a name and the points from left to right for each line."""
    other: Along = "K" if along == "K'" else "K'"
    return [
        (
            f"{other} = {size:,}",
            sorted(
                (point for point in points if _place(point, other) == size),
                key=lambda point: _place(point, along),
            ),
        )
        for size in sorted({_place(point, other) for point in points})
    ]


def _told(point: CandidatePoint) -> str:
    kind = (
        "<b>whole vocabulary</b>"
        if point.frequent_size is None
        else f"<b>K = {point.frequent_size:,}, K' = {point.per_word_size}</b>"
    )
    return (
        f"{kind}<br>{point.list_size:,.0f} words on a list<br>BLEU {point.bleu:.2f}"
        f"<br>{point.coverage:.1%} of the references"
        f"<br>{1e3 * point.token_seconds:.2f} ms a token"
    )


def _frame(figure: go.Figure, colors: theme.Look, title: str) -> None:
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 60, "r": 34, "t": 56, "b": 60},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        hovermode="closest",
        hoverdistance=30,
        dragmode=False,
        showlegend=True,
    )
    figure.update_xaxes(
        showgrid=False, zeroline=False, fixedrange=True, linecolor=colors.line
    )
    figure.update_yaxes(
        title={"text": title}, gridcolor=colors.line, zeroline=False, fixedrange=True
    )
