from dataclasses import replace

import numpy as np
import pytest

from nmtviz.figures.emergence import emerging_alignment
from nmtviz.results import Alignment


def alignment(*target: str, seed: int) -> Alignment:
    weights = np.random.default_rng(seed).dirichlet([1.0, 1.0, 1.0], len(target))
    return Alignment(
        source=("a", "goat", "</s>"),
        target=target,
        weights=weights,
        source_unknown=(False,) * 3,
        target_unknown=(False,) * len(target),
    )


LOOKS = [alignment("une", seed=1), alignment("une", "chèvre", seed=2)]


def test_there_is_a_frame_and_a_step_for_every_look() -> None:
    figure = emerging_alignment(LOOKS, [0, 200])
    assert [frame.name for frame in figure.frames] == ["0", "200"]
    for frame, look in zip(figure.frames, LOOKS, strict=True):
        assert np.allclose(frame.data[0].z, look.weights)
        assert tuple(frame.layout.yaxis.ticktext) == look.target
    (slider,) = figure.layout.sliders
    assert [step.label for step in slider.steps] == ["0", "200"]
    assert [step.args[0] for step in slider.steps] == [("0",), ("200",)]


def test_the_words_on_both_sides_of_a_wide_picture_are_those_of_the_look() -> None:
    wide = [
        replace(
            look,
            source=look.source * 20,
            weights=np.tile(look.weights / 20, 20),
            source_unknown=look.source_unknown * 20,
        )
        for look in LOOKS
    ]
    figure = emerging_alignment(wide, [0, 200])
    for frame, look in zip(figure.frames, wide, strict=True):
        for axis in (frame.layout.yaxis, frame.layout.yaxis2):
            assert tuple(axis.ticktext) == look.target
    assert "yaxis2" not in emerging_alignment(LOOKS, [0, 200]).layout


@pytest.mark.parametrize("width", [3, 60])
def test_a_look_of_one_row_has_its_controls_below(width: int) -> None:
    look = Alignment(
        source=("a",) * width,
        target=("</s>",),
        weights=np.full((1, width), 1 / width),
        source_unknown=(False,) * width,
        target_unknown=(False,),
    )
    layout = emerging_alignment([look, look], [0, 200]).layout

    # Plotly refuses what is more than two plots lower.
    assert -2 <= layout.updatemenus[0].y == layout.sliders[0].y < 0


def test_under_the_pointer_are_the_words_of_the_look_that_is_shown() -> None:
    figure = emerging_alignment(LOOKS, [0, 200])
    (drawn,) = figure.data  # nothing lies over the cells and keeps another look's words
    assert drawn.hovertemplate
    assert drawn.text[1][0] == "chèvre ← a"
    for frame, look in zip(figure.frames, LOOKS, strict=True):
        told = [[text.split(" ")[0] for text in row] for row in frame.data[0].text]
        assert told == [[word] * 3 for word in look.target]


def test_the_last_look_is_shown_first() -> None:
    figure = emerging_alignment(LOOKS, [0, 200])
    assert np.array_equal(figure.data[0].z, LOOKS[-1].weights)
    assert figure.layout.sliders[0].active == 1


@pytest.mark.parametrize("looks", [LOOKS, LOOKS[::-1]])
def test_cells_stay_beside_their_words_where_rows_differ(
    looks: list[Alignment],
) -> None:
    figure = emerging_alignment(looks, [0, 200])

    # Rows lie at whole numbers from the top, and there is always room for both.
    assert tuple(figure.layout.yaxis.range) == (1.5, -0.5)
    assert tuple(figure.data[0].y) == tuple(range(len(looks[-1].target)))
    for frame, look in zip(figure.frames, looks, strict=True):
        assert len(frame.data[0].z) == len(look.target)
        assert tuple(frame.data[0].y) == tuple(range(len(look.target)))
        assert tuple(frame.layout.yaxis.tickvals) == tuple(frame.data[0].y)
        assert frame.layout.yaxis.range is None


def test_a_longer_look_is_cut_to_what_is_written_now() -> None:
    long, now = (alignment(*"abcdefghijklm"[:rows], seed=1) for rows in (13, 11))

    first, last = emerging_alignment([long, now], [0, 200]).frames

    assert first.layout.yaxis.ticktext == last.layout.yaxis.ticktext == now.target
    assert np.allclose(first.data[0].z, long.weights[:11])


def test_a_look_is_as_large_as_the_largest_of_all() -> None:
    heights = {
        emerging_alignment(looks, [0, 200]).layout.height
        for looks in (LOOKS, LOOKS[::-1])
    }
    assert len(heights) == 1


def test_one_look_needs_no_controls() -> None:
    figure = emerging_alignment(LOOKS[:1], [0])
    assert not figure.layout.sliders
    assert not figure.frames


@pytest.mark.parametrize("updates", [[], [1, 2, 3]])
def test_every_look_must_have_its_update(updates: list[int]) -> None:
    with pytest.raises(ValueError, match=f"2 alignments and {len(updates)} updates"):
        emerging_alignment(LOOKS, updates)
