from xml.etree import ElementTree

import numpy as np

from nmtviz.figures import theme
from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.vector import alignment_svg
from nmtviz.results import Alignment

SVG = "{http://www.w3.org/2000/svg}"
ALIGNMENT = Alignment(
    source=("the", "<b>&", "\x07", "</s>"),
    target=("le", "</s>"),
    weights=np.array([[0.5, 0.25, 0.25, 0.0], [0.0, 0.0, 0.0, 1.0]]),
    source_unknown=(False, True, False, False),
    target_unknown=(False, False),
)


def drawn(scale: str = "grey") -> ElementTree.Element:
    return ElementTree.fromstring(alignment_svg(ALIGNMENT, scale=scale))


def test_every_cell_has_its_weight_and_colour() -> None:
    cells = [rect for rect in drawn("ink").iter(f"{SVG}rect") if len(rect)]

    assert [cell[0].text for cell in cells[:3]] == ["0.5000", "0.2500", "0.2500"]
    assert len(cells) == 8
    assert cells[0].get("fill") == theme.color("ink", 0.5)


def test_words_are_text_in_their_order() -> None:
    texts = [text.text for text in drawn().iter(f"{SVG}text")]

    assert texts[:6] == ["the", "<b>&", "␣", "</s>", "le", "</s>"]


def test_cells_lie_where_the_figure_on_the_page_has_them() -> None:
    root, layout = drawn(), alignment_heatmap(ALIGNMENT).layout
    cells = [rect for rect in root.iter(f"{SVG}rect") if len(rect)]
    side = (layout.width - layout.margin.l - layout.margin.r) / 4

    assert float(root.get("width", "")) == layout.width
    assert float(cells[5].get("x", "")) == layout.margin.l + side
    assert float(cells[5].get("y", "")) == layout.margin.t + side


def test_the_scale_goes_from_black_to_white() -> None:
    assert theme.color("grey", 0.0) == "rgb(0, 0, 0)"
    assert theme.color("grey", 2.0) == "rgb(255, 255, 255)"
