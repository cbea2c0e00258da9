"""What is ready before the first visit."""

import asyncio
import threading
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from nmtviz.translator import Translator
from nmtviz.ui import cache, start
from nmtviz.ui.examples import FIRST
from tests.pages.conftest import APP


@pytest.fixture(autouse=True)
def _new_server() -> None:
    """Nobody has translated anything yet."""
    cache._translate.clear()
    cache._translator.clear()


def unescaped(text: str) -> str:
    return text.replace("\\", "")


def served() -> None:
    """Start as a server does, and wait until all is ready."""

    async def begin() -> None:
        async with start.ready(st.App(APP)):
            pass

    # In a thread of its own: a browser that tests have started has a loop in this one.
    server = threading.Thread(target=lambda: asyncio.run(begin()))
    server.start()
    server.join()
    for thread in threading.enumerate():
        if thread.name == start._THREAD:
            thread.join()


def test_the_first_visit_finds_its_translation(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    served()
    monkeypatch.delattr(Translator, "translate")  # nobody can translate now

    app.run()

    assert not app.exception
    assert app.text_input(key="text").value == FIRST
    assert len(app.get("plotly_chart")) == 1


def test_what_is_wrong_with_a_checkpoint_is_left_to_the_page(
    tmp_path: Path, app: AppTest, checkpoints: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "rnnsearch-50"
    folder.mkdir()
    for file in (checkpoints / "rnnsearch-50").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "model.safetensors").write_bytes(b"cut")
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))
    told: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", told.append)

    served()
    app.run()

    assert not told
    assert "whole safetensors file" in unescaped(app.error[0].value)


def test_the_server_finds_the_app_and_a_session_draws_it() -> None:
    import app  # noqa: PLC0415

    assert isinstance(app.app, st.App)
    assert Path(app.app.script_path) == APP
