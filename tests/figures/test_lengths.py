"""The length curves: what is drawn are the curve's numbers, and nothing between."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import plotly.graph_objects as go
import pytest

from nmtviz.curves import LengthCurve, bin_name
from nmtviz.figures.labels import LONGEST, width
from nmtviz.figures.lengths import length_curves
from nmtviz.figures.lengths_svg import length_svg
from nmtviz.figures.systems import styles
from tests.figures.made_curves import BINS, curve

PAPERS = ("rnnsearch-50", "rnnsearch-30", "rnnencdec-50", "rnnencdec-30")


def drawn(figure: go.Figure, mode: str) -> list[go.Scatter]:
    return [trace for trace in figure.data if trace.mode == mode]


def brightness(color: str) -> float:
    """Return how light a colour is in grey, 0-1 (Rec. 601)."""
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def test_points_are_the_curves_numbers() -> None:
    curves = [curve("a"), curve("bcd")]

    lines = drawn(length_curves(curves), "lines+markers")

    for line, numbers in zip(lines, curves, strict=True):
        assert line.name == numbers.system
        assert list(line.y) == numbers.bleu.tolist()
        assert list(line.x) == [0, 1, 2, 3]


def test_a_point_knows_its_curve_and_bin() -> None:
    lines = drawn(length_curves([curve("a"), curve("b")]), "lines+markers")

    assert [list(point) for point in lines[1].customdata] == [
        [1, 0],
        [1, 1],
        [1, 2],
        [1, 3],
    ]


def test_a_band_goes_along_the_upper_end_and_back_on_the_lower() -> None:
    numbers = curve("a")

    (band,) = drawn(length_curves([numbers]), "lines")

    there, back = numbers.high.tolist(), numbers.low.tolist()[::-1]
    assert list(band.x) == [0, 1, 2, 3, 3, 2, 1, 0, 0, None]
    assert list(band.y) == [*there, *back, there[0], None]


def test_nothing_is_drawn_across_an_empty_bin() -> None:
    figure = length_curves([curve("a", empty=1)])

    (band,) = drawn(figure, "lines")
    (line,) = drawn(figure, "lines+markers")
    assert line.y[1] is None
    assert line.connectgaps is None
    alone, beside = list(band.x)[:6], list(band.x)[6:]
    assert max(alone[:5]) < 0.5
    assert beside == [2, 3, 3, 2, 2, None]


def test_every_bin_says_how_many_sentences_it_has() -> None:
    axis = length_curves([curve("a"), curve("b")]).layout.xaxis

    assert [re.sub("<br>.*n (.*)<.*", r": \1", text) for text in axis.ticktext] == [
        "1-4: 7",
        "5-9: 8",
        "10: 9",
        "11+: 10",
    ]


def test_sizes_that_differ_between_systems_are_given_as_a_range() -> None:
    axis = length_curves([curve("a"), curve("b", n=4), curve("c", n=5)]).layout.xaxis

    assert "n 4-7<" in axis.ticktext[0]


def test_the_picked_bin_is_shaded_from_side_to_side() -> None:
    (shade,) = length_curves([curve("a")], picked=2).layout.shapes

    assert shade.x0 < 2 < shade.x1
    assert shade.x1 - shade.x0 < 1
    assert shade.yref == "y domain"


def test_curves_over_different_bins_are_refused() -> None:
    other = LengthCurve(
        **{
            name: getattr(curve("b"), name)
            for name in LengthCurve.__dataclass_fields__
            if name != "bins"
        },
        bins=((1, 5), *BINS[1:]),
    )
    with pytest.raises(ValueError, match="the same bins"):
        length_curves([curve("a"), other])


def test_a_single_curve_is_named_and_no_band_is_promised_without_one() -> None:
    lone = curve("a")
    without = np.full(len(BINS), np.nan)

    banded, bare = map(
        length_curves, ([lone], [replace(lone, low=without, high=without)])
    )

    assert banded.layout.showlegend
    assert banded.layout.yaxis.title.text == "BLEU, 95 % band"
    assert bare.layout.yaxis.title.text == "BLEU"


def test_no_curve_is_an_empty_figure() -> None:
    assert not length_curves([]).data


@pytest.mark.parametrize("dark", [False, True])
def test_the_papers_four_can_be_told_apart_in_grey(dark: bool) -> None:
    """Solid against dashed, and -50 has more contrast to its page than -30."""
    search_50, search_30, encdec_50, encdec_30 = styles(PAPERS)

    assert search_50.dash == search_30.dash == "solid"
    assert encdec_50.dash == encdec_30.dash != "solid"
    for strong, weak in ((search_50, search_30), (encdec_50, encdec_30)):
        strong_color, weak_color = (style.hue.on(dark=dark) for style in (strong, weak))
        difference = brightness(weak_color) - brightness(strong_color)
        assert (difference if not dark else -difference) > 0.2


def test_a_model_looks_the_same_whoever_is_beside_it() -> None:
    assert styles(["mine.txt", "rnnsearch-50"])[1] == styles(PAPERS)[0]


def test_ten_systems_from_outside_get_looks() -> None:
    looks = styles([f"system {number}" for number in range(10)])

    assert len(set(looks)) == 10


@pytest.mark.parametrize(
    ("span", "name"), [((1, 10), "1-10"), ((7, 7), "7"), ((61, None), "61+")]
)
def test_bins_have_names(span: tuple[int, int | None], name: str) -> None:
    assert bin_name(*span) == name


def test_a_systems_name_is_never_read_as_markup() -> None:
    (line,) = drawn(length_curves([curve("<b>")]), "lines+markers")

    assert line.name == "&lt;b&gt;"
    assert "<b>&lt;b&gt;</b>" in line.text[0]


def svg(curves: list[LengthCurve]) -> ElementTree.Element:
    return ElementTree.fromstring(length_svg(curves))


def found(root: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return list(root.iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def places(points: str) -> list[tuple[float, float]]:
    return [
        (float(x), float(y)) for x, y in (point.split(",") for point in points.split())
    ]


def test_the_svg_places_scores_in_proportion() -> None:
    numbers = curve("a")
    root = svg([numbers])

    (line,) = found(root, "polyline")
    heights = [y for _, y in places(line.attrib["points"])]
    drops = [below - heights[0] for below in heights]
    unit = drops[1] / (numbers.bleu[0] - numbers.bleu[1])
    assert drops == pytest.approx(
        [unit * (numbers.bleu[0] - bleu) for bleu in numbers.bleu], abs=0.05
    )


def test_the_svg_has_a_band_a_run_and_a_name_a_system() -> None:
    root = svg([curve("a&b", empty=1), curve("rnnsearch-50")])

    texts = [text.text for text in found(root, "text")]
    assert len(found(root, "polygon")) == 3
    assert {"a&b", "rnnsearch-50", "1-4", "11+", "n 0-8"} <= set(texts)


def test_the_svg_names_only_as_many_bins_as_have_room() -> None:
    many = tuple((first, first + 9) for first in range(10, 410, 10))
    here = np.zeros(len(many))
    crowded = replace(
        curve("a"), bins=many, n=np.full(len(many), 10), bleu=here, low=here, high=here
    )

    names = [
        (float(text.attrib["x"]), width(text.text or ""))
        for text in found(svg([crowded]), "text")
        if text.text in {bin_name(*span) for span in many}
    ]
    assert 5 < len(names) < len(many)
    for (left, wide), (right, other) in pairwise(names):
        assert left + wide / 2 < right - other / 2


def test_the_longest_names_have_room_in_the_svgs_legend() -> None:
    root = svg([curve("w" * LONGEST), curve("x" * LONGEST), curve("y" * LONGEST)])

    first, second, third = (
        text for text in found(root, "text") if text.text and len(text.text) == LONGEST
    )
    beside = float(second.attrib["x"]) - float(first.attrib["x"])
    assert beside > width("w" * LONGEST) + 42  # a sample of the line comes before
    assert first.attrib["y"] == second.attrib["y"] != third.attrib["y"]


def test_the_svgs_scale_rises_and_holds_every_band() -> None:
    # The best score alone would let the scale end at 25, below its band.
    bleu = np.array([24.0, 18.0, 12.0, 6.0])
    root = svg([replace(curve("a"), bleu=bleu, low=bleu - 3, high=bleu + 3)])

    scale = {
        float(text.text or ""): float(text.attrib["y"])
        for text in found(root, "text")
        if text.attrib.get("text-anchor") == "end"
    }
    (line,), (band,) = found(root, "polyline"), found(root, "polygon")
    values, heights = [*scale], [*scale.values()]
    assert (values[0], values) == (0.0, sorted(values))
    assert heights == sorted(heights, reverse=True)  # y counts from the top
    drawn = [y for _, y in places(line.attrib["points"])]
    assert drawn == pytest.approx(np.interp(bleu, values, heights), abs=0.02)
    corners = [y for _, y in places(band.attrib["points"])]
    assert min(heights) <= min(corners) < max(corners) <= max(heights)


def test_every_point_of_the_svg_has_the_mark_of_its_system() -> None:
    root = svg([curve("rnnsearch-50"), curve("rnnencdec-50", empty=1)])

    legend, page = 1, 1
    assert len(found(root, "circle")) == 4 + legend
    assert len(found(root, "rect")) == 3 + legend + page
    # The line of the second one has a gap.
    assert len(found(root, "polyline")) == 1 + 2
