from dataclasses import replace

import pytest

from nmtviz.figures.candidates import candidate_curves, vocabulary_coverage
from tests.test_candidate_scores import CURVES


def test_a_line_a_k_rises_along_k_prime() -> None:
    figure = candidate_curves(CURVES, "BLEU", along="K'")

    assert [trace.name for trace in figure.data] == [
        "K = 10",
        "K = 20",
        "whole vocabulary",
    ]
    # K' of the points is 0, 1 and 5: places 0, 1 and 2.
    assert (list(figure.data[0].x), list(figure.data[0].y)) == ([1], [9.0])
    assert (list(figure.data[1].x), list(figure.data[1].y)) == ([0, 2], [10.0, 12.5])
    assert list(figure.layout.xaxis.ticktext) == ["0", "1", "5"]
    assert set(figure.data[2].y) == {11.0}


def test_the_other_way_around_a_line_is_a_k_prime() -> None:
    figure = candidate_curves(CURVES, "time", along="K", dark=True)

    assert [trace.name for trace in figure.data[:3]] == ["K' = 0", "K' = 1", "K' = 5"]
    assert list(figure.layout.xaxis.ticktext) == ["10", "20"]
    assert figure.data[0].y[0] == pytest.approx(2.0)  # milliseconds
    assert figure.layout.yaxis.rangemode == "tozero"


def test_without_any_list_there_is_nothing_to_draw() -> None:
    empty = replace(CURVES, points=CURVES.points[1:2])

    assert not candidate_curves(empty, "coverage", along="K'").data


def test_coverage_stands_beside_the_paper_s() -> None:
    figure = vocabulary_coverage(CURVES, [(15_000, 90.8)], paper_name="J <b>")

    ours, paper = figure.data
    assert (list(ours.x), list(ours.y)) == ([10, 96], [50.0, 87.5])
    assert (list(paper.x), list(paper.y)) == ([15_000], [90.8])
    assert paper.name == "J &lt;b&gt;"
    assert ours.line.dash != paper.line.dash
