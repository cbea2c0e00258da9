"""A click anywhere in a row of a table is a click on the row."""

from typing import Any

import pytest
import streamlit as st

from nmtviz.ui import clicks

KEY = "some-table"


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    state: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", state)
    return state


def selected(
    state: dict[str, Any], *rows: int, cell: tuple[int, str] | None = None
) -> None:
    """Let the browser tell what is chosen now."""
    cells = [cell] if cell else []
    state[KEY] = {"selection": {"rows": [*rows], "columns": [], "cells": cells}}


def test_what_was_clicked_last_is_the_row(state: dict[str, Any]) -> None:
    selected(state, cell=(4, "source"))
    assert clicks.row(KEY) == (4,)
    selected(state, 2, cell=(4, "source"))
    assert clicks.row(KEY) == (2,)
    selected(state, 2, cell=(5, "source"))
    assert clicks.row(KEY) == (5,)
    selected(state, 2, cell=(5, "reference"))
    assert clicks.row(KEY) == (5,)


def test_a_click_beside_the_table_chooses_nothing(state: dict[str, Any]) -> None:
    selected(state, 2, cell=(5, "source"))
    clicks.row(KEY)

    selected(state, 2)
    assert clicks.row(KEY) is None


def test_a_tick_that_is_taken_away_is_told(state: dict[str, Any]) -> None:
    selected(state, 2, cell=(2, "source"))
    clicks.row(KEY)

    selected(state, cell=(2, "source"))
    assert clicks.row(KEY) == ()


def test_the_open_row_is_ticked_and_its_cell_stays(state: dict[str, Any]) -> None:
    selected(state, 2, cell=(5, "source"))
    clicks.row(KEY)
    clicks.tick(KEY, 5)

    selection = {"rows": [5], "columns": [], "cells": [[5, "source"]]}
    assert state[KEY]["selection"] == selection
    selected(state, 5)  # the cell is left
    assert clicks.row(KEY) is None


@pytest.mark.parametrize("row", [7, None])
def test_another_row_that_is_opened_has_no_cell(
    state: dict[str, Any], row: int | None
) -> None:
    clicks.tick(KEY, None)
    assert KEY not in state
    selected(state, cell=(5, "source"))
    clicks.row(KEY)
    clicks.tick(KEY, 5)
    clicks.tick(KEY, row)

    rows = [] if row is None else [row]
    assert state[KEY]["selection"] == {"rows": rows, "columns": [], "cells": []}
    selected(state, *rows, cell=(5, "source"))  # now it is a click again
    assert clicks.row(KEY) == (5,)


def test_a_table_of_other_rows_is_another_one() -> None:
    keys = {clicks.table("some", rows) for rows in ([1, 2], [2, 1], [1, 2], [3])}

    assert len(keys) == 3
    assert {key.partition("/")[0] for key in keys} == {"some"}


def test_what_was_chosen_in_other_rows_is_forgotten(state: dict[str, Any]) -> None:
    for rows in ([1, 2], [2, 1]):
        key = clicks.table("some", rows)
        state[key] = {"selection": {"rows": [0], "columns": [], "cells": []}}
        assert clicks.row(key) == (0,)

    assert clicks.row(key) is None
    assert [name for name in state if name.endswith("before")] == ["some.before"]
