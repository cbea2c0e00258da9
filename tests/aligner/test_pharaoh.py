from pathlib import Path

import numpy as np
import pytest

from nmtviz.aligner.pharaoh import lines_of, read_links
from nmtviz.data.corpus import Pair
from nmtviz.errors import DataError
from nmtviz.gold import Link

PAIRS = [Pair("a b c", "x y"), Pair("d", "z"), Pair("e f", "v w")]
PATH = Path("links.txt")


def test_lines_are_read_as_they_are_written() -> None:
    links = [np.array([[0, 1], [2, 0]]), np.empty((0, 2)), np.array([[1, 1]])]

    lines = list(lines_of([found.astype(np.int32) for found in links]))

    assert lines == ["0-1 2-0", "", "1-1"]
    assert list(read_links(PATH, lines, PAIRS)) == [
        {Link(0, 1), Link(2, 0)},
        set(),
        {Link(1, 1)},
    ]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["", ""], "links.txt must have a line for each of 3 sentence pairs, got 2"),
        (["0-0", "0:0", ""], "links.txt, line 2: links must look like"),
        (["0-0", "0-0", "0-2"], "links.txt, line 3: the link 0-2 is outside"),
    ],
)
def test_lines_of_another_text_are_refused(lines: list[str], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        list(read_links(PATH, lines, PAIRS))
