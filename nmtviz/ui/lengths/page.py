"""The parts of the page, in the order a person meets them."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.curves import LengthCurve
from nmtviz.ui import cache, escape, links, widgets
from nmtviz.ui.lengths import (
    chart,
    compare,
    controls,
    overall,
    paper,
    sentences,
    uploads,
)
from nmtviz.ui.lengths.controls import LengthsView
from nmtviz.ui.shelf import evaluate, sets


def draw() -> None:
    """Draw all of the page below its title."""
    checkpoints = cache.checkpoints()
    shelf = sets.shelf(cache.measured())
    widgets.warnings([*shelf.problems, *controls.problems(links.address(), shelf)])
    view = controls.choose(shelf)
    found = chart.curves(view)
    if found:
        _measured(view, found)
    else:
        _nothing_yet(view, measured=bool(shelf.systems[view.data]))
    numbers, compared, papers, more, ours = st.tabs(
        controls.TABS, key=controls.TAB, bind="query-params"
    )
    with numbers:
        _tables(view, found)
    with compared:
        compare.draw(view)
    with papers:
        paper.draw(view)
    with more:
        uploads.draw(view, shelf)
    with ours:
        systems = shelf.systems[view.data]
        evaluate.draw(view.data, view.texts, checkpoints, systems)


def _measured(view: LengthsView, found: Sequence[LengthCurve]) -> None:
    """Draw the curves, and the sentences of the bin that was picked."""
    picked = chart.draw(view, found)
    if picked is not None:
        sentences.draw(view, view.bins[picked])


def _tables(view: LengthsView, found: Sequence[LengthCurve]) -> None:
    if found:
        chart.draw_table(found)
    if view.systems:
        overall.draw(view.systems)


def _nothing_yet(view: LengthsView, *, measured: bool) -> None:
    """Say what to do where there is no curve."""
    if view.systems:
        return  # why each of them has none was said
    if measured:
        st.info("Choose a system to see its curve.")
        return
    name = escape.markdown(view.data)
    st.info(
        f"No system has been measured on {name} yet. Our own models can be "
        "evaluated below, and translations from anywhere can be added.",
        icon=":material/hourglass_empty:",
    )
