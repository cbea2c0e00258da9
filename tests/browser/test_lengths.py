"""The length page as a person uses it: a click, an upload, a download, a link."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import nmtviz.data
from nmtviz.checkpoints_index import STATISTICS_FOLDER
from nmtviz.data.corpus import read_pairs
from tests.browser.waiting import rest
from tests.pages import measured

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OWN = "own.en-fr"
NAMES = ("rnnsearch-50", "rnnencdec-50")


@pytest.fixture(scope="module")
def references(checkpoints: Path) -> Iterator[list[str]]:
    """The references of our own test set, on which two models were measured."""
    pairs = read_pairs([Path(nmtviz.data.__file__).parent / f"{OWN}.tsv"])
    sources, wanted = map(list, zip(*pairs, strict=True))
    folders = [checkpoints / name / STATISTICS_FOLDER for name in NAMES]
    for name, folder in zip(NAMES, folders, strict=True):
        measured.scores(name, sources, wanted, OWN).save(folder / f"{OWN}.npz")
    yield wanted
    for folder in folders:
        shutil.rmtree(folder)


def settle(page: Page) -> None:
    """Wait until the page is drawn and its script has ended."""
    expect(page.get_by_role("tab", name="Evaluate")).to_be_visible()
    rest(page)


def click_point(page: Page, bin_: int) -> None:
    """Click the first curve's point of a bin."""
    point = page.locator(".js-plotly-plot .scatterlayer path.point").nth(bin_)
    box = point.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    page.wait_for_timeout(200)  # Plotly takes clicks on what it hovers over
    page.mouse.click(x, y)


def test_from_a_click_to_a_link(
    page: Page, other: Page, address: str, references: list[str]
) -> None:
    page.goto(f"{address}/lengths?set={OWN}")
    settle(page)
    expect(page.locator(".legendtext")).to_have_text(list(NAMES))

    click_point(page, 1)
    heading = page.get_by_role("heading", name="32 sentences of 11-20 source words")
    expect(heading).to_be_visible()
    expect(page.get_by_text(references[20], exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("bin=11-20"))
    rest(page)  # the tabs are drawn last, and anew, as they have moved

    page.get_by_role("tab", name="Add a system").click()
    page.locator("[class*=st-key-output-files] input[type=file]").set_input_files(
        {
            "name": "mine.txt",
            "mimeType": "text/plain",
            "buffer": "".join(f"{text}\n" for text in references).encode(),
        }
    )
    expect(page.get_by_text("mine.txt")).to_be_visible()
    page.get_by_role("button", name="Add these systems").click()
    expect(page.locator(".legendtext")).to_have_text([*NAMES, "mine.txt"])
    settle(page)

    with page.expect_download() as download:
        page.get_by_role("button", name="LaTeX").click()
    table = download.value.path().read_text("utf-8")
    assert "& rnnsearch-50 & rnnencdec-50 & mine.txt" in table
    assert re.search(r"11-20 & 32 & .*100\.00 \[100\.00, 100\.00\]", table)

    other.goto(page.url)
    settle(other)
    expect(
        other.get_by_role("heading", name="32 sentences of 11-20 source words")
    ).to_be_visible()
    # What was added is kept, until somebody removes it.
    expect(other.locator(".legendtext")).to_have_text([*NAMES, "mine.txt"])
    other.get_by_role("button", name="Remove what was added").click()
    expect(other.get_by_role("button", name="Remove it")).to_be_disabled()
    other.get_by_role("combobox", name="Which").click()
    other.get_by_role("option", name="all added translations").click()
    other.get_by_role("button", name="Remove it").click()
    expect(other.locator(".legendtext")).to_have_text(list(NAMES))


def test_the_sentence_that_is_read_is_the_one_that_is_named(
    page: Page, address: str, references: list[str]
) -> None:
    page.goto(f"{address}/lengths?set={OWN}&bin=1-10+words")
    settle(page)
    page.get_by_role("combobox", name="Read the sentences").click()
    page.get_by_role("option", name="21-30 words").click()
    expect(page.get_by_role("heading", name="of 21-30 source words")).to_be_visible()
    rest(page)

    named = page.get_by_role("combobox", name="Sentence", exact=True).input_value()
    reference = references[int(named.split()[0]) - 1]
    shown = page.locator("[data-testid=stText]", has_text=reference)
    expect(shown).to_be_visible()
