"""A click anywhere in a row is one on the row; one on what has gone goes nowhere.

A browser shows a table or a drawing until the next one stands. What is clicked in the
old one meanwhile is answered by what the page has drawn since, where the same number
may be another row or node: so both bear a tag of what they show.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

import streamlit as st

MODES: tuple[Literal["single-row"], Literal["single-cell"]] = (
    "single-row",
    "single-cell",
)
"""For `selection_mode`: Streamlit takes a click on a cell for no click on its row."""

_TAGS = 1 << 48


def tag(shown: Hashable) -> str:
    """Return what tells something that is shown from all else, while the app runs."""
    return f"{hash(shown) % _TAGS:x}"


def table(name: str, rows: Iterable[Hashable]) -> str:
    """Return the key of a table, another one for other rows.

    Args:
        name: The table's.
        rows: What tells its rows from others.
    """
    return f"{name}/{tag(tuple(rows))}"


def row(key: str) -> tuple[int, ...] | None:
    """Return the row of a table that somebody has just chosen, at its tick or a cell.

    For the callback of a selection. Empty if the tick was taken away, None if nothing
    is new: a click beside the table forgets the cell, and says so.

    Args:
        key: The table's, as `table` made it.
    """
    ticked, cell = _chosen(st.session_state[key]["selection"])
    of, *before = st.session_state.get(_before(key), (key, None, None))
    if of != key:
        before = [None, None]
    st.session_state[_before(key)] = key, ticked, cell
    if cell and cell != before[1]:
        return (cell[0],)
    if ticked == before[0]:
        return None
    return () if ticked is None else (ticked,)


def tick(key: str, row: int | None) -> None:
    """Have the row ticked that is open, before the table is drawn.

    Args:
        key: The table's.
        row: The row among those that are shown; None if it is not among them.
    """
    state = st.session_state.get(key)
    ticked, cell = _chosen(state["selection"]) if state else (None, None)
    if ticked != row:
        if cell and cell[0] != row:
            cell = None
        # In full: else what the browser sends back is taken for somebody's click.
        selection = {
            "rows": [] if row is None else [row],
            "columns": [],
            "cells": [list(cell)] if cell else [],
        }
        st.session_state[key] = {"selection": selection}
    st.session_state[_before(key)] = key, row, cell


def _before(key: str) -> str:
    """Return where it is kept what was chosen before: once for all rows of a table."""
    return f"{key.partition('/')[0]}.before"


def _chosen(
    selection: Mapping[str, Any],
) -> tuple[int | None, tuple[int, str] | None]:
    """Return the row that is ticked and the cell that is chosen."""
    rows, cells = selection["rows"], selection["cells"]
    return (rows[0] if rows else None, tuple(cells[0]) if cells else None)
