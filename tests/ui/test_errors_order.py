"""Orders of the table of *Errors*."""

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.ui.errors import order

# In each column one sentence has the least, one the most; the last has no value. The
# second one is good, long and read evenly.
ROWS = {
    "line": [1, 2, 3],
    "words": [4, 9, 7],
    "Δ chrF": [-5.0, 5.0, float("nan")],
    "chrF a": [10.0, 90.0, float("nan")],
    "length ratio": [2.0, 0.5, float("nan")],
    "uneven coverage": [0.9, 0.1, float("nan")],
    "entropy": [2.0, 1.0, float("nan")],
    "unknown": [3.0, 0.0, float("nan")],
    "repeats": [7.0, 0.0, float("nan")],
    "numbers lost": [1.0, 0.0, float("nan")],
    "AER": [0.8, 0.3, float("nan")],
}


FIRST_TO_LAST = {
    "as in the test set": [1, 2, 3],
    "first system worse": [1, 2, 3],
    "second system worse": [2, 1, 3],
    "lowest chrF": [1, 2, 3],
    "longest": [2, 3, 1],
    "shortest output": [2, 1, 3],
    "longest output": [1, 2, 3],
    "most uneven coverage": [1, 2, 3],
    "most spread attention": [1, 2, 3],
    "most unknown words": [1, 2, 3],
    "most repeats": [1, 2, 3],
    "most numbers lost": [1, 2, 3],
    "highest AER": [1, 2, 3],
}


def page(rows: dict[str, list[float]]) -> None:
    import pandas as pd  # noqa: PLC0415  AppTest runs the body alone
    import streamlit as st  # noqa: PLC0415

    from nmtviz.ui.errors import order  # noqa: PLC0415

    st.dataframe(order.ask(pd.DataFrame(rows), "a"))


@pytest.mark.parametrize(("asked", "lines"), FIRST_TO_LAST.items())
def test_an_order_begins_with_what_it_names(asked: str, lines: list[int]) -> None:
    app = AppTest.from_function(page, args=(ROWS,))
    app.session_state[order.SORT] = asked

    app.run()

    assert not app.exception
    shown: pd.DataFrame = app.dataframe[0].value
    assert shown["line"].tolist() == lines


def test_every_order_is_tried() -> None:
    assert [*FIRST_TO_LAST] == [*order.ORDERS]
