"""How long a person waits, after the decode, until the search tree follows a click.

    PYTHONPATH=. python benchmarks/interaction.py [--rounds 5] \
        [--model rnnsearch-50] [--json FILE]

The sentence has 60 words and is searched with beam 12. With a model of words the tree
is about as long; `rnnsearch-sp` writes 80 pieces. The clock starts with the
event in the browser and stops with the frame in which the changed tree is drawn.
Beside it stands what the app and the browser computed meanwhile, all their processes
together, which a busy machine does not stretch; Linux tells it.
"""

import argparse
import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page
from report import show, spread
from served import PATIENCE, chromium, served

SENTENCE = (
    "The old fisherman who lives in the small house near the bridge told the children "
    "of the village that the river had never been so high before the winter, and "
    "that his father had once seen a white horse which came out of the forest at night "
    "to drink the cold water while the people of the valley were sleeping."
)
STEP = 30
"""Where the search stands in the middle of the sentence."""

WATCH = """() => {
    const seen = () => {
        const tree = document.querySelector("svg.beam-tree");
        if (!tree) return null;
        const ring = tree.querySelector(".ring")?.outerHTML;
        const nodes = tree.querySelectorAll("[data-node]").length;
        return JSON.stringify([tree.getAttribute("width"), nodes, ring]);
    };
    const before = seen();
    window.waited = null;
    let began = null;
    const begin = () => { began ??= performance.now(); };
    for (const kind of ["mouseup", "keydown"])
        window.addEventListener(kind, begin, {capture: true, once: true});
    const look = () => {
        const now = seen();
        if (began !== null && now !== null && now !== before)
            window.waited = performance.now() - began;
        else requestAnimationFrame(look);
    };
    look();
}"""

NODES = """() => [...document.querySelectorAll(".beam-tree .kept circle")].map(mark => {
    const box = mark.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
})"""


def milliseconds(page: Page, act: Callable[[], None]) -> tuple[float, float]:
    """Do something and return how long the tree took to follow, and CPU time."""
    page.evaluate(WATCH)
    before = computed()
    act()
    page.wait_for_function("window.waited !== null", timeout=PATIENCE * 1000)
    spent = computed() - before
    waited: float = page.evaluate("window.waited")
    page.wait_for_timeout(1500)  # the rest of the page, which nobody waits for
    return waited, spent


def computed() -> float:
    """Return the milliseconds of CPU that all processes below this one have used."""
    below: dict[int, list[int]] = defaultdict(list)
    ticks = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it ended
            continue
        process = int(path.parent.name)
        below[int(fields[1])].append(process)
        ticks[process] = int(fields[11]) + int(fields[12])
    family = list(below[os.getpid()])
    for process in family:
        family += below[process]
    return sum(map(ticks.__getitem__, family)) * 1000 / os.sysconf("SC_CLK_TCK")


def select(page: Page, nth: int) -> None:
    """Click a node that is in the window, another one each time."""
    places = page.evaluate(NODES)
    size = page.viewport_size or {"width": 0, "height": 0}
    inside = [
        (x, y)
        for x, y in places
        if 320 < x < size["width"] - 40 and 0 < y < size["height"] - 40
    ]
    x, y = inside[(7 * nth) % len(inside)]
    page.mouse.move(x, y)
    page.wait_for_timeout(300)  # what the mouse is over has then been told
    page.mouse.down()
    page.mouse.up()


def measured(page: Page, rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Return the times of each kind of click."""

    def back() -> None:
        page.get_by_role("slider", name="Step").press("ArrowLeft")

    kept = page.get_by_text("what was kept", exact=True)
    survived = page.get_by_text("what survived", exact=True)
    waited: dict[str, list[tuple[float, float]]] = {}
    for nth in range(rounds):
        page.locator("svg.beam-tree").first.scroll_into_view_if_needed()
        actions: dict[str, Callable[[], None]] = {
            "a step back": back,
            "one step": page.get_by_role("button", name="One step").click,
            "a node": lambda nth=nth: select(page, nth),  # type: ignore[misc]
            "show what died out": kept.click,
            "collapse it": survived.click,
        }
        for name, act in actions.items():
            waited.setdefault(name, []).append(milliseconds(page, act))
    return waited


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--model", default="rnnsearch-50")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    with served() as address, chromium() as browser:
        for step in (STEP, None):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            where = {"step": str(step)} if step else {}
            asked = {"model": options.model, "text": SENTENCE, "beam": "12"} | where
            query = urlencode(asked)
            page.goto(f"{address}/search?{query}")
            page.locator("svg.beam-tree").first.wait_for(timeout=3 * PATIENCE * 1000)
            page.wait_for_timeout(3000)
            for name, waited in measured(page, options.rounds).items():
                clock, computing = map(list, zip(*waited, strict=True))
                rows.append(
                    {
                        "click": name,
                        "step": step,
                        "ms": spread(clock),
                        "ms of CPU": spread(computing),
                    }
                )
            page.close()
    show("From a click to the changed tree, milliseconds", rows, options.json)


if __name__ == "__main__":
    main()
