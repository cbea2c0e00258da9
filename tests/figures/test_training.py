import pytest

from nmtviz.figures.training import Curve, Measure, learning_curve

LOSS = Measure(
    title="loss",
    curves=(
        Curve(run="b", x=(1.0, 2.0), y=(5.0, 4.0)),
        Curve(run="a<i>", x=(3.0,), y=(2.0,)),
    ),
)
SPEED = Measure(title="speed", curves=(Curve(run="a<i>", x=(1.0, 3.0), y=(7.0, 8.0)),))
RUNS = ("b", "a<i>")


@pytest.mark.parametrize("measure", [LOSS, SPEED])
def test_a_chart_has_the_runs_points(measure: Measure) -> None:
    figure = learning_curve(measure, runs=RUNS, x_title="updates", x_end=3.0)
    drawn = [(trace.x, trace.y) for trace in figure.data]
    assert drawn == [(curve.x, curve.y) for curve in measure.curves]
    assert figure.layout.title.text == measure.title
    assert figure.layout.xaxis.title.text == "updates"
    first, last = figure.layout.xaxis.range
    assert (first, last) == (0, pytest.approx(3, rel=0.05))
    assert last > 3, "the last point would touch the edge"


@pytest.mark.parametrize("dark", [False, True])
def test_a_run_has_the_same_line_in_all_charts(*, dark: bool) -> None:
    loss, speed = (
        learning_curve(measure, runs=RUNS, x_title="updates", x_end=3.0, dark=dark)
        for measure in (LOSS, SPEED)
    )
    first, second = (trace.line for trace in loss.data)
    assert speed.data[0].line == second
    assert first.color != second.color
    assert first.dash != second.dash


def test_several_runs_are_named_but_never_read_as_markup() -> None:
    figure = learning_curve(LOSS, runs=RUNS, x_title="updates", x_end=3.0)
    assert [trace.name for trace in figure.data] == ["b", "a&lt;i&gt;"]
    assert figure.layout.showlegend
    assert not learning_curve(
        SPEED, runs=RUNS, x_title="updates", x_end=3.0
    ).layout.showlegend


def test_a_single_point_can_be_seen() -> None:
    figure = learning_curve(LOSS, runs=RUNS, x_title="updates", x_end=3.0)
    assert [trace.mode for trace in figure.data] == ["lines", "markers"]


def test_a_rate_has_an_axis_from_zero() -> None:
    curve = Curve(run="b", x=(1.0, 2.0), y=(0.894, 0.889))
    rate = Measure(title="AER", curves=(curve,), from_zero=True)
    figure = learning_curve(rate, runs=RUNS, x_title="updates", x_end=3.0)
    low, high = figure.layout.yaxis.range
    assert low == 0
    assert 0.894 < high <= 1


def test_a_flat_line_has_an_axis_from_zero() -> None:
    flat = Measure(title="AER", curves=(Curve(run="b", x=(1.0, 2.0), y=(0.9, 0.9)),))
    figure = learning_curve(flat, runs=RUNS, x_title="updates", x_end=3.0)
    low, high = figure.layout.yaxis.range
    assert low == 0
    assert 0.9 < high <= 1
