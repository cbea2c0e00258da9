"""The page on errors as a person meets it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import nmtviz.data
from nmtviz.data.corpus import read_pairs
from nmtviz.evaluation.sentences import score_texts
from nmtviz.runs.evaluations import write_texts
from tests.browser.waiting import rest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OWN = "own.en-fr"
PAIRS = read_pairs([Path(nmtviz.data.__file__).parent / f"{OWN}.tsv"])


@contextmanager
def wrote(checkpoint: Path, texts: list[str]) -> Iterator[None]:
    """Let a served checkpoint know how it does on our own test set."""
    sources, references = zip(*PAIRS, strict=True)
    name, folder = checkpoint.name, checkpoint / "statistics"
    scores = score_texts(sources, texts, references, system=name, data=OWN)
    replace(scores, beam_size=1).save(folder / f"{OWN}.npz")
    write_texts(folder / f"{OWN}.txt", texts)
    yield
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def measured(checkpoints: Path) -> Iterator[None]:
    """One of the served checkpoints writes the first words of each reference."""
    texts = [" ".join(pair.target.split()[:4]) for pair in PAIRS]
    with wrote(checkpoints / "rnnsearch-50", texts):
        yield


@pytest.fixture
def another(checkpoints: Path) -> Iterator[None]:
    """Another one writes the references themselves."""
    with wrote(checkpoints / "rnnencdec-50", [pair.target for pair in PAIRS]):
        yield


def visit(page: Page, address: str, notes: Path, **link: str) -> None:
    """Open the page and name the file of notes, which a link cannot."""
    page.set_viewport_size({"width": 1280, "height": 1400})
    page.goto(f"{address}/errors?{urlencode({'set': OWN, **link})}")
    name_notes(page, notes)


def name_notes(page: Page, notes: Path) -> None:
    box = page.get_by_role("textbox", name="Notes are kept in")
    box.fill(str(notes))
    box.press("Enter")
    rest(page)


def test_a_sentence_is_found_opened_and_tagged_and_the_tag_is_there_after_a_reload(
    page: Page, address: str, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.json"
    visit(page, address, notes)
    expect(page.get_by_text(f"{len(PAIRS)} of {len(PAIRS)} sentences")).to_be_visible()

    search = page.get_by_label("Search in texts, tags and notes")
    search.fill("put my violin")
    search.press("Enter")
    expect(page.get_by_text(f"1 of {len(PAIRS)} sentences")).to_be_visible()
    rest(page)
    page.wait_for_timeout(1500)  # the table swallows a click while it settles
    page.locator("[class*='st-key-errors-table-']").click(position={"x": 300, "y": 52})
    expect(page.get_by_text("Line 3")).to_be_visible()
    # Gold links lie over the reference that the network is made to write.
    expect(page.locator(".shapelayer path")).to_have_count(7)

    page.get_by_role("combobox", name="Tags", exact=True).click()
    page.get_by_role("option", name="word order").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save the note").click()
    rest(page)
    assert "word order" in notes.read_text("utf-8")

    link = page.url
    page.goto(link)
    name_notes(page, notes)
    assert "line=3" in link
    expect(
        page.get_by_test_id("stMultiSelect").get_by_text("word order")
    ).to_be_visible()


def test_going_back_leads_to_the_sentence_before(page: Page, address: str) -> None:
    page.goto(f"{address}/errors?{urlencode({'set': OWN, 'line': '2'})}")
    expect(page.get_by_text("Line 2")).to_be_visible()
    rest(page)
    field = page.get_by_label("Sentence in full, by its line")
    field.fill("5")
    field.press("Enter")
    expect(page.get_by_text("Line 5")).to_be_visible()
    rest(page)

    page.go_back()

    expect(page.get_by_text("Line 2")).to_be_visible()
    expect(field).to_have_value("2")


@pytest.mark.usefixtures("another")
def test_an_ngram_leads_to_the_sentences_with_it_and_the_link_does_so_too(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1600})
    asked = {"view": "Words", "first": "rnnsearch-50", "second": "rnnencdec-50"}
    page.goto(f"{address}/errors?{urlencode({'set': OWN, **asked, 'order': '2'})}")
    expect(page.get_by_text("is right more often")).to_have_count(2)
    rest(page)
    page.wait_for_timeout(1500)  # the table swallows a click while it settles
    page.get_by_test_id("stDataFrame").nth(2).click(position={"x": 16, "y": 52})

    shown = page.get_by_text(f" of {len(PAIRS)} sentences")
    expect(shown).to_be_visible()
    rest(page)
    pattern = page.get_by_label("Search in texts, tags and notes").input_value()
    found = shown.inner_text()
    assert any(re.search(pattern, pair.target) for pair in PAIRS)
    assert not found.startswith(f"{len(PAIRS)} ")

    page.goto(page.url)
    expect(page.get_by_text(found)).to_be_visible()


def test_a_sentence_leads_to_what_the_network_thinks_of_its_reference(
    page: Page, address: str, tmp_path: Path
) -> None:
    visit(page, address, tmp_path / "notes.json", line="5")

    page.get_by_role("link", name="Why not the reference?").click()

    box = page.get_by_role("textbox", name="A translation of your own")
    expect(box).to_have_value(PAIRS[4].target)
    expect(page.get_by_label("English sentence")).to_have_value(PAIRS[4].source)
    rest(page)
    box.fill("Non !")
    box.press("Enter")
    rest(page)
    page.go_back()
    expect(box).to_have_value(PAIRS[4].target)


def test_back_from_a_link_of_an_open_sentence_opens_it_again(
    page: Page, address: str, tmp_path: Path
) -> None:
    visit(page, address, tmp_path / "notes.json", line="7")
    expect(page.get_by_text("Line 7")).to_be_visible()

    page.get_by_text("How rnnsearch-50 found it").click()
    expect(
        page.get_by_role("heading", name=re.compile("How the search"))
    ).to_be_visible()
    rest(page)
    page.go_back()

    expect(page.get_by_text("Line 7")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/errors\?.*line=7"))
    expect(page.get_by_text("is not known")).to_have_count(0)


def test_back_leads_through_the_pages_without_what_others_asked(
    page: Page, address: str
) -> None:
    def open_page(name: str) -> None:
        navigation = page.get_by_test_id("stSidebarNav")
        navigation.get_by_role("link", name=name, exact=True).click()
        expect(page).to_have_url(re.compile(f"/{name.lower()}"))
        rest(page)

    page.goto(f"{address}/lengths")
    rest(page)
    open_page("Errors")
    search = page.get_by_label("Search in texts, tags and notes")
    search.fill("violin")
    search.press("Enter")
    expect(page).to_have_url(re.compile("find=violin"))
    rest(page)
    for name in ("Candidates", "Lessons", "Errors"):
        open_page(name)

    for name in ("lessons", "candidates", "errors", "lengths"):
        for _ in range(6):  # a page may have written its own address on the way
            if f"/{name}" not in page.url:
                page.go_back()
                rest(page)
        expect(page).to_have_url(re.compile(f"/{name}"))
        expect(page.get_by_test_id("stException")).to_have_count(0)
        warned = page.get_by_test_id("stAlert").filter(has_text="The link")
        expect(warned).to_have_count(0)
        if name == "candidates":
            assert "?" not in page.url
