"""F of words by rank: what is drawn are the curve's numbers."""

from dataclasses import replace

import numpy as np
import pytest

from nmtviz.curves import FrequencyCurve
from nmtviz.figures.words import frequency_curves, rank_name

BINS = ((1, 100), (101, 4000), (4001, None))
CURVE = FrequencyCurve(
    system="<b>",
    bins=BINS,
    n=np.array([5000, 40, 0]),
    precision=np.array([60.0, 40.0, np.nan]),
    recall=np.array([70.0, 30.0, np.nan]),
    f=np.array([65.0, 34.0, np.nan]),
    low=np.array([61.0, 30.0, np.nan]),
    high=np.array([68.0, 39.0, np.nan]),
)


def test_points_and_bands_are_the_curves_numbers() -> None:
    band, line = frequency_curves([CURVE]).data

    assert line.y == (65.0, 34.0, None)
    assert band.y == (68.0, 39.0, 30.0, 61.0, 68.0, None)
    assert line.name == "&lt;b&gt;"


def test_a_point_tells_what_f_is_made_of() -> None:
    _, line = frequency_curves([CURVE]).data

    assert line.text[0] == (
        "<b>&lt;b&gt;</b>, rank 1-100<br>F 65.0 [61.0, 68.0]"
        "<br>precision 60.0, recall 70.0<br>n = 5,000"
    )


def test_what_no_system_wrote_has_no_precision() -> None:
    none = replace(CURVE, precision=np.full(3, np.nan), recall=np.zeros(3))
    _, line = frequency_curves([none]).data

    assert "precision -, recall 0.0" in line.text[0]


def test_bins_say_their_ranks_and_words() -> None:
    ticks = frequency_curves([CURVE]).layout.xaxis.ticktext

    names, sizes = zip(*(tick.split("<br>") for tick in ticks), strict=True)
    assert names == ("≤ 100", "≤ 4,000", "none")
    assert [size.partition(">")[2] for size in sizes] == [
        "n 5,000</span>",
        "n 40</span>",
        "n 0</span>",
    ]


@pytest.mark.parametrize(
    ("span", "name"), [((1, 100), "1-100"), ((16001, None), "none")]
)
def test_ranks_have_names(span: tuple[int, int | None], name: str) -> None:
    assert rank_name(*span) == name
