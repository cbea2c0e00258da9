"""The translate page as a person meets it."""

import math
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from nmtviz.alignments.matrices import read_json
from nmtviz.config import SearchConfig
from nmtviz.results import Alignment
from nmtviz.translator import Translator
from tests.browser.waiting import rest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

REPEATS = "the small dog sleeps under the small house ."
WORDS = "rnnsearch-50"


def visit(page: Page, address: str, **parameters: object) -> None:
    """Open the page and wait until it stands still."""
    page.goto(f"{address}/?{urlencode(parameters, doseq=True)}")
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script has run to its end."""
    last = re.compile("Attention is not word alignment|Each English word is left out")
    expect(page.get_by_text(last)).to_be_visible()
    rest(page)


def type_sentence(page: Page, sentence: str) -> None:
    box = page.get_by_label("English sentence")
    box.fill(sentence)
    box.press("Enter")
    rest(page)


def labels(page: Page, axis: str) -> list[str]:
    page.locator(f".{axis}tick text").first.wait_for()
    return page.locator(f".{axis}tick text").all_text_contents()


def weights(page: Page) -> list[list[float]]:
    """Read what the picture draws, row by row."""
    cells: list[tuple[int, int, float]] = page.locator(
        ".js-plotly-plot"
    ).first.evaluate("plot => plot.data[1].customdata")
    columns = 1 + max(column for _, column, _ in cells)
    flat = [weight for _, _, weight in cells]
    return [flat[i : i + columns] for i in range(0, len(flat), columns)]


def click_cell(page: Page, row: int, column: int, shape: tuple[int, int]) -> None:
    surface = page.locator(".js-plotly-plot .nsewdrag").first
    surface.scroll_into_view_if_needed()
    box = surface.bounding_box()
    if box is None:
        pytest.fail("the picture has no surface to click")
    page.mouse.move(
        box["x"] + (column + 0.5) * box["width"] / shape[1],
        box["y"] + (row + 0.5) * box["height"] / shape[0],
    )
    # Plotly clicks what it hovers.
    expect(page.locator(".hoverlayer .hovertext")).to_be_visible()
    page.mouse.down()
    page.mouse.up()


def expected(checkpoints: Path, sentence: str, hypothesis: int = 0) -> Alignment:
    """Translate without the app."""
    search = SearchConfig(n_best=12)
    translation = Translator.load(checkpoints / WORDS).translate([sentence], search)[0]
    alignment = translation.alignment(hypothesis)
    if alignment is None:
        pytest.fail("an RNNsearch must have an alignment")
    return alignment


def test_the_address_people_guess_leads_to_it(page: Page, address: str) -> None:
    asked = urlencode({"text": REPEATS, "model": ["rnnencdec-50", WORDS]}, doseq=True)
    page.goto(f"{address}/translate?{asked}")
    settle(page)

    expect(page).to_have_url(f"{address}/?{asked}")
    expect(page.get_by_label("English sentence")).to_have_value(REPEATS)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_first_picture_is_there_without_typing_and_nothing_comes_from_outside(
    page: Page, address: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    visit(page, address)

    expect(page.locator(".js-plotly-plot")).to_be_visible()
    inside = (address, address.replace("http", "ws"), "data:", "blob:")
    assert asked
    assert not [url for url in asked if not url.startswith(inside)]


def test_each_token_has_its_own_label_though_words_repeat(
    page: Page, address: str, checkpoints: Path
) -> None:
    visit(page, address, model=WORDS)

    type_sentence(page, REPEATS)
    expect(page.locator(".xtick text")).to_have_count(10)

    alignment = expected(checkpoints, REPEATS)
    assert labels(page, "x") == [*REPEATS.split(), "</s>"]
    assert labels(page, "y") == list(alignment.target)
    for drawn, row in zip(weights(page), alignment.weights, strict=True):
        assert drawn == pytest.approx(row.tolist(), abs=1e-4)


def test_sixty_labels_are_all_there_and_none_covers_another(
    page: Page, address: str
) -> None:
    visit(page, address, model=WORDS, text=" ".join(["small house"] * 30))

    expect(page.locator(".xtick text")).to_have_count(61)
    for axis in "xy":
        places: list[list[float]] = page.locator(f".{axis}tick text").evaluate_all(
            """texts => texts.map(text => {
                const box = text.getBoundingClientRect();
                return [box.left, box.bottom, parseFloat(text.style.fontSize)];
            })"""
        )
        starts = [place[0] if axis == "x" else place[1] for place in places]
        sizes = [place[2] for place in places]
        # Slanted lines of text lie sin 45 of the distance of their starts apart.
        apart = math.sin(math.pi / 4) if axis == "x" else 1.0
        steps = [b - a for a, b in pairwise(starts)]
        assert min(sizes) >= 11
        assert min(steps) * apart >= max(sizes)


def test_a_click_pins_a_cell_and_tells_its_weight(
    page: Page, address: str, checkpoints: Path
) -> None:
    visit(page, address, model=WORDS, text=REPEATS)
    alignment = expected(checkpoints, REPEATS)
    labels(page, "x")

    click_cell(page, 1, 5, alignment.weights.shape)

    told = page.get_by_text("of its attention on")
    expect(told).to_contain_text(f"“{alignment.target[1]}”")
    expect(told).to_contain_text(f"{alignment.weights[1, 5]:.3f}")
    expect(told).to_contain_text("“the”")
    expect(page.locator(".js-plotly-plot .shapelayer path")).to_have_count(1)
    assert "column.rnnsearch-50=6" in page.url


def test_a_link_shows_the_same_picture_to_somebody_else(
    page: Page, other: Page, address: str
) -> None:
    visit(page, address, model="rnnsearch-sp", text=REPEATS)
    page.get_by_label("Hypothesis, of 12").click()
    page.get_by_role("option").nth(2).click()
    page.get_by_test_id("stButtonGroup").get_by_text("pieces").click()
    expect(page.locator(".xtick text").first).to_contain_text("_")
    settle(page)
    click_cell(page, 2, 3, (len(labels(page, "y")), len(labels(page, "x"))))
    told = page.get_by_text("of its attention on")
    expect(told).to_be_visible()

    other.goto(page.url)
    settle(other)

    expect(other.get_by_text("of its attention on")).to_have_text(told.inner_text())
    assert labels(other, "x") == labels(page, "x")
    assert labels(other, "y") == labels(page, "y")
    assert weights(other) == weights(page)
    expect(other.get_by_test_id("stCode")).to_have_text(
        page.get_by_test_id("stCode").inner_text()
    )


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"beam": "999"}, "asks for beam '999'"),
        ({"model": "gpt"}, "asks for model 'gpt'"),
        ({"colours": "<b>jet</b>"}, "asks for colours '<b>jet</b>'"),
        ({f"hypothesis.{WORDS}": "12", "beam": "3", "model": WORDS}, "hypothesis 12"),
        ({"evil": "1"}, "'evil' is not known"),
    ],
)
def test_a_bad_link_gives_a_message_and_the_page(
    page: Page, address: str, bad: dict[str, Any], message: str
) -> None:
    visit(page, address, **bad)

    expect(page.get_by_test_id("stAlert").first).to_contain_text(message)
    expect(page.locator(".js-plotly-plot")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "🙂 👩‍👩‍👧 the house",
        "שלום the dog العربية",
        "\u202ethe dog\u202c \x00\x07\x1b[31m house",
        "<script>alert(1)</script><img src=x onerror=alert(2)> <b>dog</b>",
        "**the** $x^2$ :red[dog] [a](javascript:alert(3)) ![b](http://example.org/c)",
        "the dog </s> <s> <unk> <pad> ▁house",
        "the a@b.org https://b.org/x dog www.b.org ftp://b.org mailto:a@b.org",
        "the dog " * 5000,
        "x" * 2000,
    ],
    ids=str.split,
)
def test_hostile_text_is_only_text(page: Page, address: str, text: str) -> None:
    dialogs: list[str] = []
    asked: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.on("request", lambda request: asked.append(request.url))
    visit(page, address, model=WORDS)

    type_sentence(page, text)

    expect(page.get_by_test_id("stException")).to_have_count(0)
    main = page.get_by_test_id("stMain")
    assert main.locator("script, img, .katex").count() == 0
    ours = "[href*=localhost], [href^='#'], [href^='search?']"
    assert main.locator(f"a:not({ours})").count() == 0
    assert not dialogs
    assert not [url for url in asked if re.search(r"example\.org|/x$", url)]


def test_the_sentence_goes_along_to_the_other_pages(page: Page, address: str) -> None:
    visit(page, address, model=WORDS)
    type_sentence(page, REPEATS)

    page.get_by_test_id("stSidebarNavLink").filter(has_text="Search").click()

    expect(
        page.get_by_role("heading", name="How the search finds a translation")
    ).to_be_visible()
    box = page.get_by_label("English sentence")
    expect(box).to_have_value(REPEATS)
    expect(page).to_have_url(re.compile(r"/search\?model=[^&]*&text=[^&]*$"))


def test_rnnencdec_says_why_there_is_no_alignment(page: Page, address: str) -> None:
    visit(page, address, model=["rnnencdec-50", WORDS], text=REPEATS)

    expect(page.get_by_text("There is no alignment to draw")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(1)


def test_what_words_need_is_drawn_of_both_networks(page: Page, address: str) -> None:
    asked = {"weights": "prediction difference"}
    visit(page, address, model=["rnnencdec-50", WORDS], text=REPEATS, **asked)

    expect(page.locator(".js-plotly-plot")).to_have_count(2)
    expect(page.locator(".js-plotly-plot").first).to_contain_text("probability lost")
    lost = weights(page)
    page.get_by_role("radio", name="attention").click()
    expect(page.get_by_text("There is no alignment to draw")).to_be_visible()
    expect(page).not_to_have_url(re.compile("weights="))
    assert weights(page) != lost


def test_lines_show_those_of_the_word_pointed_at_and_pin_a_clicked_one(
    page: Page, address: str
) -> None:
    visit(page, address, model=WORDS, text=REPEATS, picture="lines")
    word = page.locator(".alignment-lines .word")
    expect(word.first.locator(".own")).to_have_css("visibility", "hidden")

    word.first.locator("> text").hover()
    expect(word.first.locator(".own")).to_have_css("visibility", "visible")
    expect(page.locator(".alignment-lines .all")).to_have_css("opacity", "0.12")

    word.first.locator("> text").click()
    rest(page)
    word.last.locator("> text").click()
    rest(page)
    expect(page.locator(".alignment-lines .pinned")).to_have_count(1)
    expect(page.get_by_text("While writing “")).to_be_visible()
    expect(page).to_have_url(re.compile("picture=lines"))

    word.last.locator("> text").click()
    expect(page.locator(".alignment-lines .pinned")).to_have_count(0)


def test_unknown_words_are_marked(page: Page, address: str) -> None:
    visit(page, address, model=WORDS, text="the Zelmira house .")

    expect(page.get_by_text("It reads <unk> where marked")).to_be_visible()
    expect(page.locator(".xtick text").nth(1).locator("tspan").first).to_have_css(
        "font-style", "italic"
    )


def test_files_hold_what_is_drawn(
    page: Page, other: Page, address: str, tmp_path: Path
) -> None:
    visit(page, address, model=WORDS, text=REPEATS)
    drawn = weights(page)

    texts = {}
    for name in ("SVG", "CSV", "JSON", "Pharaoh", "HTML"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        texts[name] = download.value.path().read_text("utf-8")

    rows = [line.split(",") for line in texts["CSV"].splitlines()]
    assert rows[0][1:] == labels(page, "x")
    assert [float(cell) for cell in rows[1][1:]] == pytest.approx(drawn[0])
    (pair,) = read_json(texts["JSON"], "file")
    assert [*pair.alignment.source] == labels(page, "x")
    assert pair.alignment.weights == pytest.approx(np.array(drawn))
    assert texts["SVG"].count("<title>") == sum(map(len, drawn))
    words = [row[:-1] for row in drawn[:-1]]  # the format has no end symbol
    best = [row.index(max(row)) for row in words]
    assert texts["Pharaoh"] == (
        " ".join(f"{source}-{target}" for target, source in enumerate(best)) + "\n"
    )
    (alone := tmp_path / "alone.html").write_text(texts["HTML"], "utf-8")
    other.context.set_offline(offline=True)
    other.goto(alone.as_uri())
    expect(other.get_by_role("heading", name=WORDS)).to_be_visible()
    assert labels(other, "x") == labels(page, "x")
    expect(other.get_by_text(REPEATS, exact=True)).to_be_visible()


def test_going_back_to_it_shows_what_the_address_names(
    page: Page, address: str
) -> None:
    visit(page, address, model=WORDS, beam=3)
    type_sentence(page, REPEATS)
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Lengths").click()
    expect(page.get_by_role("heading", name="Does it hold")).to_be_visible()
    rest(page)

    page.go_back()
    settle(page)

    expect(page.get_by_label("English sentence")).to_have_value(REPEATS)
    expect(page.locator(".xtick text")).to_have_count(len(REPEATS.split()) + 1)
    expect(page.get_by_text("of 3 in the beam")).to_be_visible()
    asked = parse_qs(urlsplit(page.url).query)
    assert (asked["text"], asked["beam"], asked["model"]) == ([REPEATS], ["3"], [WORDS])


def test_one_step_back_leads_from_the_search_to_its_sentence(
    page: Page, address: str
) -> None:
    visit(page, address)
    type_sentence(page, REPEATS)
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Search").click()
    expect(page.locator(".beam-tree text").first).to_be_visible()
    rest(page)
    assert parse_qs(urlsplit(page.url).query) == {"text": [REPEATS]}

    page.go_back()
    settle(page)

    expect(page.get_by_role("heading", name="Where the translator")).to_be_visible()
    expect(page.get_by_label("English sentence")).to_have_value(REPEATS)


def test_going_back_leads_to_the_hypothesis_before(page: Page, address: str) -> None:
    visit(page, address, model=WORDS, text=REPEATS)
    field = page.get_by_label("Hypothesis, of 12")
    for position in (1, 2):
        field.click()
        page.get_by_role("option").nth(position).click()
        rest(page)
    expect(page).to_have_url(re.compile("hypothesis[^&]*=3"))

    page.go_back()
    rest(page)

    expect(page).to_have_url(re.compile("hypothesis[^&]*=2"))
    expect(field).to_have_value(re.compile("^2 ·"))
