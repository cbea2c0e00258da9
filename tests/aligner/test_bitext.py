import numpy as np
import pytest

from nmtviz.aligner import bitext
from nmtviz.aligner.bitext import Bitext
from tests.aligner.texts import MIXED


@pytest.mark.parametrize(("cells", "pending"), [(1, 1), (9, 3), (1 << 19, 1 << 23)])
def test_every_cell_names_its_two_words(
    cells: int, pending: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bitext, "_CELLS", cells)
    monkeypatch.setattr(bitext, "_PENDING", pending)

    text = Bitext(MIXED)

    seen = []
    for block in text.blocks():
        b, t, s = block.cells.shape
        assert block.source.shape == (b, s)
        assert block.target.shape == (b, t)
        assert b == 1 or b * t * s <= cells
        shape = block.cells.shape
        np.testing.assert_array_equal(
            text.source_words[block.cells],
            np.broadcast_to(block.source[:, None, :], shape),
        )
        np.testing.assert_array_equal(
            text.target_words[block.cells],
            np.broadcast_to(block.target[:, :, None], shape),
        )
        seen += block.pairs.tolist()
    assert sorted(seen) == list(range(len(MIXED)))


def test_words_that_never_meet_have_no_place_in_the_table() -> None:
    text = Bitext(MIXED)

    met = {
        (source, target)
        for pair in MIXED
        for source in pair.source.split()
        for target in pair.target.split()
    }
    assert len(text.source_words) == len(met)
    assert text.sizes == (8, 9)


def test_shapes_are_counted() -> None:
    assert Bitext(MIXED).shapes() == {
        (6, 6): 1,
        (3, 3): 1,
        (2, 2): 2,
        (5, 4): 1,
        (1, 2): 1,
    }
    assert len(Bitext(MIXED)) == 6
