import numpy as np

from nmtviz.results import Alignment
from nmtviz.ui.translate import pins

ALIGNMENT = Alignment(
    source=("the", "cat", "</s>"),
    target=("le", "chat"),
    weights=np.array([[0.625, 0.25, 0.125], [0.0, 1.0, 0.0]]),
    source_unknown=(False,) * 3,
    target_unknown=(False,) * 2,
)


def test_the_heaviest_cell_of_a_row_is_told_as_such() -> None:
    assert pins.in_words(ALIGNMENT, (0, 0)) == (
        "While writing “le”, the network put 0.625 of its attention on “the”: the most "
        "of all source words."
    )


def test_another_cell_is_told_with_its_rank() -> None:
    told = pins.in_words(ALIGNMENT, (0, 2))

    assert "0.125 of its attention on “</s>”: number 3 of its row." in told
