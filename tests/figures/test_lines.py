"""The alignment as lines, read back from the text of its SVG file."""

from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

from nmtviz.figures.alignment import LOST
from nmtviz.figures.lines import LEAST, alignment_lines, lines_width, place_of
from nmtviz.results import Alignment

SVG = "{http://www.w3.org/2000/svg}"
ALIGNMENT = Alignment(
    source=("a", "black", "c<a>t"),
    target=("un", "chat"),
    weights=np.array([[0.9, 0.09, 0.01], [0.0, 0.25, 0.75]]),
    source_unknown=(False, False, True),
    target_unknown=(False, False),
)


def drawn(**looks: object) -> Element:
    return fromstring(alignment_lines(ALIGNMENT, **looks).svg)  # type: ignore[arg-type]


def words(svg: Element) -> dict[int, Element]:
    found = svg.iterfind(f"{SVG}g[@class='word']")
    return {int(word.attrib["data-node"]): word for word in found}


def text(word: Element) -> Element:
    (found,) = word.findall(f"{SVG}text")
    return found


def paths(part: Element) -> list[Element]:
    return list(part.iter(f"{SVG}path"))


def test_every_weight_that_can_be_seen_has_a_line() -> None:
    (every,) = drawn().iterfind(f"{SVG}g[@class='all']")

    opacities = [float(path.attrib["stroke-opacity"]) for path in paths(every)]
    assert opacities == [0.9, 0.09, 0.25, 0.75]
    assert min(opacities) >= LEAST


def test_heavier_lines_are_broader() -> None:
    (every,) = drawn().iterfind(f"{SVG}g[@class='all']")

    widths = [float(path.attrib["stroke-width"]) for path in paths(every)]
    assert np.argsort(widths).tolist() == [1, 2, 3, 0]


def test_words_are_numbered_rows_first_and_are_never_markup() -> None:
    found = words(drawn())

    assert [text(found[node]).text for node in sorted(found)] == [
        *("un", "chat"),
        *("a", "black", "c<a>t"),
    ]


@pytest.mark.parametrize(
    ("node", "weights"),
    [(0, ["0.90", "0.09"]), (1, ["0.25", "0.75"]), (3, ["0.09", "0.25"])],
)
def test_a_word_has_its_own_lines_with_their_weights(
    node: int, weights: list[str]
) -> None:
    (own,) = words(drawn())[node].iterfind(f"{SVG}g[@class='own']")

    assert len(paths(own)) == len(weights)
    assert [number.text for number in own.iter(f"{SVG}text")] == weights


def test_a_word_says_what_its_lines_lead_to() -> None:
    found = words(drawn())

    told = [found[node].attrib["aria-label"] for node in sorted(found)]
    assert told[0] == "un: a 0.90, black 0.09"
    assert told[3] == "black: un 0.09, chat 0.25"
    assert drawn().attrib["aria-label"].startswith("Lines: attention weight. Heaviest")


def test_a_line_goes_from_its_source_word_to_its_translation() -> None:
    found = words(drawn())
    (own,) = found[0].iterfind(f"{SVG}g[@class='own']")

    way = paths(own)[1].attrib["d"]  # black to un
    begin, end = way.removeprefix("M").split("C")[0], way.rsplit(" ", 2)[1:]
    assert begin.split()[1] == text(found[3]).attrib["y"]
    assert end[1] == text(found[0]).attrib["y"]


def test_unknown_words_look_different() -> None:
    found = words(drawn())

    slanted = [
        node for node in found if text(found[node]).get("font-style") == "italic"
    ]
    assert slanted == [4]


def test_a_pinned_cell_has_a_line_and_its_words_stand_out() -> None:
    svg = drawn(chosen=(1, 0))  # too light for a line of its own

    bold = [n for n, word in words(svg).items() if text(word).get("font-weight")]
    assert sorted(bold) == [1, 2]
    assert len(list(svg.iterfind(f".//{SVG}path[@class='pinned']"))) == 1
    assert not list(drawn().iterfind(f".//{SVG}path[@class='pinned']"))


def test_a_word_that_is_chosen_alone_keeps_its_lines() -> None:
    svg = drawn(chosen=(None, 1))

    kept = [
        node
        for node, word in words(svg).items()
        if word.find(f"{SVG}g[@class='own alone']") is not None
    ]
    assert kept == [3]
    assert not list(svg.iterfind(f".//{SVG}path[@class='pinned']"))


def test_the_picture_says_what_its_weights_are() -> None:
    names = [name.text for name in drawn(measure=LOST).findall(f"{SVG}text")]

    assert names == ["source sentence", "probability lost", "translation"]


def test_numbers_of_words_lead_back_to_rows_and_columns() -> None:
    places = [place_of(ALIGNMENT, node) for node in range(5)]

    assert places == [(0, None), (1, None), (None, 0), (None, 1), (None, 2)]


def test_the_size_is_that_of_the_file() -> None:
    drawing = alignment_lines(ALIGNMENT)
    svg = fromstring(drawing.svg)

    assert svg.attrib["viewBox"] == f"0 0 {drawing.width} {drawing.height}"
    assert lines_width(ALIGNMENT) == drawing.width


def test_colours_follow_the_page() -> None:
    assert alignment_lines(ALIGNMENT).svg != alignment_lines(ALIGNMENT, dark=True).svg


def test_nothing_to_align_is_an_empty_picture() -> None:
    nothing = Alignment(
        source=(),
        target=(),
        weights=np.zeros((0, 0)),
        source_unknown=(),
        target_unknown=(),
    )

    svg = fromstring(alignment_lines(nothing).svg)

    assert not words(svg)
    assert not paths(svg)
