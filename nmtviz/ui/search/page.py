"""The parts of the search page, in the order a person meets them."""

from collections.abc import Callable, Collection

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.ui import entry, held, links, widgets
from nmtviz.ui.search import (
    beams,
    changes,
    forms,
    given,
    history,
    inside,
    neighbours,
    place,
    tree,
)
from nmtviz.ui.search.found import Found, search_for

_VIEWS: dict[str, Callable[[Found], None]] = {
    "Tree": tree.draw,
    "What if": forms.draw,
    "Inside a step": inside.draw,
    "Neighbours": neighbours.draw,
    links.YOURS: given.draw,
    "Beam sizes": beams.draw,
}
_OWN: dict[str, links.Allowed] = {
    links.VIEW: list(_VIEWS),
    "per_token": links.SWITCH,
    neighbours.SIDE: neighbours.SIDES,
    neighbours.AMONG: None,
    **dict.fromkeys([links.SHOWN, links.WHAT_IF, links.GIVEN, *links.PLACES]),
}
"""Settings in the address that only this page has; the last ones it reads itself."""


def problems(models: Collection[str]) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    return links.problems(links.address(), models, _OWN)


def model(names: Collection[str]) -> str:
    """Ask for the model; one that is gone takes along what was imposed on it."""
    if held.gone("model", [*names]):
        links.forget_translation()
    chosen = st.selectbox(
        "Model",
        list(names),
        key="model",
        bind="query-params",
        on_change=links.forget_translation,
    )
    entry.take_model_along(chosen)
    return chosen


def view() -> str:
    """Ask what to look at."""
    shown = st.segmented_control(
        "View",
        list(_VIEWS),
        default=next(iter(_VIEWS)),
        required=True,
        key=links.VIEW,
        bind="query-params",
        label_visibility="collapsed",
    )
    return shown or next(iter(_VIEWS))


def found(info: CheckpointInfo, sentence: str, search: SearchConfig) -> Found | None:
    """Search with and without what is imposed, and show both translations."""
    try:
        whatif = history.begin(info.name, sentence)
    except NmtvizError as error:
        widgets.warnings([str(error)])
        whatif = history.imposed()
    found = search_for(info, sentence, search, whatif)
    if found:
        changes.draw(found)
        history.buttons()
    return found


def draw(name: str, found: Found) -> None:
    """Draw the view of this name."""
    place.begin(found.trace, found.name)
    _VIEWS[name](found)
