import numpy as np
import numpy.typing as npt
import pytest

from nmtviz.aligner.settings import SYMMETRIES, Symmetry
from nmtviz.aligner.symmetrize import symmetrize

Picture = tuple[str, ...]

# Rows are target words, columns source words.
FORWARD = ("x...", ".x..", "..x.", "...x", "...x")
BACKWARD = ("x...", "....", ".xx.", "....", "...x")


def draw(rows: Picture) -> npt.NDArray[np.bool_]:
    return np.array([[letter == "x" for letter in row] for row in rows])


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("forward", FORWARD),
        ("backward", BACKWARD),
        ("intersection", ("x...", "....", "..x.", "....", "...x")),
        ("union", ("x...", ".x..", ".xx.", "...x", "...x")),
        # (1, 1) touches (0, 0) and (3, 3) touches (2, 2): both are new words; by then
        # (2, 1) has two words with links.
        ("grow-diag-final-and", ("x...", ".x..", "..x.", "...x", "...x")),
    ],
)
def test_two_directions_become_one(how: Symmetry, expected: Picture) -> None:
    found = symmetrize(draw(FORWARD)[None], draw(BACKWARD)[None], how)

    np.testing.assert_array_equal(found[0], draw(expected))


def test_growing_goes_on_from_what_has_grown() -> None:
    forward = draw(("x..", ".x.", "..x"))
    backward = draw(("x..", "...", "..."))

    found = symmetrize(forward[None], backward[None], "grow-diag-final-and")

    np.testing.assert_array_equal(found[0], forward)


def test_far_links_are_added_in_the_end_if_both_words_have_none() -> None:
    forward = draw(("x...", "....", "...x", "x..."))
    backward = draw(("x...", "..x.", "....", "...."))

    found = symmetrize(forward[None], backward[None], "grow-diag-final-and")

    # (1, 2) touches nothing that was linked; (2, 3) touches it but comes later in the
    # same way; (3, 0)'s source word has a link.
    np.testing.assert_array_equal(found[0], draw(("x...", "..x.", "...x", "....")))


@pytest.mark.parametrize("how", SYMMETRIES)
def test_every_way_lies_between_intersection_and_union(how: Symmetry) -> None:
    generator = np.random.default_rng(5)
    forward, backward = generator.random((2, 7, 6, 5)) < 0.3
    if how in {"forward", "backward"}:
        forward = backward

    found = symmetrize(forward, backward, how)

    assert not (forward & backward & ~found).any()
    assert not (found & ~(forward | backward)).any()
