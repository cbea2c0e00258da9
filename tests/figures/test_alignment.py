import html
import re
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest

from nmtviz.figures import theme
from nmtviz.figures.alignment import alignment_heatmap, make_dense
from nmtviz.figures.frame import must_be_dense
from nmtviz.figures.vector import alignment_svg
from nmtviz.results import Alignment


def made(rows: int, columns: int) -> Alignment:
    """Return an alignment of different words with rows that sum to 1."""
    weights = np.random.default_rng(4).random((rows, columns))
    return Alignment(
        source=tuple(f"s{column}" for column in range(columns)),
        target=tuple(f"t{row}" for row in range(rows)),
        weights=weights / weights.sum(axis=1, keepdims=True),
        source_unknown=(False,) * columns,
        target_unknown=(False,) * rows,
    )


REPEATS = Alignment(
    source=("the", "cat", "the", "</s>"),
    target=("le", "<unk>", "</s>"),
    weights=np.array([[0.7, 0.1, 0.2, 0.0], [0.0, 1.0, 0.0, 0.0], [0.25] * 4]),
    source_unknown=(False, True, False, False),
    target_unknown=(False, True, False),
)


def read(label: str) -> str:
    """Return what a person reads of a tick label."""
    return html.unescape(re.sub(r"<[^>]*>", "", label))


def heatmap(figure: go.Figure) -> go.Heatmap:
    return figure.data[0]


def test_weights_are_drawn_as_they_are_on_a_scale_from_0_to_1() -> None:
    drawn = heatmap(alignment_heatmap(REPEATS))

    np.testing.assert_array_equal(drawn.z, REPEATS.weights)
    assert (drawn.zmin, drawn.zmax) == (0.0, 1.0)


def test_repeated_words_keep_their_own_columns() -> None:
    figure = alignment_heatmap(REPEATS)

    assert list(figure.layout.xaxis.tickvals) == [0, 1, 2, 3]
    assert [read(text) for text in figure.layout.xaxis.ticktext] == list(REPEATS.source)
    assert [read(text) for text in figure.layout.yaxis.ticktext] == list(REPEATS.target)


def test_source_runs_along_the_top_and_target_down() -> None:
    figure = alignment_heatmap(REPEATS)

    assert figure.layout.xaxis.side == "top"
    assert list(figure.layout.yaxis.range) == [2.5, -0.5]
    assert figure.layout.xaxis.title.text == "source sentence"
    assert figure.layout.yaxis.title.text == "translation"


def test_the_paper_s_grey_is_black_at_0_and_white_at_1() -> None:
    scale = heatmap(alignment_heatmap(REPEATS)).colorscale

    assert scale == ((0.0, "#000000"), (1.0, "#ffffff"))


@pytest.mark.parametrize("scale", theme.SCALES)
def test_every_scale_gets_steadily_lighter_or_darker(scale: str) -> None:
    shades = [theme.color(scale, weight) for weight in np.linspace(0, 1, 21)]
    channels = [[float(part) for part in re.findall(r"[\d.]+", s)] for s in shades]
    lightness = [np.dot(channel, [0.2126, 0.7152, 0.0722]) for channel in channels]
    steps = [after - before for before, after in pairwise(lightness)]

    assert all(step > 0 for step in steps) or all(step < 0 for step in steps)


def test_cells_are_square_and_do_not_shrink_at_sixty_tokens() -> None:
    layout = alignment_heatmap(made(59, 61)).layout

    wide = layout.width - layout.margin.l - layout.margin.r
    high = layout.height - layout.margin.t - layout.margin.b
    assert wide / 61 == high / 59 >= 16
    assert len(layout.xaxis.ticktext) == 61
    assert layout.xaxis.tickfont.size >= 11


def test_below_a_tall_picture_the_source_words_stand_again() -> None:
    tall, low = alignment_heatmap(made(50, 12)), alignment_heatmap(made(12, 50))

    assert tall.layout.xaxis2.ticktext == tall.layout.xaxis.ticktext
    assert tall.layout.xaxis2.side == "bottom"
    assert "x2" in {trace.xaxis for trace in tall.data}  # or it would not be drawn
    assert "xaxis2" not in low.layout
    svg = alignment_svg(made(50, 12))
    assert [svg.count(f">s{column}</text>") for column in range(12)] == [2] * 12
    assert alignment_svg(made(12, 50)).count(">s7</text>") == 1


def test_to_the_right_of_a_wide_picture_the_translated_words_stand_again() -> None:
    wide, narrow = alignment_heatmap(made(12, 50)), alignment_heatmap(made(50, 12))

    assert wide.layout.yaxis2.ticktext == wide.layout.yaxis.ticktext
    assert wide.layout.yaxis2.range == wide.layout.yaxis.range
    assert wide.layout.yaxis2.side == "right"
    assert "y2" in {trace.yaxis for trace in wide.data}  # or it would not be drawn
    assert "yaxis2" not in narrow.layout
    # The colour bar makes room for them, where nobody has to scroll to it.
    assert narrow.data[0].colorbar.x == 1
    assert wide.data[0].colorbar.x < 0
    assert wide.data[0].colorbar.orientation == "h"
    svg = alignment_svg(made(12, 50))
    assert [svg.count(f">t{row}</text>") for row in range(12)] == [2] * 12
    assert alignment_svg(made(50, 12)).count(">t7</text>") == 1


def test_hover_names_target_source_and_weight() -> None:
    markers = alignment_heatmap(REPEATS).data[1]

    assert markers.text[2] == "le ← the"
    assert markers.customdata[2] == [0, 2, 0.2]
    assert markers.text[5] == "&lt;unk&gt; (unknown word) ← cat (unknown word)"
    assert "%{customdata[2]:.3f}" in markers.hovertemplate
    assert (markers.x[6], markers.y[6]) == (2, 1)


def test_clicks_arrive_as_plain_lists_from_markers_alone() -> None:
    figure = alignment_heatmap(REPEATS)

    assert isinstance(figure.data[1].customdata, list | tuple)
    assert heatmap(figure).hoverinfo == "skip"
    assert figure.layout.hoverdistance == -1
    assert figure.layout.clickmode == "event+select"


def test_unknown_words_look_different() -> None:
    layout = alignment_heatmap(REPEATS).layout

    assert theme.LIGHT.warning in layout.xaxis.ticktext[1]
    assert theme.LIGHT.warning in layout.yaxis.ticktext[1]
    assert layout.xaxis.ticktext[0] == "the"


def test_a_pinned_cell_is_outlined() -> None:
    figure = alignment_heatmap(REPEATS, pinned=(1, 3))

    (shape,) = figure.layout.shapes
    assert (shape.x0, shape.x1, shape.y0, shape.y1) == (2.5, 3.5, 0.5, 1.5)
    assert figure.layout.xaxis.ticktext[3] == "<b>&lt;/s&gt;</b>"


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"),
        ("a&lt;b", "a&amp;lt;b"),
        ("x" * 45, "x" * 27 + "…"),
        ("\u202edog", "␣dog"),
        ("", "␣"),
        ("\x00", "␣"),
        ("▁dog", "_dog"),
    ],
)
def test_words_are_shown_letter_by_letter(word: str, label: str) -> None:
    alignment = Alignment(
        source=(word,),
        target=("t",),
        weights=np.ones((1, 1)),
        source_unknown=(False,),
        target_unknown=(False,),
    )

    figure = alignment_heatmap(alignment)

    assert figure.layout.xaxis.ticktext == (label,)


def test_a_picture_that_is_only_looked_at_tells_the_same_on_hover() -> None:
    (cells,) = alignment_heatmap(REPEATS, clickable=False).data
    markers = alignment_heatmap(REPEATS).data[1]

    assert cells.hoverinfo is None
    assert [text for row in cells.text for text in row] == list(markers.text)
    assert "%{z:.3f}" in cells.hovertemplate


def test_a_shortened_word_is_whole_on_hover() -> None:
    alignment = Alignment(
        source=("y" * 45,),
        target=("t",),
        weights=np.ones((1, 1)),
        source_unknown=(False,),
        target_unknown=(False,),
    )

    assert alignment_heatmap(alignment).data[1].text == ("t ← " + "y" * 45,)


def test_margins_leave_room_for_the_longest_labels() -> None:
    short = alignment_heatmap(made(2, 3)).layout.margin
    long = alignment_heatmap(
        Alignment(
            source=("s", "s", "l" * 20),
            target=("m" * 20, "t"),
            weights=np.full((2, 3), 1 / 3),
            source_unknown=(False,) * 3,
            target_unknown=(False,) * 2,
        )
    ).layout.margin

    assert long.l - short.l > 100
    assert long.t - short.t > 70  # slanted labels need sin 45 of their length
    assert long.r > short.r


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (3, 0)])
def test_nothing_to_align_gives_a_title(shape: tuple[int, int]) -> None:
    figure = alignment_heatmap(made(*shape) if all(shape) else empty(*shape))

    assert not figure.data
    assert figure.layout.title.text


def empty(rows: int, columns: int) -> Alignment:
    return Alignment(
        source=("s",) * columns,
        target=("t",) * rows,
        weights=np.zeros((rows, columns)),
        source_unknown=(False,) * columns,
        target_unknown=(False,) * rows,
    )


def test_dark_pages_get_light_words() -> None:
    light = alignment_heatmap(REPEATS).layout.font.color
    dark = alignment_heatmap(REPEATS, dark=True).layout.font.color

    assert (light, dark) == (theme.LIGHT.text, theme.DARK.text)


def test_heatmaps_become_dense_only_where_that_lets_them_stand_together() -> None:
    two = [made(10, 10), made(11, 10)]
    usual = sum(alignment_heatmap(one).layout.width for one in two)
    dense = [alignment_heatmap(one) for one in two]
    for figure, alignment in zip(dense, two, strict=True):
        make_dense(figure, alignment)
    narrow = sum(figure.layout.width for figure in dense)

    layout = dense[1].layout
    wide = layout.width - layout.margin.l - layout.margin.r
    high = layout.height - layout.margin.t - layout.margin.b
    assert wide / 10 == high / 11 >= 16
    assert narrow < usual
    rooms = [narrow - 1, narrow, usual - 1, usual]
    assert [must_be_dense(two, room) for room in rooms] == [False, True, True, False]
