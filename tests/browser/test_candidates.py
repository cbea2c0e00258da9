"""The page on candidate lists in a real browser."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.pages.trained import PAIRS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCE, REFERENCE = PAIRS[1]
LINK = {
    "model": "rnnsearch-50",
    "text": SENTENCE,
    "reference": REFERENCE,
    "k": "10",
    "beam": "3",
}


def test_a_banned_word_disappears_at_once_and_the_link_keeps_it(
    page: Page, other: Page, address: str
) -> None:
    page.goto(f"{address}/candidates?{urlencode(LINK)}")
    shown = page.locator(".versions")
    expect(shown.nth(1)).to_contain_text("100% of its tokens")

    banned = page.get_by_role("textbox", name="Never on the list")
    banned.fill("chat")
    banned.press("Enter")

    expect(shown.nth(1).locator("del")).to_have_text("chat")
    written = page.locator(".versions").nth(0).locator("div").nth(1)
    expect(written).not_to_contain_text("chat")
    expect(page).to_have_url(re.compile("ban=chat"))

    other.goto(page.url)
    expect(other.locator(".versions").nth(1).locator("del")).to_have_text("chat")
    theirs = other.locator(".versions").nth(0).locator("div").nth(1)
    expect(theirs).to_have_text(written.text_content() or "")
