"""Take pictures of the app: light and dark, wide and narrow.

    python benchmarks/screenshots.py [FOLDER]

The wide light one, `translate.png`, is the README's.
"""

import argparse
from pathlib import Path

from playwright.sync_api import Browser
from served import PATIENCE, REPOSITORY, chromium, served

LINK = ""
SIZES = {1280: 860, 800: 1000}


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
    with served() as address, chromium() as browser:
        for width, narrow in ((1280, ""), (800, "-narrow")):
            for scheme, dark in (("light", ""), ("dark", "-dark")):
                path = folder / f"translate{narrow}{dark}.png"
                take(browser, f"{address}/{LINK}", width, scheme, path)
                print(path)


if __name__ == "__main__":
    main()
