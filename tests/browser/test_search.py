"""The search page as a person meets it."""

import json
import time
from itertools import pairwise
from urllib.parse import parse_qs, urlencode, urlparse
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.waiting import rest
from tests.pages.trained import PAIRS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCE = PAIRS[4][0]

ROOM_BELOW = """() => {
  const box = document.querySelector(".drawing .paper").getBoundingClientRect();
  const shapes = document.querySelectorAll(".drawing [data-x] [data-node]");
  const places = [...shapes].map(shape => shape.getBoundingClientRect());
  const lowest = (around) => Math.max(...places
    .filter(({left, right}) => box.left - around < left && right < box.right + around)
    .map(({bottom}) => bottom));
  return lowest(0) <= box.bottom && box.bottom < lowest(200) + 50;
}"""
"""Whether nothing in sight is cut off below, and less than a row is left empty; the
columns just out of sight count, for lines lead to them."""

LINK = {"model": "rnnsearch-50", "text": SENTENCE, "beam": "3"}


def visit(page: Page, address: str, **parameters: str) -> None:
    """Open the page by a link and wait until it stands still."""
    page.goto(f"{address}/search?{urlencode(LINK | parameters)}")
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script has run."""
    expect(page.locator("svg.beam-tree, .js-plotly-plot").first).to_be_visible()
    rest(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def versions(page: Page) -> Locator:
    return page.locator(".versions")


def asked(page: Page, name: str) -> str:
    return parse_qs(urlparse(page.url).query).get(name, [""])[0]


def tree(page: Page) -> Locator:
    return page.locator("svg.beam-tree")


def nodes(page: Page) -> list[int]:
    """Return the ids of the nodes that are drawn, but for those that were pruned."""
    drawn = tree(page).locator("[data-node]:not(.pruned)")
    found: list[int] = drawn.evaluate_all(
        "nodes => nodes.map(node => Number(node.dataset.node))"
    )
    return found


def ticks(page: Page) -> Locator:
    """Return the numbers above the tree: one a position, and the start."""
    return tree(page).locator(".positions text")


def mark(page: Page, node: int) -> Locator:
    """Return the shape of a node."""
    return tree(page).locator(f"[data-node='{node}']").locator("circle, path")


def click(page: Page, plot: Locator, x: float, y: float) -> None:
    """Click a point of a plot, given in the units of its axes."""
    left, top = plot.evaluate(
        """(plot, [x, y]) => {
            const {xaxis, yaxis} = plot._fullLayout;
            const box = plot.getBoundingClientRect();
            return [box.left + xaxis._offset + xaxis.l2p(x),
                    box.top + yaxis._offset + yaxis.l2p(y)];
        }""",
        [x, y],
    )
    page.mouse.move(left - 1, top)
    page.mouse.move(left, top)
    expect(plot.locator(".hoverlayer .hovertext").first).to_be_visible()
    page.mouse.down()
    page.mouse.up()


def slide(page: Page, name: str, key: str) -> None:
    """Press a key on a slider, once it really has the focus."""
    slider = page.get_by_role("slider", name=name)
    slider.focus()
    expect(slider).to_be_focused()
    slider.press(key)


def test_a_click_on_a_node_tells_it_and_decodes_on_until_undone(
    page: Page, address: str
) -> None:
    visit(page, address)
    untouched = versions(page).inner_text()

    mark(page, 2).click()
    page.wait_for_url("**node=2**")
    settle(page)
    page.get_by_role("button", name="Decode on from here").click()

    expect(versions(page).locator("ins").first).to_be_in_viewport()
    assert len(json.loads(asked(page, "whatif"))["prefix"]) == 1
    page.get_by_role("button", name="Undo").click()
    expect(versions(page).locator("ins")).to_have_count(0)
    expect(versions(page)).to_have_text(untouched, use_inner_text=True)


def test_a_step_more_grows_the_tree(page: Page, address: str) -> None:
    visit(page, address, step="2")
    before = nodes(page)

    page.get_by_role("button", name="One step").click()

    page.wait_for_url("**step=3**")
    expect(ticks(page)).to_have_count(4)
    deadline = time.monotonic() + PATIENCE
    while not set(before) < set(nodes(page)):
        assert time.monotonic() < deadline
        page.wait_for_timeout(100)


def test_going_back_takes_back_a_step_and_a_question(page: Page, address: str) -> None:
    visit(page, address, step="2")
    for step in (3, 4):
        page.get_by_role("button", name="One step").click()
        page.wait_for_url(f"**step={step}**")
        rest(page)

    page.go_back()
    settle(page)
    assert asked(page, "step") == "3"
    expect(ticks(page)).to_have_count(4)

    visit(page, address, view="What if")
    page.get_by_label("Never write").fill("chien")
    page.get_by_role("button", name="Search again").click()
    page.wait_for_url("**whatif=**")
    expect(versions(page).locator("ins").first).to_be_visible()
    settle(page)

    page.go_back()
    settle(page)
    assert asked(page, "whatif") == ""
    expect(versions(page).locator("ins")).to_have_count(0)


def test_the_keyboard_alone_steps_back_and_plays(page: Page, address: str) -> None:
    visit(page, address)
    before, count = nodes(page), ticks(page).count()

    slide(page, "Step", "ArrowLeft")
    expect(ticks(page)).to_have_count(count - 1)
    settle(page)
    assert set(nodes(page)) < set(before)

    page.get_by_role("button", name="Play").focus()
    page.keyboard.press("Enter")
    expect(ticks(page)).to_have_count(count)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    settle(page)
    assert nodes(page) == before


def test_steps_as_quick_as_a_hand_leave_the_leader_chosen(
    page: Page, address: str
) -> None:
    visit(page, address)
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    last = ticks(page).count() - 1

    for _ in range(5):
        slider.press("ArrowLeft", delay=20)
    page.wait_for_url(f"**step={last - 5}**")
    settle(page)

    expect(ticks(page)).to_have_count(last - 4)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert "node=" not in page.url


def test_the_keyboard_alone_forbids_a_word_and_takes_it_back(
    page: Page, address: str
) -> None:
    visit(page, address, view="What if")
    untouched = versions(page).inner_text()

    page.get_by_label("Never write").focus()
    page.keyboard.type("chien")
    page.keyboard.press("Enter")
    expect(versions(page).locator("ins").first).to_be_visible()

    undo = page.get_by_role("button", name="Undo")
    undo.focus()
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(versions(page).locator("ins")).to_have_count(0)
    expect(versions(page)).to_have_text(untouched, use_inner_text=True)


def test_a_forbidden_word_and_a_row_travel_in_the_link(
    page: Page, other: Page, address: str
) -> None:
    visit(page, address, view="What if")
    page.get_by_label("Never write").fill("chien")
    page.get_by_role("button", name="Search again").click()
    expect(versions(page).locator("ins").first).to_be_visible()
    settle(page)
    place = page.get_by_label("it looks only at")
    place.fill("5 dog")
    place.press("Enter")
    settle(page)
    page.get_by_role("button", name="Decode with this row").click()
    page.wait_for_url("**rows**")
    expect(page.get_by_text("◀ set by hand (1)")).to_be_visible()
    settle(page)
    outlined = page.locator(".js-plotly-plot").nth(1).locator(".shapelayer path")
    expect(outlined.first).to_be_visible()

    other.goto(page.url)
    settle(other)

    expect(versions(other)).to_have_text(
        versions(page).inner_text(), use_inner_text=True
    )


def test_a_clicked_cell_sets_its_row_and_can_be_undone_and_redone(
    page: Page, address: str
) -> None:
    visit(page, address, view="What if")
    plot = page.locator(".js-plotly-plot").last
    plot.scroll_into_view_if_needed()

    click(page, plot, 4, 1)
    page.wait_for_url("**rows**")
    expect(page.get_by_text("◀ set by hand (1)")).to_be_visible()
    assert json.loads(asked(page, "whatif")) == {"rows": ["1:4=1.0"]}

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("◀ set by hand (1)")).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_text("◀ set by hand (1)")).to_be_visible()


def test_a_node_tells_what_it_is_when_the_mouse_is_over_it(
    page: Page, address: str
) -> None:
    visit(page, address)
    told = page.locator(".drawing .tip")
    expect(told).to_be_hidden()

    mark(page, 2).hover()

    expect(told).to_be_visible()
    expect(told).to_contain_text("number 2 of its step")
    page.mouse.move(0, 0)
    expect(told).to_be_hidden()


def test_the_tree_is_enlarged_and_saved_as_it_is(page: Page, address: str) -> None:
    visit(page, address)
    width = float(tree(page).get_attribute("width") or 0)
    page.locator(".drawing").hover()

    page.get_by_role("button", name="Larger").click()
    expect(tree(page)).to_have_attribute("width", f"{1.25 * width:g}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    page.get_by_role("button", name="As large as at first").click()
    expect(tree(page)).to_have_attribute("width", f"{width:g}")

    assert download.value.suggested_filename == "tree.svg"
    saved = ElementTree.parse(download.value.path()).getroot()
    assert float(saved.attrib["width"]) == width
    drawn = saved.iterfind(".//*[@data-node]")
    assert {int(node.attrib["data-node"]) for node in drawn} >= set(nodes(page))


def test_a_wide_tree_can_be_fit_into_the_page(page: Page, address: str) -> None:
    begin = {"prefix": ["petite", "maison"] * 10}
    visit(page, address, text="small house " * 10, whatif=json.dumps(begin))
    paper = page.locator(".drawing .paper")
    widths = "paper => [paper.scrollWidth, paper.clientWidth]"
    whole, seen = paper.evaluate(widths)
    before = len(nodes(page))
    assert whole > seen

    page.get_by_role("button", name="The whole width").click()
    page.wait_for_function(
        "whole => document.querySelector('.drawing .paper').scrollWidth < whole",
        arg=whole,
    )
    whole, seen = paper.evaluate(widths)
    assert whole == seen
    assert len(nodes(page)) > before  # what was out of sight is drawn now


def test_the_mouse_drags_a_wide_tree_and_a_drag_is_no_click(
    page: Page, address: str
) -> None:
    begin = {"prefix": ["petite", "maison"] * 10}
    visit(page, address, text="small house " * 10, whatif=json.dumps(begin))
    paper = page.locator(".drawing .paper")
    paper.evaluate("paper => paper.scrollLeft = 0")
    before = page.url
    mark(page, 0).hover()
    box = mark(page, 0).bounding_box()
    assert box is not None

    page.mouse.move(box["x"] + 300, box["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + 100, box["y"], steps=4)
    page.mouse.up()

    expect(paper).to_have_js_property("scrollLeft", 200)
    page.wait_for_timeout(300)
    assert page.url == before


def test_the_box_is_as_high_as_the_columns_in_sight(page: Page, address: str) -> None:
    """Where hypotheses finish beside those that live on, columns are higher."""
    page.set_viewport_size({"width": 700, "height": 1400})
    begin = {"prefix": ["petite", "maison"] * 5}
    asked = {"text": "small house " * 10, "beam": "12", "whatif": json.dumps(begin)}
    visit(page, address, **asked)
    paper = page.locator(".drawing .paper")
    widths = "paper => paper.scrollWidth - paper.clientWidth"
    end = paper.evaluate(widths)
    assert end > 0

    for left in (0, end, 0):
        paper.evaluate("(paper, left) => { paper.scrollLeft = left }", left)
        page.wait_for_function(ROOM_BELOW)


def test_sixty_positions_scroll_and_none_covers_another(
    page: Page, address: str
) -> None:
    begin = {"prefix": ["petite", "maison"] * 29}
    source = " ".join(["small house"] * 30)
    visit(page, address, text=source, beam="12", whatif=json.dumps(begin))

    expect(ticks(page).nth(58)).to_be_attached()
    lefts: list[float] = ticks(page).evaluate_all(
        "texts => texts.map(text => text.getBoundingClientRect().left)"
    )
    assert all(b - a > 40 for a, b in pairwise(lefts[1:]))


def test_the_arrow_keys_slide_inside_the_translation(page: Page, address: str) -> None:
    visit(page, address, view="Inside a step")
    reading = page.locator(".reading")
    first = reading.inner_html()

    slide(page, "Target position", "ArrowRight")

    page.wait_for_url("**at=2**")
    expect(reading).not_to_have_js_property("innerHTML", first)


def test_what_a_link_asks_for_goes_along_to_the_pages_that_translate(
    page: Page, address: str
) -> None:
    link = urlencode([("model", "rnnencdec-50"), ("beam", 3), ("text", SENTENCE)])
    page.goto(f"{address}/?{link}")
    expect(page.get_by_role("heading", name="rnnencdec-50").first).to_be_visible()
    rest(page)

    for name, title in (
        ("Search", "How the search finds a translation"),
        ("Candidates", "Which words may it choose from?"),
        ("Search", "How the search finds a translation"),
    ):
        page.get_by_test_id("stSidebarNavLink").filter(has_text=name).click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        rest(page)
        assert asked(page, "beam") == "3"
        if name == "Search":  # on the other, models with lists come first
            assert asked(page, "model") == "rnnencdec-50"

    page.get_by_test_id("stSidebarNavLink").filter(has_text="Translate").click()
    expect(page.get_by_role("heading", name="rnnencdec-50").first).to_be_visible()
    rest(page)
    assert (asked(page, "model"), asked(page, "beam")) == ("rnnencdec-50", "3")


def test_trees_of_several_beams_scroll_as_one(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 700, "height": 1400})
    visit(page, address, view="Beam sizes")
    papers = page.locator(".drawing > .paper")
    expect(papers).to_have_count(3)
    for paper in papers.all():
        assert paper.evaluate("p => p.scrollWidth - p.clientWidth") >= 40

    for leader, left in ((2, 40), (0, 15)):
        papers.nth(leader).evaluate("(p, left) => { p.scrollLeft = left }", left)
        page.wait_for_function(
            "left => [...document.querySelectorAll('.drawing > .paper')]"
            ".every(p => p.scrollLeft === left)",
            arg=left,
        )
        page.wait_for_timeout(300)  # then another one may lead


def test_neighbours_of_a_word_are_lined_up_and_the_link_keeps_the_word(
    page: Page, other: Page, address: str
) -> None:
    visit(page, address, view="Neighbours")
    middle = page.locator(".concordance mark")
    middle.first.wait_for()
    first = middle.all_text_contents()

    page.get_by_role("radio", name="dog", exact=True).click()
    expect(middle).not_to_have_text(first)
    rest(page)
    assert asked(page, "read") == "5"
    page.get_by_role("radio", name="as it writes").click()
    expect(
        page.get_by_text("What people wrote at the 50 nearest places")
    ).to_be_visible()
    page.get_by_role("radio", name="chien", exact=True).click()
    rest(page)

    left = page.locator(".concordance td:nth-child(3)").evaluate_all(
        "cells => new Set(cells.map(cell => cell.getBoundingClientRect().left)).size"
    )
    assert left == 1
    other.goto(page.url)
    settle(other)
    rows = [one.locator(".concordance").inner_text() for one in (page, other)]
    assert rows[0] == rows[1]
