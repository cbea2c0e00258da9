"""How long a person waits for the first picture, and for the next after Enter.

    PYTHONPATH=. python benchmarks/page.py [--rounds 3] [--json FILE]

Every round starts the app anew, twice, with a browser that has never seen it: once it
comes as soon as the server answers, and once when the server has had time to get ready.
The sentence that is typed has 30 words and is searched with beam 12; its picture counts
as there when the axis shows its last word.
"""

import argparse
import time
from pathlib import Path

from playwright.sync_api import Page, ViewportSize
from report import show, spread
from served import PATIENCE, chromium, served

SENTENCES = tuple(
    f"The {first} who lives in the small house near the old bridge told us the "
    "children of the village had never seen such a beautiful garden before the "
    f"long {last}."
    for first, last in (("woman", "winter"), ("teacher", "summer"))
)
"""Two of 30 words: the first one warms up what loads once."""

SCREEN: ViewportSize = {"width": 1280, "height": 900}
"""Pixels that the browser has."""

READY = 15
"""Seconds for a server to get ready: several times what it needs."""


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    first, ready, enter = [], [], []
    for _ in range(options.rounds):
        with served() as address, chromium() as browser:
            first.append(_visit(browser.new_page(viewport=SCREEN), address))
        with served() as address, chromium() as browser:
            time.sleep(READY)
            page = browser.new_page(viewport=SCREEN)
            ready.append(_visit(page, address))
            *_, spent = [_translate(page, sentence) for sentence in SENTENCES]
            enter.append(spent)
    rows = [
        {"seconds to the picture, from": name, "median (smallest-largest)": text}
        for name, text in (
            ("a server that has just started", spread(first, 2)),
            ("a server that is ready", spread(ready, 2)),
            ("Enter, 30 words, beam 12", spread(enter, 2)),
        )
    ]
    show(f"The Translate page, {options.rounds} rounds", rows, options.json)


def _visit(page: Page, address: str) -> float:
    """Open the app; return the seconds until its first picture is there."""
    began = time.perf_counter()
    page.goto(address)
    _wait_for(page, "dog")
    return time.perf_counter() - began


def _translate(page: Page, sentence: str) -> float:
    """Type a sentence; return the seconds from Enter to its picture."""
    box = page.get_by_label("English sentence")
    box.fill(sentence)
    began = time.perf_counter()
    box.press("Enter")
    _wait_for(page, sentence.rsplit(maxsplit=1)[-1].removesuffix("."))
    return time.perf_counter() - began


def _wait_for(page: Page, word: str) -> None:
    label = page.locator(".xtick text", has_text=word)
    label.first.wait_for(state="attached", timeout=PATIENCE * 1000)


if __name__ == "__main__":
    main()
