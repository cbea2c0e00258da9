"""A server with small checkpoints, and a real Chromium that looks at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from nmtviz.errors import TrainingError
from nmtviz.runs import shared
from nmtviz.runs.evaluations import cancel_all
from nmtviz.runs.launcher import stop
from nmtviz.runs.lock import is_running
from tests.pages import trained

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 180
"""Seconds a busy machine gets for an answer."""

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
]


@pytest.fixture(scope="session")
def checkpoints(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained.folder(tmp_path_factory.mktemp("checkpoints"))


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the app keeps what it trains; nothing trains on when the tests are over."""
    folder = tmp_path_factory.mktemp("runs")
    yield folder
    cancel_all(folder / shared.EVALUATIONS)
    began = time.monotonic()
    while running := [*filter(is_running, folder.iterdir())]:
        for run in running:
            with suppress(TrainingError):  # it has just ended
                stop(run)
        assert time.monotonic() - began < PATIENCE, running
        time.sleep(0.5)


@pytest.fixture(scope="session")
def address(
    checkpoints: Path, runs: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Where the app is served, as a person would start it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("server") / "log.txt"
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, f"--server.port={port}"],
            cwd=REPOSITORY,
            env=os.environ
            | {"NMTVIZ_CHECKPOINTS": str(checkpoints), "NMTVIZ_RUNS": str(runs)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_healthy(port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """`$NMTVIZ_CHROMIUM`, or the Chromium or Chrome on the path."""
    usual = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    found = os.environ.get("NMTVIZ_CHROMIUM") or next(filter(None, usual), None)
    if not found:
        pytest.skip("no Chromium here: install one or set NMTVIZ_CHROMIUM")
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window that has never seen the app."""
    yield from _window(browser)


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """The window of somebody else."""
    yield from _window(browser)


def _window(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


def _wait_until_healthy(port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health"):
                return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the app did not start:\n{log.read_text()}")
