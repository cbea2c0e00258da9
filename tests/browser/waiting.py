"""When a page has come to rest."""

from playwright.sync_api import Page, expect

_ON_ITS_WAY = 300
"""Milliseconds in which a click or what was typed has reached the server."""


def rest(page: Page) -> None:
    """Wait until no script runs any more, wherever it stopped.

    While one runs, it may still put other elements where one is about to be clicked.
    """
    page.wait_for_timeout(_ON_ITS_WAY)
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
