"""Opens the page on errors, as a link does."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


def opener(
    app: AppTest, checkpoints: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Open:
    """Return what opens the page with what its link says.

    Args:
        app: The app before its first run.
        checkpoints: What it finds models in.
        folder: Where it keeps runs and notes.
        monkeypatch: Sets both.
    """
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(checkpoints))
    monkeypatch.setenv("NMTVIZ_RUNS", str(folder))

    def visit(**link: str | list[str]) -> AppTest:
        app.run()
        app.switch_page("pages/errors.py")
        for name, value in link.items():
            app.query_params[name] = value
        app.session_state["notes-file"] = str(folder / "notes.json")
        return fine(app.run())

    return visit


def fine(app: AppTest) -> AppTest:
    assert not app.exception
    assert not app.error
    return app
