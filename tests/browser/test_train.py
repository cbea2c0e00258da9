"""A person trains a model, leaves, comes back, and translates with it."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from nmtviz.runs.overview import overview
from tests.browser.waiting import rest
from tests.training import toy

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UPDATES = "[data-testid=stMetric]:has-text('Updates') [data-testid=stMetricValue]"


def start(page: Page, address: str, files: Path, name: str = "mine") -> None:
    """Start a run that would go on for an hour."""
    page.goto(f"{address}/train")
    page.get_by_role("radio", name="New run").click()
    page.get_by_role("radio", name="Files here").click()
    for label, part in (("Training files", "train"), ("Development files", "dev")):
        field = page.get_by_role("textbox", name=re.compile(f"^{label}"))
        field.fill(str(files / f"{part}.tsv"))
        field.press("Control+Enter")
    for label, value in (("Minutes to train", "60"), ("Name of the run", name)):
        field = page.get_by_label(label, exact=True)
        field.fill(value)
        field.press("Enter")
    page.get_by_role("button", name="Start training").click()
    expect(stop(page)).to_be_visible()


def stop(page: Page) -> Locator:
    """The button of the page: while it runs, Streamlit shows one of the same name."""
    content = page.get_by_test_id("stMainBlockContainer")
    return content.get_by_role("button", name="Stop", exact=True)


def count(page: Page) -> int:
    return int(page.locator(UPDATES).inner_text().replace(",", ""))


def test_a_run_goes_on_without_its_page_and_becomes_a_model(
    page: Page,
    other: Page,
    address: str,
    runs: Path,
    checkpoints: Path,
    tmp_path: Path,
) -> None:
    toy.run_config(tmp_path, pairs=400)
    start(page, address, tmp_path)
    expect(page.locator(UPDATES)).not_to_have_text("0")
    before = count(page)
    page.close()

    other.goto(f"{address}/train")
    expect(other.get_by_text("training", exact=True)).to_be_visible()
    expect(other.locator(UPDATES)).not_to_have_text(re.compile(rf"^{before:,}$"))
    assert count(other) > before
    expect(other.get_by_role("button", name="Export")).to_be_enabled()
    stop(other).click()
    expect(other.get_by_text("stopped", exact=True)).to_be_visible()
    assert overview(runs / "mine").state == "stopped"

    frames = other.locator("[class*=st-key-figure-emerging] .slider-group")
    expect(frames.first).to_be_visible()
    rest(other)
    other.get_by_role("button", name="Export").click()
    other.get_by_role("button", name="Make a checkpoint").click()
    expect(other.get_by_text("is a checkpoint now")).to_be_visible()
    other.goto(f"{address}/translate?model=mine&text=one+two+three")
    expect(other.get_by_role("heading", name="mine")).to_be_visible()
    shutil.rmtree(checkpoints / "mine")  # other tests count the models


def test_a_run_is_offered_its_minutes_whenever_one_looks(
    page: Page, address: str, runs: Path, tmp_path: Path
) -> None:
    toy.run_config(tmp_path, pairs=400)
    start(page, address, tmp_path, name="asked")
    expect(page.locator(UPDATES)).not_to_have_text("0")
    stop(page).click()
    expect(page.get_by_text("stopped", exact=True)).to_be_visible()
    page.goto(f"{address}/train")
    page.get_by_role("radio", name="updates").click()
    rest(page)

    page.get_by_role("button", name="Resume").click()

    field = page.get_by_role("spinbutton", name="Minutes to train, over all starts")
    expect(field).to_have_value("60.00")
    shutil.rmtree(runs / "asked")


def test_the_address_brings_back_the_runs(page: Page, address: str, runs: Path) -> None:
    for name in ("a", "b"):
        (runs / name).mkdir()
        (runs / name / "config.json").write_text('{"format": 7}', "utf-8")
    page.goto(f"{address}/train?view=Runs&run=a&run=b")
    expect(page.get_by_text("format must be 1, got 7")).to_have_count(2)


def test_what_is_typed_for_a_new_run_stays_while_one_looks_elsewhere(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/train?view=New+run")
    typed = {"Name of the run": "mine", "Minutes to train": "7.00"}
    for label, value in typed.items():
        field = page.get_by_label(label, exact=True)
        field.fill(value)
        field.press("Enter")
        rest(page)
    page.get_by_role("link", name="Lengths").click()
    rest(page)
    page.get_by_role("link", name="Train").click()

    for label, value in typed.items():
        expect(page.get_by_label(label, exact=True)).to_have_value(value)
