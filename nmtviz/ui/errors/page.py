"""The parts of the page, in the order a person meets them."""

from collections.abc import Mapping

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.evaluation.lengths import BINS
from nmtviz.ui import cache, escape, links, widgets
from nmtviz.ui.errors import agreement, controls, imports, noting, sentences
from nmtviz.ui.lengths import evaluate, sets
from nmtviz.ui.lengths.controls import View as LengthsView
from nmtviz.ui.lengths.sets import Shelf

_SENTENCES, _AGREEMENT, _FILES = (
    *("Sentences", "Alignment error rate", "Alignment files"),
)


def draw() -> None:
    """Draw all of the page below its title."""
    checkpoints = cache.checkpoints()
    shelf = sets.shelf(checkpoints)
    widgets.warnings([*shelf.problems, *controls.problems(links.address(), shelf)])
    shown = st.segmented_control(
        "View",
        [_SENTENCES, _AGREEMENT, _FILES],
        default=_SENTENCES,
        required=True,
        key=controls.VIEW,
        bind="query-params",
        label_visibility="collapsed",
    )
    if shown == _AGREEMENT:
        agreement.draw(checkpoints)
    elif shown == _FILES:
        imports.draw()
    else:
        _sentences(shelf, checkpoints)


def _sentences(shelf: Shelf, checkpoints: Mapping[str, CheckpointInfo]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        data = controls.data_set(shelf)
        view = controls.systems(shelf, data)
        path = noting.file() if view else None
    if view and path:
        sentences.draw(view, path)
    else:
        st.info(
            f"Nobody has translated {escape.markdown(data)} yet.",
            icon=":material/hourglass_empty:",
        )
    with st.expander(f"Translate {data} with a checkpoint", expanded=view is None):
        wanted = LengthsView(
            data=data,
            texts=shelf.texts.get(data),
            systems=(),
            bins=BINS,
            no_unknown=False,
        )
        evaluate.draw(wanted, checkpoints, shelf.systems[data])
