"""Clicks on the nodes of drawings."""

from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st

from nmtviz.figures.drawing import Drawing
from nmtviz.ui import drawing

DRAWN = Drawing(svg="<svg></svg>", width=1, height=1, subject="a search")


class Page:
    """What is known of the last drawing, and of what the browser says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.state: dict[str, Any] = {}
        self.clicked: Callable[[], None]
        self.of = ""
        self.chosen: list[int] = []
        monkeypatch.setattr(st, "session_state", self.state)
        monkeypatch.setattr(drawing, "_component", self._take)

    def draw(self, of: Hashable) -> None:
        nodes = drawing.Nodes(of, self.chosen.append)
        drawing.draw(DRAWN, name="tree", alt="", nodes=nodes)

    def click(self, node: int, of: str) -> None:
        self.state["tree"] = SimpleNamespace(node={"id": node, "of": of})
        self.clicked()

    def _take(
        self, *, data: dict[str, Any], on_node_change: Callable[[], None], **_: object
    ) -> None:
        self.of, self.clicked = data["of"], on_node_change


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    return Page(monkeypatch)


def test_a_click_on_a_node_of_what_was_drawn_before_is_no_click(page: Page) -> None:
    page.draw(("a sentence", 12))
    before = page.of
    page.click(3, before)
    page.draw(("a sentence", 2))

    page.click(40, before)
    page.click(1, page.of)

    assert page.chosen == [3, 1]


def test_a_node_of_the_same_search_can_be_clicked_at_any_step(page: Page) -> None:
    page.draw(("a sentence", 12))
    before = page.of
    page.draw(("a sentence", 12))

    page.click(3, before)

    assert page.chosen == [3]


def test_a_click_as_the_drawing_goes_is_none(page: Page) -> None:
    page.draw("anything")

    page.clicked()  # the component's state is no longer there
    page.state["tree"] = SimpleNamespace(node=None)
    page.clicked()

    assert page.chosen == []
