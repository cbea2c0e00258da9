"""What widgets hold although it is here no longer."""

from typing import Any

import pytest
import streamlit as st

from nmtviz.ui import held


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    state: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", state)
    return state


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr(st, "toast", told.append)
    return told


@pytest.mark.parametrize(
    ("chosen", "then"),
    [
        ("old", "a"),
        (["b", "old"], ["b"]),
        (["old"], ["a"]),
    ],
)
def test_what_is_gone_is_told_and_something_else_chosen(
    state: dict[str, Any], told: list[str], chosen: object, then: object
) -> None:
    state["model"] = chosen

    assert held.gone("model", ["a", "b"])

    assert state["model"] == then
    assert len(told) == 1
    assert told[0].startswith("old is here no longer")


@pytest.mark.parametrize("chosen", [None, [], "b", ["b", "a"]])
def test_what_is_here_stays(
    state: dict[str, Any], told: list[str], chosen: object
) -> None:
    state["model"] = chosen

    assert not held.gone("model", ["a", "b"])
    assert state["model"] == chosen
    assert not told
