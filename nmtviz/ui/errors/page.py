"""The parts of the page, in the order a person meets them."""

from collections.abc import Mapping

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.ui import cache, escape, links, onward, widgets
from nmtviz.ui.errors import (
    address,
    agreement,
    controls,
    imports,
    noting,
    sentences,
    words,
)
from nmtviz.ui.shelf import evaluate, sets
from nmtviz.ui.shelf.sets import Shelf


def draw() -> None:
    """Draw all of the page below its title."""
    controls.come_back()
    checkpoints = cache.checkpoints()
    shelf = sets.shelf(cache.measured())
    widgets.warnings([*shelf.problems, *address.problems(links.address(), shelf)])
    shown = st.segmented_control(
        "View",
        controls.VIEWS,
        default=controls.SENTENCES,
        required=True,
        key=controls.VIEW,
        bind="query-params",
        label_visibility="collapsed",
    )
    if shown == controls.AGREEMENT:
        agreement.draw(checkpoints)
    elif shown == controls.FILES:
        imports.draw()
    else:
        _systems(shelf, checkpoints, by_words=shown == controls.WORDS)


def _systems(
    shelf: Shelf, checkpoints: Mapping[str, CheckpointInfo], *, by_words: bool
) -> None:
    """Draw what systems made of a test set, by their words or sentence by sentence.

    Args:
        shelf: All systems.
        checkpoints: Those that can translate more.
        by_words: Which of the two.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        data = controls.data_set(shelf)
        view = controls.systems(shelf, data)
        path = noting.file() if view and not by_words else None
    name = escape.markdown(data)
    if view and by_words:
        words.draw(view, checkpoints)
    elif view and path:
        sentences.draw(view, path)
    else:
        st.info(
            f"Nobody has translated {name} yet.",
            icon=":material/hourglass_empty:",
        )
    with st.expander(f"Translate {name} with a checkpoint", expanded=view is None):
        texts = shelf.texts.get(data)
        evaluate.draw(data, texts, checkpoints, shelf.systems[data])
    onward.to_uploads(data, "Add a test set, or other systems' translations")
