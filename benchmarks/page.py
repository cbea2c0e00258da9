"""How long a person waits for the first picture, and for the next after Enter.

    PYTHONPATH=. python benchmarks/page.py [--rounds 3] [--json FILE]

Every round starts the app anew with a browser that has never seen it. The sentence
that is typed has 30 words and is searched with beam 12; its picture counts as there
when the axis shows its last word.
"""

import argparse
import time
from pathlib import Path

from playwright.sync_api import Page
from report import show, spread
from served import PATIENCE, chromium, served

SENTENCES = tuple(
    f"The {first} who lives in the small house near the old bridge told us the "
    "children of the village had never seen such a beautiful garden before the "
    f"long {last}."
    for first, last in (("woman", "winter"), ("teacher", "summer"))
)
"""Two of 30 words: the first one warms up what loads once."""


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    first, enter = [], []
    for _ in range(options.rounds):
        with served() as address, chromium() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            began = time.perf_counter()
            page.goto(address)
            _wait_for(page, "dog")
            first.append(time.perf_counter() - began)
            for sentence in SENTENCES:
                box = page.get_by_label("English sentence")
                box.fill(sentence)
                began = time.perf_counter()
                box.press("Enter")
                _wait_for(page, sentence.split()[-1].removesuffix("."))
                spent = time.perf_counter() - began
            enter.append(spent)
    rows = [
        {"seconds to the picture, from": name, "median (smallest-largest)": text}
        for name, text in (
            ("a server that is up", spread(first, 2)),
            ("Enter, 30 words, beam 12", spread(enter, 2)),
        )
    ]
    show(f"The Translate page, {options.rounds} rounds", rows, options.json)


def _wait_for(page: Page, word: str) -> None:
    label = page.locator(".xtick text", has_text=word)
    label.first.wait_for(state="attached", timeout=PATIENCE * 1000)


if __name__ == "__main__":
    main()
