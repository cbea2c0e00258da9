"""Translate a sentence and see which words the translation came from."""

import streamlit as st

from nmtviz.ui import cache, entry, links, widgets
from nmtviz.ui.translate import about, panels

entry.require_app("pages/translate.py")
st.title("Where the translator looks")
shown = st.empty()
shown.caption(about.shows())

checkpoints = cache.checkpoints()
if not checkpoints:
    widgets.no_model()
    st.stop()
widgets.warnings(links.problems(links.address(), checkpoints))

sentence = widgets.sentence()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    names = widgets.models(checkpoints)
    with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
        kinds = {checkpoints[name].data.tokenizer for name in names}
        view = widgets.view_settings(has_pieces="sentencepiece" in kinds)
        search = widgets.search_settings()
if not sentence.strip() or not names:
    st.info("Type a sentence and choose a model to see how it is translated.")
    st.stop()

shown.caption(about.shows(view))
panels.side_by_side([checkpoints[name] for name in names], sentence, search, view)
st.caption(about.means(view))
