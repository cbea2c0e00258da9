"""The app on small trained checkpoints, run without a browser."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import trained

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture(scope="session")
def checkpoints(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained.folder(tmp_path_factory.mktemp("checkpoints"))


@pytest.fixture
def app(checkpoints: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app before its first run, so that a link can be set."""
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(checkpoints))
    return AppTest.from_file(APP, default_timeout=60)
