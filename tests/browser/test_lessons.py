"""The lessons as a class meets them."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.waiting import rest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCE = "the black dog sleeps ."
OTHER = "the dog sees the house ."

TYPE_SIZE = """() => {
    const text = [...document.querySelectorAll("strong")]
        .find(strong => strong.textContent === "Question.");
    return text ? parseFloat(getComputedStyle(text).fontSize) : 0;
}"""


def visit(page: Page, address: str, **parameters: str) -> None:
    """Open a lesson and wait until it stands still."""
    page.goto(f"{address}/lessons?{urlencode(parameters)}")
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script has run and what it replaced is gone."""
    expect(page.get_by_text("The same on the Translate page").last).to_be_visible()
    rest(page)
    expect(page.get_by_text("The same on the Translate page")).to_have_count(1)


def type_size(page: Page) -> float:
    """Return the pixels of running text."""
    size: float = page.evaluate(TYPE_SIZE)
    return size


def test_a_link_gives_somebody_else_the_quiz_in_large_type(
    page: Page, other: Page, address: str
) -> None:
    visit(page, address, lesson="reordering")
    normal = type_size(page)
    page.get_by_role("button", name="Next: Soft and hard").click()
    expect(page.get_by_role("heading", name="2. Soft and hard")).to_be_visible()
    box = page.get_by_label("English sentence")
    expect(box).to_have_count(1)
    box.fill(SENTENCE)
    box.press("Enter")
    expect(page.get_by_test_id("stCode")).to_be_visible()
    settle(page)
    page.get_by_test_id("stCheckbox").filter(has_text="Quiz").click()
    expect(page.get_by_test_id("stCode")).to_have_count(0)
    settle(page)
    page.get_by_test_id("stCheckbox").filter(has_text="Presenter view").click()
    page.wait_for_function(f"({TYPE_SIZE})() > {1.4 * normal}")
    settle(page)
    expect(page).to_have_url(re.compile("large=true&lesson=soft&quiz=true&text"))

    other.goto(page.url)
    settle(other)

    expect(other.get_by_label("English sentence")).to_have_value(SENTENCE)
    # The style sheet may arrive after the text.
    other.wait_for_function(f"({TYPE_SIZE})() > {1.4 * normal}")
    assert type_size(other) == pytest.approx(1.5 * normal, rel=0.1)
    expect(other.get_by_test_id("stCode")).to_have_count(0)
    answer = other.get_by_role("button", name="Show the answer")
    answer.focus()
    answer.press("Enter")
    expect(other.get_by_test_id("stCode")).to_be_visible()
    expect(other.locator(".js-plotly-plot")).to_be_visible()


def test_a_lesson_opened_by_its_link_has_the_apps_pages_beside_it(
    page: Page, address: str
) -> None:
    visit(page, address, lesson="beam")

    links = page.get_by_test_id("stSidebarNavLink")
    expect(links.filter(has_text="Translate")).to_be_visible()
    expect(links.filter(has_text="app")).to_have_count(0)


def test_going_back_leads_to_the_lesson_before(page: Page, address: str) -> None:
    visit(page, address, lesson="reordering")
    page.get_by_role("button", name="Next: Soft and hard").click()
    expect(page.get_by_role("heading", name="2. Soft and hard")).to_be_in_viewport()
    settle(page)
    page.get_by_test_id("stButtonGroup").get_by_text("Beam 1 and 12").click()
    expect(page.get_by_role("heading", name="4. ")).to_be_visible()
    settle(page)

    page.go_back()
    expect(page.get_by_role("heading", name="2. Soft and hard")).to_be_visible()
    settle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="1. Reordering")).to_be_visible()
    settle(page)

    expect(page).to_have_url(re.compile("lesson=reordering$"))


def test_the_translate_page_opens_with_the_same_sentence(
    page: Page, address: str
) -> None:
    visit(page, address, lesson="beam", **{"text.beam": SENTENCE})
    greedy = page.get_by_test_id("stCode").first.inner_text()

    page.get_by_text("The same on the Translate page").click()

    expect(
        page.get_by_role("heading", name="Where the translator looks")
    ).to_be_visible()
    expect(page.get_by_label("English sentence")).to_have_value(SENTENCE)
    expect(page.get_by_test_id("stCode")).to_have_text(greedy)


def test_a_lesson_leads_to_the_picture_it_shows_whatever_was_chosen_there(
    page: Page, address: str
) -> None:
    models = ("rnnsearch-50", "rnnsearch-sp")
    pinned = [(f"row.{name}", "1 le") for name in models]
    pinned += [(f"column.{name}", "2 dog") for name in models]
    chosen = [("beam", "1"), ("no_repeat", "3"), ("weights", "prediction difference")]
    link = [("text", OTHER), *(("model", name) for name in models), *chosen, *pinned]
    page.goto(f"{address}/?{urlencode(link)}")
    expect(page.get_by_text("is left out").first).to_be_visible()
    rest(page)
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Lessons").click()
    settle(page)

    page.get_by_text("The same on the Translate page").click()

    expect(page.get_by_text("Click a cell of the picture").first).to_be_visible()
    rest(page)
    asked = parse_qs(urlsplit(page.url).query)
    assert asked["text"] != [OTHER]
    assert asked.keys() == {"text"}  # all else is as it is at first


def test_the_search_page_goes_on_with_what_the_lesson_tried(
    page: Page, address: str
) -> None:
    visit(page, address, lesson="explanation", **{"text.explanation": SENTENCE})

    page.get_by_text("Decode on with this on the Search page").first.click()

    expect(page.get_by_text("◀ set by hand (1)")).to_be_visible()
    expect(page.get_by_label("English sentence")).to_have_value(SENTENCE)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_the_counter_example_is_outlined_in_both_pictures(
    page: Page, address: str
) -> None:
    visit(page, address, lesson="explanation", **{"text.explanation": SENTENCE})

    expect(page.locator(".js-plotly-plot")).to_have_count(2)
    expect(page.locator(".js-plotly-plot .shapelayer path")).to_have_count(2)
    expect(page.get_by_text("its own weight there").first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
