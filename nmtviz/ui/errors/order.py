"""In which order sentences stand in the table, and so which one comes next."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from nmtviz.ui import held, widgets
from nmtviz.ui.errors.table import (
    AER,
    CHRF,
    COVERAGE,
    DELTA,
    ENTROPY,
    LINE,
    NUMBERS_LOST,
    RATIO,
    REPEATS,
    UNKNOWN,
    WORDS,
)

SORT = "sort"
"""Name of the setting, in the address too."""

_FIRST_CHRF = "chrF of the first system"

ORDERS: Mapping[str, tuple[str, bool]] = {
    "as in the test set": (LINE, True),
    "first system worse": (DELTA, True),
    "second system worse": (DELTA, False),
    "lowest chrF": (_FIRST_CHRF, True),
    "longest": (WORDS, False),
    "shortest output": (RATIO, True),
    "longest output": (RATIO, False),
    "most uneven coverage": (COVERAGE, False),
    "most spread attention": (ENTROPY, False),
    "most unknown words": (UNKNOWN, False),
    "most repeats": (REPEATS, False),
    "most numbers lost": (NUMBERS_LOST, False),
    "highest AER": (AER, False),
}
"""The column that each goes by, and whether small values come first."""


def ask(rows: pd.DataFrame, first: str) -> pd.DataFrame:
    """Ask for an order and return the rows in it; those without a value come last.

    Args:
        rows: The table of a test set.
        first: Name of the first system.
    """
    columns = {
        name: f"{CHRF} {first}" if column == _FIRST_CHRF else column
        for name, (column, _) in ORDERS.items()
    }
    possible = [
        name
        for name, column in columns.items()
        if column in rows and rows[column].notna().any()
    ]
    widgets.check({SORT: possible})
    held.fit(SORT, possible, possible[0])
    name = st.selectbox(
        "Order",
        possible,
        key=SORT,
        bind="query-params",
        width=200,
        help="Previous and Next go in this order, too; a click on a heading sorts "
        "only the table. Measures are those of the first system; the worse system is "
        "the one with the lower chrF.",
    )
    return rows.sort_values(
        columns[name], ascending=ORDERS[name][1], kind="stable", na_position="last"
    )
