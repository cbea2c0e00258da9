"""Tables whose rows open something: a click anywhere in a row is a click on it."""

from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

MODES: tuple[Literal["single-row"], Literal["single-cell"]] = (
    "single-row",
    "single-cell",
)
"""For `selection_mode`: Streamlit takes a click on a cell for no click on its row."""

_BEFORE = "{}.before"


def row(key: str) -> tuple[int, ...] | None:
    """Return the row of a table that somebody has just chosen, at its tick or a cell.

    For the callback of a selection. Empty if the tick was taken away, None if nothing
    is new: a click beside the table forgets the cell, and says so.

    Args:
        key: The table's.
    """
    ticked, cell = _chosen(st.session_state[key]["selection"])
    before = st.session_state.get(_BEFORE.format(key), (None, None))
    st.session_state[_BEFORE.format(key)] = ticked, cell
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
    st.session_state[_BEFORE.format(key)] = row, cell


def _chosen(
    selection: Mapping[str, Any],
) -> tuple[int | None, tuple[int, str] | None]:
    """Return the row that is ticked and the cell that is chosen."""
    rows, cells = selection["rows"], selection["cells"]
    return (rows[0] if rows else None, tuple(cells[0]) if cells else None)
