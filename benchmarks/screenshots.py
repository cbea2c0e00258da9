"""Take pictures of the app: light and dark, wide and narrow.

    python benchmarks/screenshots.py [FOLDER]

The wide light one, `translate.png`, is the README's.
"""

import argparse
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
LINK = ""
SIZES = {1280: 860, 800: 1000}
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


def take(browser: Browser, address: str, width: int, scheme: str, path: Path) -> None:
    """Write one picture of the page."""
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(address)
    page.locator(".xtick text").first.wait_for(timeout=PATIENCE * 1000)
    page.get_by_text("Attention is not word alignment").wait_for()
    page.wait_for_timeout(1000)  # fonts and the last animation
    page.screenshot(path=path)
    context.close()


def main() -> None:
    """Take the four pictures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=REPOSITORY / "docs")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("NMTVIZ_CHROMIUM")
            or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        for width, narrow in ((1280, ""), (800, "-narrow")):
            for scheme, dark in (("light", ""), ("dark", "-dark")):
                path = folder / f"translate{narrow}{dark}.png"
                take(browser, f"{address}/{LINK}", width, scheme, path)
                print(path)
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


if __name__ == "__main__":
    main()
