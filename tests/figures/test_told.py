"""Alignments in words."""

import numpy as np

from nmtviz.figures.told import heaviest
from nmtviz.results import Alignment


def test_the_heaviest_of_each_row_is_told() -> None:
    alignment = Alignment(
        source=("the", "cat", "the"),
        target=("le", "le"),
        weights=np.array([[0.5, 0.25, 0.25], [0.125, 0.0, 0.875]]),
        source_unknown=(False,) * 3,
        target_unknown=(False,) * 2,
    )

    assert heaviest(alignment) == (
        "Heaviest in each row: le from the 0.50; le from the 0.88"
    )
