"""The app as a person would start it, and a Chromium to look at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

REPOSITORY = Path(__file__).parents[1]
PATIENCE = 120
"""Seconds for the server to start and for a picture to be drawn."""


@contextmanager
def served() -> Iterator[str]:
    """Start the app, and stop it at the end; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    server = subprocess.Popen([*command, f"--server.port={port}"], cwd=REPOSITORY)
    try:
        _wait(f"http://127.0.0.1:{port}/_stcore/health")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start `$NMTVIZ_CHROMIUM` or the Chromium on the path, and end it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("NMTVIZ_CHROMIUM")
            or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield browser
        browser.close()


def _wait(health: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(health):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
