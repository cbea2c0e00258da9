"""A word's likeness in each two sentences, drawn."""

import numpy as np

from nmtviz.figures.likeness import likeness_heatmap

COSINES = np.array([[1.0, 0.25, -0.5], [0.25, 1.0, 0.9], [-0.5, 0.9, 1.0]], np.float32)
SENTENCES = ("I saw her.", "Her <b>dog</b>.", "Her house.")


def test_each_number_stands_in_its_cell_and_can_be_read() -> None:
    figure = likeness_heatmap(COSINES, SENTENCES)

    told = {(one.y, one.x): one for one in figure.layout.annotations}
    assert len(told) == 9
    assert told[0, 2].text == "-0.50"
    assert told[1, 0].text == "0.25"
    assert told[1, 2].font.color == "#ffffff"  # on a dark cell
    assert told[0, 2].font.color != "#ffffff"
    assert list(figure.layout.xaxis.ticktext) == ["1", "2", "3"]
    np.testing.assert_allclose(figure.data[0].z, COSINES)


def test_a_cell_tells_its_sentences_as_text() -> None:
    figure = likeness_heatmap(COSINES, SENTENCES, dark=True)

    assert figure.data[0].text[0][2] == "I saw her.<br>Her house."
    assert "<b>dog</b>" not in figure.data[0].text[0][1]


def test_cells_keep_their_size() -> None:
    widths = [
        likeness_heatmap(np.eye(n, dtype=np.float32), ["x"] * n).layout.width
        for n in (2, 3, 8)
    ]

    assert widths[1] - widths[0] == (widths[2] - widths[0]) / 6
