"""The parts of the page, in the order a person meets them."""

import streamlit as st

from nmtviz.ui import cache, escape, links, widgets
from nmtviz.ui.lengths import (
    chart,
    compare,
    controls,
    overall,
    paper,
    sentences,
    sets,
    uploads,
)
from nmtviz.ui.lengths.controls import View


def draw() -> None:
    """Draw all of the page below its title."""
    shelf = sets.shelf(cache.checkpoints())
    widgets.warnings([*shelf.problems, *controls.problems(links.address(), shelf)])
    view = controls.choose(shelf)
    if view.systems:
        _measured(view)
    else:
        _nothing_yet(view)
    numbers, compared, papers, more = st.tabs(
        ["Table", "Compare two systems", "The paper's numbers", "Add a system"],
        key="lengths-tabs",
    )
    with numbers:
        _tables(view)
    with compared:
        compare.draw(view)
    with papers:
        paper.draw(view)
    with more:
        uploads.draw(view, shelf)


def _measured(view: View) -> None:
    """Draw the curves, and the sentences of the bin that was picked."""
    found = chart.curves(view)
    if not found:
        return
    picked = chart.draw(view, found)
    if picked is not None:
        sentences.draw(view, view.bins[picked])


def _tables(view: View) -> None:
    if found := chart.curves(view):
        chart.draw_table(found)
    if view.systems:
        overall.draw(view.systems)


def _nothing_yet(view: View) -> None:
    name = escape.markdown(view.data)
    st.info(
        f"No system that is chosen was measured on {name} yet. Translations from "
        "anywhere can be added below.",
        icon=":material/hourglass_empty:",
    )
