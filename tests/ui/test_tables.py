import csv
import io

import numpy as np

from nmtviz.results import Alignment
from nmtviz.ui import tables

ALIGNMENT = Alignment(
    source=("the", 'a "cat", big', "the"),
    target=("le", "le"),
    weights=np.array([[0.5, 0.25, 0.25], [0.125, 0.0, 0.875]]),
    source_unknown=(False,) * 3,
    target_unknown=(False,) * 2,
)


def test_repeated_words_are_told_apart_in_the_table() -> None:
    table = tables.numbered(ALIGNMENT)

    assert list(table.columns) == ["1 the", '2 a "cat", big', "3 the"]
    assert list(table.index) == ["1 le", "2 le"]
    assert table.loc["2 le", "3 the"] == 0.875


def test_csv_holds_words_and_exact_weights() -> None:
    first, *rows = csv.reader(io.StringIO(tables.csv(ALIGNMENT)))

    assert first == ["", *ALIGNMENT.source]
    assert [row[0] for row in rows] == ["le", "le"]
    assert [float(cell) for cell in rows[1][1:]] == [0.125, 0.0, 0.875]
