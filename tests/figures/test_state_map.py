"""Places of like states on a plane, drawn."""

import numpy as np
import plotly.graph_objects as go
import pytest

from nmtviz.figures import theme
from nmtviz.figures.labels import width
from nmtviz.figures.state_map import Place, state_map
from nmtviz.neighbours import Plane

WORDS = ("cat", "dog", "cat", "dog", "cow", "cat")
POINTS = np.array([[3, 0], [-2, 1], [2, 1], [-2, 0], [0, -4], [2, 0]], dtype=np.float32)


def places(words: tuple[str, ...] = WORDS) -> list[Place]:
    return [Place("the old", word, "sleeps") for word in words]


def drawn(points: np.ndarray = POINTS, words: tuple[str, ...] = WORDS) -> go.Figure:
    plane = Plane(here=(1.0, 0.5), points=points, kept=0.4)
    return state_map(plane, places(words), taken="cat")


def boxes(figure: go.Figure) -> dict[str, tuple[float, float, float, float]]:
    """Return the name of each word as its middle and half its size, in pixels."""
    return {
        one.text: (one.xshift, one.yshift, width(one.text) / 2, theme.LABEL_SIZE / 2)
        for one in figure.layout.annotations
    }


def test_dots_stand_where_the_plane_has_them_and_the_ring_is_here() -> None:
    dots, ring = drawn().data

    np.testing.assert_array_equal(np.stack([dots.x, dots.y], axis=1), POINTS)
    assert (*ring.x, *ring.y) == (1.0, 0.5)


def test_words_at_two_places_have_a_name_in_the_colour_of_their_dots() -> None:
    figure = drawn()

    hues = {one.text: one.font.color for one in figure.layout.annotations}
    assert set(hues) == {"cat", "dog"}
    for word, color in zip(WORDS, figure.data[0].marker.color, strict=True):
        assert (color == hues.get(word)) == (word in hues)
    assert hues["cat"] != hues["dog"]


def test_distances_across_and_up_are_drawn_in_one_scale() -> None:
    layout = drawn().layout

    assert layout.width == layout.height
    sizes = [np.ptp(axis.range) for axis in (layout.xaxis, layout.yaxis)]
    assert sizes[0] == pytest.approx(sizes[1])
    for axis, points in zip((layout.xaxis, layout.yaxis), POINTS.T, strict=True):
        assert axis.range[0] < points.min() < points.max() < axis.range[1]


def test_names_that_have_room_cover_neither_each_other_nor_a_dot() -> None:
    figure = drawn()
    found = boxes(figure)
    layout = figure.layout
    ends = np.array([layout.xaxis.range, layout.yaxis.range])
    room = layout.width - 2 * layout.margin.l
    pixels = (POINTS - ends.mean(axis=1)) / np.ptp(ends, axis=1) * room

    for name, (across, up, half, height) in found.items():
        for x, y in pixels:
            assert abs(x - across) > half or abs(y - up) > height, name
    (a, b, half, height), (c, d, other, _) = found.values()
    assert abs(a - c) > half + other or abs(b - d) > 2 * height


def test_names_stay_inside_the_picture() -> None:
    words = ("a very long word indeed",) * 2
    figure = drawn(np.array([[9, 9], [9, 8.9]], np.float32), words)

    ((across, up, half, height),) = boxes(figure).values()
    assert abs(across) + half <= figure.layout.width / 2
    assert abs(up) + height <= figure.layout.height / 2


def test_states_that_are_all_the_same_can_be_drawn() -> None:
    plane = Plane((0.0, 0.0), np.zeros((2, 2), np.float32), kept=0.0)

    figure = state_map(plane, places(("cat", "cat")), taken="cat", dark=True)

    assert figure.layout.xaxis.range[1] > 0


def test_what_stands_at_a_dot_is_told_as_text() -> None:
    figure = state_map(
        Plane((0.0, 0.0), POINTS[:1], kept=1.0),
        [Place("the", "<i>cat", "</s>")],
        taken="<u>",
    )

    assert figure.data[0].hovertext[0] == "the <b>&lt;i&gt;cat</b> &lt;/s&gt;"
    assert "&lt;u&gt;" in figure.data[1].hovertemplate


def test_a_word_that_begins_and_ends_its_sentence_stands_alone() -> None:
    figure = state_map(
        Plane((0.0, 0.0), POINTS[:1], kept=1.0), [Place("", "Yes", "")], taken="No"
    )

    assert figure.data[0].hovertext[0] == "<b>Yes</b>"
