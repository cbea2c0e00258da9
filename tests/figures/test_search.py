from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest

from nmtviz.figures import theme
from nmtviz.figures.changes import mark_set_rows, outline_rows
from nmtviz.figures.lanes import Lanes
from nmtviz.figures.next_words import next_words
from nmtviz.figures.search import beam_tree, column_width
from nmtviz.figures.tree_view import TreeView, value
from nmtviz.traces import Choice, SearchTrace
from tests.figures import made_trace

SMALL = made_trace.small()
LARGE = made_trace.large(60, 12)
END_OF_SMALL = TreeView(step=3, selected=7)


def points(figure: go.Figure, status: str) -> dict[int, tuple[int, int]]:
    """Return where the nodes of a status are, by id."""
    (trace,) = [trace for trace in figure.data if trace.name == status]
    places = zip(trace.x, trace.y, strict=True)
    ids = (data[0] for data in trace.customdata)
    return dict(zip(ids, places, strict=True))


def column(figure: go.Figure) -> float:
    """Return the pixels from a position to the next."""
    margin, (left, right) = figure.layout.margin, figure.layout.xaxis.range
    return float((figure.layout.width - margin.l - margin.r) / (right - left))


def edges(figure: go.Figure) -> list[list[list[tuple[float, float]]]]:
    """Return the places along each edge, faintest kind of edge first."""
    found = []
    for trace in (trace for trace in figure.data if trace.mode == "lines"):
        places = np.column_stack([trace.x, trace.y])
        gaps = np.flatnonzero(np.isnan(places[:, 0]))
        assert np.isnan(places[gaps]).all()
        parts = np.split(places, gaps + 1)[:-1]
        found.append([[(x, y) for x, y in part[:-1].tolist()] for part in parts])
    return found


def lines(figure: go.Figure) -> list[set[tuple[float, float]]]:
    """Return where the edges of each kind end, faintest kind first."""
    return [{edge[-1] for edge in kind} for kind in edges(figure)]


def test_the_best_hypothesis_runs_straight_along_the_top() -> None:
    rows = Lanes(SMALL).rows

    assert [rows[node.id] for node in SMALL.path(7)] == [0, 0, 0]
    assert [rows[node.id] for node in SMALL.path(8)] == [1, 1, 1]


@pytest.mark.parametrize("tree", [SMALL, LARGE], ids=["small", "large"])
def test_no_two_nodes_lie_on_each_other(tree: SearchTrace) -> None:
    lanes = Lanes(tree, pruned={n.id for n in tree.nodes if n.status == "pruned"})

    places = Counter((tree.nodes[i].position, row) for i, row in lanes.rows.items())
    assert len(lanes.rows) == len(tree.nodes)
    assert max(places.values()) == 1


def test_showing_what_was_pruned_moves_nothing() -> None:
    pruned = {node.id for node in LARGE.nodes if node.status == "pruned"}
    without, everything = Lanes(LARGE).rows, Lanes(LARGE, pruned).rows

    assert everything | without == everything


def test_sixty_steps_of_twelve_need_twelve_rows() -> None:
    assert Lanes(LARGE).count == 12


def test_kept_finished_and_pruned_differ_in_shape_and_colour() -> None:
    figure = beam_tree(SMALL, replace(END_OF_SMALL, shown="all"))

    markers = [
        t.marker for t in figure.data if t.name in {"kept", "finished", "pruned"}
    ]
    assert len({marker.symbol for marker in markers}) == 3
    assert len({marker.color for marker in markers}) == 3
    assert set(points(figure, "kept")) == {0, 1, 2, 4, 5}
    assert set(points(figure, "finished")) == {7, 8}
    assert set(points(figure, "pruned")) == {3, 6}


def test_a_node_lies_at_its_target_position() -> None:
    figure = beam_tree(SMALL, END_OF_SMALL)

    assert points(figure, "kept")[0] == (0, 0)
    assert points(figure, "kept")[4] == (2, 1)
    assert points(figure, "finished")[7] == (3, 0)


@pytest.mark.parametrize(
    ("selected", "shown"),
    [(7, set()), (1, {3, 6}), (4, {6}), (3, {3}), (0, {3})],
)
def test_what_was_pruned_is_collapsed_but_around_the_selected_node(
    selected: int, shown: set[int]
) -> None:
    figure = beam_tree(SMALL, TreeView(step=3, selected=selected))

    assert set(points(figure, "pruned")) == shown


def test_what_died_out_can_be_collapsed() -> None:
    view = TreeView(step=30, selected=0)
    kept = points(beam_tree(LARGE, view), "kept")
    left = points(beam_tree(LARGE, replace(view, shown="survivors")), "kept")

    alive = LARGE.survivors(30) | {node.id for node in LARGE.children(0)}
    assert left == {i: place for i, place in kept.items() if i in alive}
    assert len(left) < len(kept)


def test_every_edge_is_drawn_once_and_the_n_best_again() -> None:
    figure = beam_tree(SMALL, replace(END_OF_SMALL, selected=5, shown="all"))

    pruned, lived, listed, best, chosen = lines(figure)
    assert len(pruned) == 2
    assert lived == listed == {(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)}
    assert best == {(1, 0), (2, 0), (3, 0)}
    assert chosen == {(1, 0), (2, 0)}


def test_the_best_path_has_the_widest_line() -> None:
    figure = beam_tree(SMALL, END_OF_SMALL)

    widths = [t.line.width for t in figure.data if t.mode == "lines"]
    assert max(widths) == widths[3]


def test_nothing_beyond_the_step_is_drawn_and_nothing_moves() -> None:
    whole = points(beam_tree(SMALL, END_OF_SMALL), "kept")
    figure = beam_tree(SMALL, TreeView(step=1, selected=1))

    assert points(figure, "kept") == {i: whole[i] for i in (0, 1, 2)}
    assert not points(figure, "finished")
    assert column(figure) == pytest.approx(column(beam_tree(SMALL, END_OF_SMALL)))


def test_hover_tells_edge_sum_and_score() -> None:
    figure = beam_tree(SMALL, END_OF_SMALL)
    (ends,) = [t for t in figure.data if t.name == "finished"]

    number, edge, total, score, told = ends.customdata[0]
    assert (number, edge, total) == (7, -0.125, -1.0 - 0.25 - 0.125)
    assert score == pytest.approx(total / 3)
    assert told == "finished, number 1 of its step"
    for part in ("customdata[1]", "customdata[2]", "customdata[3]", "hovertext"):
        assert part in ends.hovertemplate


def test_clicks_arrive_as_plain_lists() -> None:
    figure = beam_tree(SMALL, END_OF_SMALL)

    assert figure.layout.clickmode == "event+select"
    for trace in figure.data:
        if trace.customdata is not None:
            assert isinstance(trace.customdata, list | tuple)
            assert all(isinstance(data, list) for data in trace.customdata)


@pytest.mark.parametrize(("per_word", "number"), [(True, "-0.62"), (False, "-1.25")])
def test_scores_are_divided_by_the_length_if_asked(per_word: bool, number: str) -> None:
    chien = SMALL.nodes[5]
    figure = beam_tree(SMALL, replace(END_OF_SMALL, per_word=per_word))
    (scores,) = [t for t in figure.data if t.name == "scores"]

    assert value(chien, per_word=per_word) == -1.25 / (2 if per_word else 1)
    assert number in scores.text


def test_the_selected_node_has_a_ring() -> None:
    figure = beam_tree(SMALL, TreeView(step=3, selected=4))
    (ring,) = [trace for trace in figure.data if trace.name == "selected"]

    assert (ring.x, ring.y) == ((2,), (1,))
    assert ring.marker.symbol == "circle-open"


def test_columns_and_rows_keep_their_size_at_sixty_steps_and_beam_twelve() -> None:
    few = beam_tree(made_trace.large(6, 12), TreeView(step=6, selected=0)).layout
    many = beam_tree(LARGE, TreeView(step=60, selected=0)).layout

    assert (many.width - few.width) / 54 >= 50
    assert many.height == few.height
    assert len(many.xaxis.tickvals) == 61


def test_trees_of_one_sentence_can_share_a_width() -> None:
    width = column_width([SMALL, made_trace.large(4, 2, token="incontestable")])
    figure = beam_tree(SMALL, replace(END_OF_SMALL, column=width))

    assert width > column_width([SMALL])
    assert column(figure) == pytest.approx(width)


def test_labels_of_a_row_do_not_touch() -> None:
    tree = made_trace.large(8, 3, token="incontestablement")
    figure = beam_tree(tree, TreeView(step=8, selected=0))
    (kept,) = [trace for trace in figure.data if trace.name == "kept"]

    longest = max(map(len, kept.text)) * 7.2
    assert longest < column(figure)


@pytest.mark.parametrize(
    ("token", "label"),
    [
        ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
        ("▁mot", "_mot"),
        ("<unk>", "<i>&lt;unk&gt;</i>"),
        ("m" * 40, "m" * 13 + "…"),
    ],
)
def test_tokens_are_shown_letter_by_letter(token: str, label: str) -> None:
    root = made_trace.node(0, None, "<s>", 0.0, "kept")
    word = made_trace.node(1, root, token, -1.0, "kept")
    end = made_trace.node(2, word, "</s>", -1.0, "finished")

    figure = beam_tree(
        made_trace.trace([root, word, end], (2,)), TreeView(step=2, selected=2)
    )

    (kept,) = [trace for trace in figure.data if trace.name == "kept"]
    assert kept.text == ("&lt;s&gt;", label)


def test_dark_pages_get_other_colours() -> None:
    light = beam_tree(SMALL, END_OF_SMALL)
    dark = beam_tree(SMALL, replace(END_OF_SMALL, dark=True))

    assert light.layout.font.color == theme.LIGHT.text
    assert dark.layout.font.color == theme.DARK.text
    for one, other in zip(light.data, dark.data, strict=True):
        if one.mode == "lines":
            assert one.line.color != other.line.color


def test_next_words_are_bars_of_their_probability_best_on_top() -> None:
    choices = (Choice("<b>", -0.25), Choice("deux", -2.0), Choice("trois", -9.0))
    figure = next_words(choices, taken="deux")
    (bars,) = figure.data

    assert list(bars.x) == [choice.probability for choice in choices]
    assert list(bars.y) == [0, 1, 2]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;", "<b>deux</b>", "trois")
    assert bars.text == ("77.9 %", "13.5 %", "< 0.1 %")
    assert bars.marker.color[1] != bars.marker.color[0] == bars.marker.color[2]


def test_neighbouring_changed_rows_share_an_outline() -> None:
    figure = outline_rows(go.Figure(), [4, 1, 2], columns=3)

    places = [(s.x0, s.x1, s.y0, s.y1) for s in figure.layout.shapes]
    assert places == [(-0.5, 2.5, 0.5, 2.5), (-0.5, 2.5, 3.5, 4.5)]


def test_rows_set_by_hand_are_pointed_at_from_outside() -> None:
    figure = mark_set_rows(go.Figure(), [4, 1], columns=3)
    (mark,) = figure.data

    assert mark.y == (4, 1)
    assert all(x > 2.5 for x in mark.x)
    assert mark.cliponaxis is False


def test_edges_to_another_row_bend_and_the_others_are_straight() -> None:
    root = made_trace.node(0, None, "<s>", 0.0, "kept")
    words = [made_trace.node(i, root, f"w{i}", -i, "finished") for i in (1, 2)]
    tree = made_trace.trace([root, *words], (1, 2))
    figure = beam_tree(tree, TreeView(step=1, selected=0))

    straight, bent = edges(figure)[1]
    assert straight == [(0, 0), (1, 0)]
    assert (bent[0], bent[-1]) == ((0, 0), (1, 1))
    assert all(0 < b - a < 0.25 for (_, a), (_, b) in pairwise(bent))
