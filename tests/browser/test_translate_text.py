"""A text of several sentences on the translate page, as a person meets it."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.waiting import rest
from tests.pages.trained import PAIRS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCES = [source for source, _ in PAIRS]


def source_words(page: Page) -> str:
    page.locator(".xtick text").first.wait_for()
    return " ".join(page.locator(".xtick text").all_text_contents()[:-1])


def open_text(page: Page, address: str) -> None:
    asked = {"input": "A text", "model": "rnnsearch-50"}
    page.goto(f"{address}/?{urlencode(asked)}")
    page.get_by_test_id("stDataFrame").first.wait_for()
    rest(page)
    page.get_by_role("textbox", name="English text").fill("\n".join(SENTENCES))
    page.get_by_role("button", name="Translate", exact=True).click()
    expect(page.get_by_text(f"{len(SENTENCES)} sentences; number 1")).to_be_visible()
    rest(page)


def test_a_click_on_a_row_shows_its_sentence_and_the_link_does_so_too(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1600})
    open_text(page, address)
    assert source_words(page) == SENTENCES[0]

    page.wait_for_timeout(1500)  # the table swallows a click while it settles
    table = page.locator("[class*='st-key-passage-table-']")
    table.click(position={"x": 200, "y": 35 + 35 * 3 - 17})
    expect(page.get_by_text("number 3 is shown below")).to_be_visible()
    rest(page)
    assert source_words(page) == SENTENCES[2]

    page.goto(page.url)
    expect(page.get_by_text("number 3 is shown below")).to_be_visible()
    rest(page)
    assert source_words(page) == SENTENCES[2]
    assert page.get_by_role("textbox", name="English text").input_value() == "\n".join(
        SENTENCES
    )


def test_going_back_leads_to_the_sentence_before(page: Page, address: str) -> None:
    open_text(page, address)
    for number in (2, 4):
        page.get_by_role("combobox", name="Sentence to look at").click()
        page.get_by_role("option", name=f"{number} · {SENTENCES[number - 1]}").click()
        shown = page.get_by_text(f"number {number} is shown below")
        expect(shown).to_be_visible()
        rest(page)

    page.go_back()

    expect(page.get_by_text("number 2 is shown below")).to_be_visible()
    rest(page)
    assert source_words(page) == SENTENCES[1]


def test_the_sentence_goes_along_to_the_view_of_one_and_to_other_pages(
    page: Page, address: str
) -> None:
    open_text(page, address)
    page.get_by_role("combobox", name="Sentence to look at").click()
    page.get_by_role("option", name=f"5 · {SENTENCES[4]}").click()
    expect(page.get_by_text("number 5 is shown below")).to_be_visible()
    rest(page)

    page.get_by_test_id("stSidebar").get_by_role("link", name="Search").click()
    expect(page.get_by_label("English sentence")).to_have_value(SENTENCES[4])
    rest(page)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Translate").click()
    expect(page.get_by_text("number 5 is shown below")).to_be_visible()
    rest(page)

    page.get_by_test_id("stSidebar").get_by_role("link", name="Search").click()
    page.get_by_label("English sentence").fill("the dog")
    page.get_by_label("English sentence").press("Enter")
    rest(page)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Translate").click()
    expect(page.get_by_label("English sentence")).to_have_value("the dog")
    rest(page)
    asked = parse_qs(urlsplit(page.url).query)
    assert not {"input", "number", "passage"} & set(asked)


def test_the_text_is_there_again_after_another_page_and_with_back(
    page: Page, address: str
) -> None:
    open_text(page, address)
    field = page.get_by_role("textbox", name="English text")
    for way_back in ("link", "Back"):
        page.get_by_role("link", name="Train").click()
        expect(page.get_by_role("heading", name="Train a translator")).to_be_visible()
        rest(page)
        if way_back == "Back":
            page.go_back()
        else:
            page.get_by_role("link", name="Translate").click()
        expect(field).to_have_value("\n".join(SENTENCES))
        rest(page)
