import pytest

from nmtviz.figures.training import Curve, Measure, learning_curves

MEASURES = [
    Measure(
        title="loss",
        curves=(
            Curve(run="b", x=(1.0, 2.0), y=(5.0, 4.0)),
            Curve(run="a<i>", x=(3.0,), y=(2.0,)),
        ),
    ),
    Measure(title="BLEU", curves=(Curve(run="b", x=(), y=()),)),
    Measure(title="speed", curves=(Curve(run="a<i>", x=(1.0, 3.0), y=(7.0, 8.0)),)),
]


@pytest.mark.parametrize(("width", "axes"), [(900, 4), (400, 3)])
def test_each_measure_has_a_chart_with_the_runs_points(width: int, axes: int) -> None:
    figure = learning_curves(MEASURES, x_title="updates", width=width)
    assert figure.layout.width == width
    drawn = [(trace.legendgroup, trace.x, trace.y) for trace in figure.data]
    assert drawn == [
        (curve.run, curve.x, curve.y)
        for measure in MEASURES
        for curve in measure.curves
    ]
    assert sum(1 for name in figure.to_dict()["layout"] if "yaxis" in name) == axes


def test_a_run_has_one_colour_and_one_line_in_all_charts() -> None:
    figure = learning_curves(MEASURES, x_title="updates", width=900, dark=True)
    looks = {(t.legendgroup, t.line.color, t.line.dash) for t in figure.data}
    assert len(looks) == 2
    assert figure.layout.showlegend


def test_names_are_never_read_as_markup() -> None:
    figure = learning_curves(MEASURES, x_title="updates", width=900)
    assert {trace.name for trace in figure.data} == {"b", "a&lt;i&gt;"}


def test_a_single_point_can_be_seen() -> None:
    figure = learning_curves(MEASURES, x_title="updates", width=900)
    assert [trace.mode for trace in figure.data][:2] == ["lines", "markers"]
