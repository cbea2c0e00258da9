"""Take the pictures of the README: Translate in light and dark, and other pages.

python benchmarks/screenshots.py [FOLDER]
"""

import argparse
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser
from served import PATIENCE, REPOSITORY, chromium, served

WIDTH = 1280


class Picture(NamedTuple):
    """One picture of one page."""

    name: str
    page: str
    awaited: str
    """CSS of what is drawn last."""

    height: int = 860
    scheme: str = "light"


SENTENCE = urlencode({"text": "The little house is near the river.", "beam": "6"})
NEIGHBOURS = urlencode({"view": "Neighbours", "read": "3"})
NEEDS = urlencode(
    {
        "text": "My sister has a new car.",
        "model": ["rnnsearch-50", "rnnencdec-50"],
        "weights": "prediction difference",
    },
    doseq=True,
)
PICTURES = (
    Picture("translate", "", ".xtick text"),
    Picture("translate-dark", "", ".xtick text", scheme="dark"),
    Picture("lines", "?picture=lines", ".alignment-lines text"),
    Picture("needs", f"?{NEEDS}", ".xtick text", height=1130),
    Picture("search", f"search?{SENTENCE}", ".beam-tree text", height=1000),
    Picture(
        "neighbours", f"search?{NEIGHBOURS}", ".scatterlayer path.point", height=1430
    ),
    Picture("lengths", "lengths", ".scatterlayer path.point", height=1000),
)


def take(browser: Browser, address: str, picture: Picture, path: Path) -> None:
    """Write one picture of a page."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": picture.height},
        color_scheme="dark" if picture.scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(f"{address}/{picture.page}")
    page.locator(picture.awaited).first.wait_for(timeout=PATIENCE * 1000)
    page.locator("[data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(1500)  # fonts and the last animation
    page.screenshot(path=path)
    context.close()


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=REPOSITORY / "docs")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, chromium() as browser:
        for picture in PICTURES:
            path = folder / f"{picture.name}.png"
            take(browser, address, picture, path)
            print(path)


if __name__ == "__main__":
    main()
