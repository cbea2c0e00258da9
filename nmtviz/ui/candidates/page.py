"""The parts of the page, in the order a person meets them."""

from collections.abc import Mapping

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import NmtvizError
from nmtviz.ui import cache, escape, widgets
from nmtviz.ui.candidates import controls, curves, outputs, words


def draw() -> None:
    """Draw all of the page below its title."""
    checkpoints = cache.checkpoints()
    if not checkpoints:
        widgets.no_model()
        return
    widgets.warnings(controls.problems(checkpoints))
    try:
        if controls.view() == controls.SENTENCE:
            _sentence(checkpoints)
        else:
            curves.draw(checkpoints)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))


def _sentence(checkpoints: Mapping[str, CheckpointInfo]) -> None:
    asked = controls.ask(checkpoints)
    if not asked.sentence.strip():
        st.info("Type a sentence to see which words its translation may have.")
        return
    lister = cache.translator(asked.info).lister
    (listed,) = lister.lists([asked.sentence], asked.rule)
    whole = outputs.translated(asked, None)
    with_list = outputs.translated(asked, asked.rule)
    if not whole.translation.hypotheses:
        st.info("There is no word in this sentence to translate.")
        return
    outputs.draw(asked, whole, with_list, len(listed))
    words.draw_reach(asked, listed)
    st.subheader("The list", anchor=False)
    words.draw(asked, listed, with_list.best)
