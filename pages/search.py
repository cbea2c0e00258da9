"""Watch the beam search, ask what if, and look inside a step."""

import streamlit as st

from nmtviz.ui import cache, entry, looks, widgets
from nmtviz.ui.search import page

entry.require_app("pages/search.py")
looks.style("search.css")
st.title("How the search finds a translation")
st.caption(
    "The network only says how likely each next word is. The search tries the "
    "likeliest, keeps the best hypotheses of every step, its beam, and drops the rest."
)
checkpoints = cache.checkpoints()
if not checkpoints:
    widgets.no_model()
    st.stop()
widgets.warnings(page.problems(checkpoints))

line = st.container()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    info = checkpoints[page.model(checkpoints)]
    search = widgets.search_settings()
with line:
    sentence = widgets.sentence([info])
if not sentence.strip():
    st.info("Type a sentence to see how its translation is searched for.")
    st.stop()

found = page.found(info, sentence, search)
if found is None:
    st.stop()
page.draw(page.view(), found)
