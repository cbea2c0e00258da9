import math

import numpy as np
import pytest

from nmtviz.figures.inside import inside_curves
from nmtviz.traces import StepView


def steps(count: int, *, attends: bool) -> list[StepView]:
    return [
        StepView(
            token=f"<{i}>",
            log_prob=math.log((i + 1) / 10),
            rank=1,
            choices=(),
            entropy=i + 0.5,
            alignment=np.ones(4) / 4 if attends else None,
            alignment_entropy=math.log(4) if attends else None,
            context_change=(0.25 if i else None) if attends else 0.0,
            state_change=0.75,
            update=0.125,
            reset=0.375,
            state=np.zeros(3, np.float32),
        )
        for i in range(count)
    ]


def test_curves_are_what_the_steps_say() -> None:
    figure = inside_curves(steps(5, attends=True), at=2)

    curves = {trace.name: list(trace.y) for trace in figure.data}
    assert curves["probability of the word"] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])
    assert curves["entropy of the next word (nats)"] == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert curves["of the look at the source"] == [math.log(4)] * 5
    assert curves["update gate, mean"] == [0.125] * 5
    assert curves["reset gate, mean"] == [0.375] * 5
    assert curves["of the context"] == [None, 0.25, 0.25, 0.25, 0.25]


def test_without_attention_there_is_no_curve_of_a_look() -> None:
    names = {trace.name for trace in inside_curves(steps(3, attends=False), at=0).data}

    assert not names & {"of the look at the source", "of the context"}
    assert "update gate, mean" in names


def test_the_position_is_marked_in_every_panel() -> None:
    figure = inside_curves(steps(4, attends=True), at=3)

    assert [(s.x0, s.x1) for s in figure.layout.shapes] == [(3, 3)] * 4
    assert figure.layout.xaxis4.ticktext[3] == "<b>&lt;3&gt;</b>"
    assert figure.layout.xaxis4.ticktext[0] == "&lt;0&gt;"


def test_curves_of_one_panel_differ_in_colour_and_shape() -> None:
    figure = inside_curves(steps(3, attends=True), at=0)

    panels: dict[str, list[tuple[str, str]]] = {}
    for trace in figure.data:
        style = trace.line.color, trace.marker.symbol
        panels.setdefault(trace.yaxis, []).append(style)
    pairs = [styles for styles in panels.values() if len(styles) == 2]
    assert pairs
    for first, second in pairs:
        assert first[0] != second[0]
        assert first[1] != second[1]
