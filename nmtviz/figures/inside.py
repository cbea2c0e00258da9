"""What a network does from step to step, as curves along the translation."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from nmtviz.figures import labels, theme
from nmtviz.traces import StepView

_COLUMN, _ROW, _GAP = 34, 62, 34
_LEFT, _RIGHT, _TOP = 52, 26, 26


@dataclass(frozen=True, slots=True)
class _Curve:
    name: str
    values: list[float | None]
    hue: theme.Hue = theme.BLUE
    dash: str = "solid"
    symbol: str = "circle"


def inside_curves(
    steps: Sequence[StepView], *, at: int, dark: bool = False
) -> go.Figure:
    """Draw probability, entropies, gates and movement along the translation.

    Args:
        steps: A step for each target token.
        at: The position to mark, from 0.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    panels = _panels(steps)
    figure = make_subplots(
        rows=len(panels),
        shared_xaxes=True,
        vertical_spacing=_GAP / (_ROW * len(panels) + _GAP * (len(panels) - 1)),
        subplot_titles=[_title(curves, dark=dark) for curves in panels],
    )
    for row, curves in enumerate(panels, 1):
        for curve in curves:
            figure.add_trace(_drawn(curve, steps, dark=dark), row=row, col=1)
    _frame(figure, steps, len(panels), at, colors)
    for row in range(1, len(panels) + 1):
        figure.add_vline(
            x=at, line={"color": colors.accent, "width": 2}, row=row, col=1
        )
    return figure


def _frame(
    figure: go.Figure,
    steps: Sequence[StepView],
    panels: int,
    at: int,
    colors: theme.Look,
) -> None:
    positions = list(range(len(steps)))
    tokens = [labels.shortened(step.token) for step in steps]
    bottom = round(max(labels.width(text) for text in tokens) * 0.71) + 24
    figure.update_layout(theme.layout(colors))
    figure.update_layout(
        width=_LEFT + _COLUMN * max(len(steps), 9) + _RIGHT,
        height=_TOP + _ROW * panels + _GAP * (panels - 1) + bottom,
        margin={"l": _LEFT, "r": _RIGHT, "t": _TOP, "b": bottom, "pad": 0},
        showlegend=False,
        dragmode=False,
        hovermode="x unified",
    )
    figure.update_annotations(
        x=0, xanchor="left", font={"size": 12, "color": colors.muted}
    )
    figure.update_xaxes(
        range=[-0.5, len(steps) - 0.5],
        tickvals=positions,
        ticktext=[
            f"<b>{labels.escaped(text)}</b>" if i == at else labels.escaped(text)
            for i, text in enumerate(tokens)
        ],
        tickangle=-45,
        ticklabeloverflow="allow",
        tickfont={"size": theme.LABEL_SIZE, "color": colors.text},
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    figure.update_yaxes(
        rangemode="tozero",
        nticks=3,
        ticklabeloverflow="allow",
        gridcolor=colors.line,
        zerolinecolor=colors.line,
        tickfont={"size": 11, "color": colors.muted},
        fixedrange=True,
    )


def _panels(steps: Sequence[StepView]) -> list[list[_Curve]]:
    attends = any(step.alignment is not None for step in steps)
    words = _Curve("entropy of the next word (nats)", [s.entropy for s in steps])
    looks = _Curve(
        "of the look at the source",
        [s.alignment_entropy for s in steps],
        hue=theme.RUST,
        dash="dash",
        symbol="diamond",
    )
    state = _Curve("change of the state", [s.state_change for s in steps])
    context = _Curve(
        "of the context",
        [s.context_change for s in steps],
        hue=theme.RUST,
        dash="dash",
        symbol="diamond",
    )
    return [
        [_Curve("probability of the word", [s.probability for s in steps])],
        [words, looks] if attends else [words],
        [
            _Curve("update gate, mean", [s.update for s in steps]),
            _Curve(
                "reset gate, mean",
                [s.reset for s in steps],
                hue=theme.RUST,
                dash="dash",
                symbol="diamond",
            ),
        ],
        [state, context] if attends else [state],
    ]


def _drawn(curve: _Curve, steps: Sequence[StepView], *, dark: bool) -> go.Scatter:
    color = curve.hue.on(dark=dark)
    return go.Scatter(
        x=list(range(len(steps))),
        y=curve.values,
        mode="lines+markers",
        line={"color": color, "width": 2, "dash": curve.dash},
        marker={"color": color, "size": 6, "symbol": curve.symbol},
        name=curve.name,
        hovertemplate="%{y:.3f}",
    )


def _title(curves: Sequence[_Curve], *, dark: bool) -> str:
    """Return a panel's name, which is its legend too."""
    marks = {"circle": "●", "diamond": "◆"}
    return "   ".join(
        f'<span style="color:{curve.hue.on(dark=dark)}">'
        f"{marks[curve.symbol]}</span> {curve.name}"
        for curve in curves
    )
