import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import plotly.graph_objects as go
import pytest

from nmtviz.figures import theme
from nmtviz.figures.changes import mark_set_rows, outline_rows
from nmtviz.figures.drawing import Drawing
from nmtviz.figures.lanes import Lanes
from nmtviz.figures.next_words import counted_words, next_words
from nmtviz.figures.search import MARKS, ROW, beam_tree, column_width
from nmtviz.figures.tree_view import TreeView, value
from nmtviz.traces import Choice, SearchTrace
from tests.figures import made_trace

SMALL = made_trace.small()
LARGE = made_trace.large(60, 12)
SVG = "{http://www.w3.org/2000/svg}"
END_OF_SMALL = TreeView(step=3, selected=7)


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def groups(drawing: Drawing) -> dict[int, tuple[float, ElementTree.Element]]:
    """Return each node's column in pixels and its group, by id."""
    return {
        int(node.attrib["data-node"]): (float(column.attrib["data-x"]), node)
        for column in parsed(drawing).iterfind(".//*[@data-x]")
        for node in column.iterfind("*[@data-node]")
    }


def points(drawing: Drawing, status: str) -> dict[int, tuple[float, float]]:
    """Return the pixels to the nodes of a status, by id."""
    found = {}
    for number, (x, node) in groups(drawing).items():
        if node.attrib["class"] == status:
            shift = re.fullmatch(r"translate\(0 (\S+)\)", node.attrib["transform"])
            assert shift is not None
            found[number] = x, float(shift[1])
    return found


def texts(drawing: Drawing, node: int) -> list[str]:
    """Return what is written at a node, from above."""
    return [text.text or "" for text in groups(drawing)[node][1].iterfind(f"{SVG}text")]


def column(drawing: Drawing) -> float:
    """Return the pixels from a position to the next."""
    places = sorted({x for x, _ in groups(drawing).values()})
    (width,) = {b - a for a, b in pairwise(places)}
    return width


def edges(drawing: Drawing) -> dict[str, list[str]]:
    """Return how each edge is drawn, by kind of edge, faintest first."""
    return {
        path.attrib["class"].removeprefix("edge "): [
            "M" + part for part in path.attrib["d"].split("M")[1:]
        ]
        for path in parsed(drawing).iterfind(f"{SVG}path")
    }


def ends(drawing: Drawing) -> dict[str, set[int]]:
    """Return the nodes that edges of each kind lead to."""
    at: dict[tuple[float, float], int] = {}
    for status in MARKS:
        at |= {place: node for node, place in points(drawing, status).items()}
    found: dict[str, set[int]] = {}
    for kind, drawn in edges(drawing).items():
        found[kind] = set()
        for edge in drawn:
            numbers = [float(n) for n in re.findall(r"[\d.]+", edge)]
            straight = "H" in edge
            place = (numbers[2], numbers[1]) if straight else (numbers[-2], numbers[-1])
            found[kind].add(at[place])
        assert len(found[kind]) == len(drawn)
    return found


def rule(drawing: Drawing, selector: str) -> str:
    """Return the style of a part."""
    style = parsed(drawing).findtext(f"{SVG}style") or ""
    found = re.search(re.escape(f".beam-tree {selector}{{") + r"([^}]*)", style)
    assert found is not None
    return found[1]


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

    colours = [
        rule(figure, part)
        for part in (".kept circle", ".finished path", ".pruned path")
    ]
    assert len(set(MARKS.values())) == 3
    assert len(set(colours)) == 3
    assert set(points(figure, "kept")) == {0, 1, 2, 4, 5}
    assert set(points(figure, "finished")) == {7, 8}
    assert set(points(figure, "pruned")) == {3, 6}


def test_a_node_lies_at_its_target_position_in_its_row() -> None:
    figure = beam_tree(SMALL, END_OF_SMALL)

    wide, kept = column(figure), points(figure, "kept")
    (x, y), (end_x, end_y) = kept[0], points(figure, "finished")[7]
    assert kept[4] == (x + 2 * wide, y + ROW)
    assert (end_x, end_y) == (x + 3 * wide, y)


@pytest.mark.parametrize(
    ("selected", "shown"),
    [(7, set()), (1, {3, 6}), (4, {6}), (3, {3}), (0, {3})],
)
def test_what_was_pruned_is_collapsed_but_around_the_selected_node(
    selected: int, shown: set[int]
) -> None:
    figure = beam_tree(SMALL, TreeView(step=3, selected=selected))

    assert set(points(figure, "pruned")) == shown


def test_of_many_pruned_extensions_the_likeliest_four_are_drawn() -> None:
    root = made_trace.node(0, None, "<s>", 0.0, "kept")
    kept = made_trace.node(1, root, "w1", -1.0, "kept")
    pruned = [made_trace.node(i, root, f"w{i}", -i, "pruned") for i in range(2, 9)]
    tree = made_trace.trace([root, kept, *pruned], (1,))

    by_default = beam_tree(tree, TreeView(step=1, selected=1))
    assert set(points(by_default, "pruned")) == {2, 3, 4, 5}

    chosen = beam_tree(tree, TreeView(step=1, selected=8))
    assert set(points(chosen, "pruned")) == {2, 3, 4, 5, 8}

    everything = beam_tree(tree, TreeView(step=1, selected=1, shown="all"))
    assert set(points(everything, "pruned")) == set(range(2, 9))


def test_what_died_out_can_be_collapsed() -> None:
    view = TreeView(step=30, selected=0)
    kept = points(beam_tree(LARGE, view), "kept")
    left = points(beam_tree(LARGE, replace(view, shown="survivors")), "kept")

    alive = LARGE.survivors(30) | {node.id for node in LARGE.nodes if node.parent == 0}
    assert left == {i: place for i, place in kept.items() if i in alive}
    assert len(left) < len(kept)


def test_every_edge_is_drawn_once_and_the_n_best_again() -> None:
    figure = beam_tree(SMALL, replace(END_OF_SMALL, selected=5, shown="all"))

    found = ends(figure)
    assert list(found) == ["left", "lived", "listed", "best", "chosen"]
    assert found["left"] == {3, 6}
    assert found["lived"] == found["listed"] == {1, 2, 4, 5, 7, 8}
    assert found["best"] == {node.id for node in SMALL.path(7)}
    assert found["chosen"] == {node.id for node in SMALL.path(5)}


def test_the_best_path_has_the_widest_line() -> None:
    figure = beam_tree(SMALL, END_OF_SMALL)

    widths = {
        kind: float(rule(figure, kind).rpartition("stroke-width:")[2])
        for kind in (".edge", ".listed", ".best", ".chosen")
    }
    assert max(widths, key=widths.__getitem__) == ".best"


def test_edges_to_another_row_bend_and_the_others_are_straight() -> None:
    root = made_trace.node(0, None, "<s>", 0.0, "kept")
    words = [made_trace.node(i, root, f"w{i}", -i, "finished") for i in (1, 2)]
    tree = made_trace.trace([root, *words], (1, 2))
    figure = beam_tree(tree, TreeView(step=1, selected=0))

    (x, y), (end, lower) = points(figure, "kept")[0], points(figure, "finished")[2]
    straight, bent = edges(figure)["lived"]
    assert straight == f"M{x:g} {y:g}H{end:g}"
    numbers = [float(number) for number in re.findall(r"[\d.]+", bent)]
    # A cubic that leaves and arrives flat: its handles lie level with its ends.
    assert numbers[1] == numbers[3] == y
    assert numbers[5] == numbers[7] == lower
    assert numbers[0:7:2] == pytest.approx(
        [x, x + (end - x) / 3, x + 2 * (end - x) / 3, end], abs=0.1
    )


def test_nothing_beyond_the_step_is_drawn_and_nothing_moves() -> None:
    whole = points(beam_tree(SMALL, END_OF_SMALL), "kept")
    figure = beam_tree(SMALL, TreeView(step=1, selected=1))

    assert points(figure, "kept") == {i: whole[i] for i in (0, 1, 2)}
    assert not points(figure, "finished")


def test_a_band_marks_the_step_until_the_search_is_over() -> None:
    band = f"{SVG}rect[@class='band']"
    figure = beam_tree(SMALL, TreeView(step=2, selected=1))

    found = parsed(figure).find(band)
    assert found is not None
    left, wide = float(found.attrib["x"]), float(found.attrib["width"])
    assert left < points(figure, "kept")[4][0] < left + wide
    assert parsed(beam_tree(SMALL, END_OF_SMALL)).find(band) is None


def test_a_node_tells_edge_sum_and_score() -> None:
    end = groups(beam_tree(SMALL, END_OF_SMALL))[7][1]

    total = -1.0 - 0.25 - 0.125
    assert end.attrib["data-told"].split("\n") == [
        "</s>",
        "finished, number 1 of its step",
        "log p of this token -0.125",
        f"log p of all tokens {total:.3f}",
        f"score {total / 3:.3f}",
    ]


@pytest.mark.parametrize(("per_token", "number"), [(True, "-0.62"), (False, "-1.25")])
def test_scores_are_divided_by_the_length_if_asked(
    per_token: bool, number: str
) -> None:
    chien = SMALL.nodes[5]
    figure = beam_tree(SMALL, replace(END_OF_SMALL, per_token=per_token))

    assert value(chien, per_token=per_token) == -1.25 / (2 if per_token else 1)
    assert texts(figure, 5) == [chien.token, number]
    assert texts(figure, 0) == ["<s>"]


def test_a_tree_without_a_choice_has_no_ring_and_no_chosen_way() -> None:
    drawing = beam_tree(SMALL, TreeView(step=3, selected=None))

    assert not edges(drawing)["chosen"]
    assert parsed(drawing).find(f"{SVG}circle[@class='ring']") is None
    assert ends(drawing)["best"] == {node.id for node in SMALL.path(7)} - {0}


def test_the_selected_node_has_a_ring() -> None:
    figure = beam_tree(SMALL, TreeView(step=3, selected=4))

    ring = parsed(figure).find(f"{SVG}circle[@class='ring']")
    assert ring is not None
    place = float(ring.attrib["cx"]), float(ring.attrib["cy"])
    assert place == points(figure, "kept")[4]


def test_columns_and_rows_keep_their_size_at_sixty_steps_and_beam_twelve() -> None:
    few = beam_tree(made_trace.large(6, 12), TreeView(step=6, selected=0))
    many = beam_tree(LARGE, TreeView(step=60, selected=0))

    assert (many.width - few.width) / 54 >= 50
    assert many.height == few.height
    numbers = parsed(many).findall(f"{SVG}g[@class='positions']/{SVG}text")
    assert [n.text for n in numbers] == ["position", *map(str, range(1, 61))]
    for x, y in points(many, "kept").values():
        assert 0 < x < many.width
        assert 0 < y < many.height


def test_trees_of_one_sentence_can_share_a_width() -> None:
    width = column_width([SMALL, made_trace.large(4, 2, token="incontestable")])
    figure = beam_tree(SMALL, replace(END_OF_SMALL, column=width))

    assert width > column_width([SMALL])
    assert column(figure) == width


def test_labels_of_a_row_do_not_touch() -> None:
    tree = made_trace.large(8, 3, token="incontestablement")
    figure = beam_tree(tree, TreeView(step=8, selected=0))

    longest = max(len(texts(figure, node)[0]) for node in groups(figure)) * 7.2
    assert longest < column(figure)


@pytest.mark.parametrize(
    ("token", "label", "looks"),
    [
        ("<b>x</b>", "<b>x</b>", None),
        ("\u2581mot", "_mot", None),
        ("<unk>", "<unk>", "unknown"),
        ('"&\n', '"&␣', None),
        ("m" * 40, "m" * 13 + "…", None),
    ],
)
def test_tokens_are_shown_letter_by_letter(
    token: str, label: str, looks: str | None
) -> None:
    root = made_trace.node(0, None, "<s>", 0.0, "kept")
    word = made_trace.node(1, root, token, -1.0, "kept")
    end = made_trace.node(2, word, "</s>", -1.0, "finished")

    figure = beam_tree(
        made_trace.trace([root, word, end], (2,)), TreeView(step=2, selected=2)
    )

    assert texts(figure, 1)[0] == label
    text = groups(figure)[1][1].find(f"{SVG}text")
    assert text is not None
    assert text.attrib.get("class") == looks


def test_dark_pages_get_other_colours() -> None:
    light = beam_tree(SMALL, END_OF_SMALL)
    dark = beam_tree(SMALL, replace(END_OF_SMALL, dark=True))

    assert parsed(light).attrib["fill"] == theme.LIGHT.text
    assert parsed(dark).attrib["fill"] == theme.DARK.text
    for part in (".edge", ".listed", ".best", ".chosen", ".kept circle", ".ring"):
        assert rule(light, part) != rule(dark, part)


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


def test_counted_words_are_bars_of_their_share_with_their_number() -> None:
    figure = counted_words([("noir", 3), ("</s>", 1)], 5, taken="</s>")
    (bars,) = figure.data

    assert list(bars.x) == [3 / 5, 1 / 5]
    assert bars.text == ("3", "1")
    assert bars.hovertext == ("noir: 3 of 5 places", "&lt;/s&gt;: 1 of 5 places")
    assert figure.layout.yaxis.ticktext == ("noir", "<b>&lt;/s&gt;</b>")


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
