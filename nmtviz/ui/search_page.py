"""The parts of the search page, in the order a person meets them."""

from collections.abc import Callable, Collection
from pathlib import Path

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.ui import (
    escape,
    links,
    search_beams,
    search_changes,
    search_forms,
    search_history,
    search_inside,
    search_tree,
)
from nmtviz.ui.search_found import Found, search_for
from nmtviz.ui.search_whatif import WhatIf

_VIEWS: dict[str, Callable[[Found], None]] = {
    "Tree": search_tree.draw,
    "What if": search_forms.draw,
    "Inside a step": search_inside.draw,
    "Beam sizes": search_beams.draw,
}
_OWN = ("view", "step", "node", "per_word", "pruned", "at", links.WHAT_IF)
"""Settings in the address that only this page has and looks after itself."""


def problems(models: Collection[str]) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    st.html(Path(__file__).with_name("search.css"))
    values = {k: v for k, v in links.address().items() if k not in _OWN}
    return links.problems(values, models)


def model(names: Collection[str]) -> str:
    """Ask for the model."""
    return st.selectbox(
        "Model",
        list(names),
        key="model",
        bind="query-params",
        on_change=links.forget_translation,
    )


def view() -> str:
    """Ask what to look at."""
    shown = st.segmented_control(
        "View",
        list(_VIEWS),
        default=next(iter(_VIEWS)),
        required=True,
        key="view",
        bind="query-params",
        label_visibility="collapsed",
    )
    return shown or next(iter(_VIEWS))


def found(info: CheckpointInfo, sentence: str, search: SearchConfig) -> Found | None:
    """Search with and without what is imposed, and show both translations."""
    try:
        whatif = search_history.begin(info.name, sentence)
    except NmtvizError as error:
        st.warning(escape.markdown(str(error)), icon=":material/link_off:")
        whatif = WhatIf()
    found = search_for(info, sentence, search, whatif)
    if found:
        search_changes.draw(found)
        search_history.buttons()
    return found


def draw(name: str, found: Found) -> None:
    """Draw the view of this name."""
    _VIEWS[name](found)
