"""Translate a sentence or a text and see which words each translation came from."""

import streamlit as st

from nmtviz.ui import cache, entry, links, widgets
from nmtviz.ui.spoken import spoken
from nmtviz.ui.translate import about, panels, passage, typed

entry.require_app("pages/translate.py")
st.title("Where the translator looks")
shown = st.empty()
shown.caption(about.shows(spoken([])))

checkpoints = cache.checkpoints()
if not checkpoints:
    widgets.no_model()
    st.stop()
asked = links.address()
widgets.warnings(links.problems(asked, checkpoints, passage.settings(asked)))

is_text = passage.view() == passage.TEXT
line = st.container()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    chosen = [checkpoints[name] for name in widgets.models(checkpoints)]
    with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
        kinds = {info.data.tokenizer for info in chosen}
        view = widgets.view_settings(has_pieces="sentencepiece" in kinds)
        search = widgets.search_settings()
with line:
    if is_text:
        sentences = passage.ask(chosen)
        typed.hints_of_text(sentences, chosen)
    else:
        passage.leave()
        sentence = widgets.sentence(chosen)
        typed.hints(sentence, chosen)
        language = st.container()
        sentences = [sentence] if sentence.strip() else []
if not sentences or not chosen:
    st.info(
        f"Type a {'text' if is_text else 'sentence'} and choose a model to see how it "
        "is translated."
    )
    st.stop()
if is_text:
    sentence = passage.choose(sentences, chosen, search)

attends = any(info.model.attends for info in chosen)
shown.caption(about.shows(spoken(chosen), view, attends=attends))
panels.side_by_side(chosen, sentence, search, view)
if not is_text:
    with language:  # a model that has not translated yet takes seconds to say it
        typed.hint_of_language(sentence, chosen)
st.caption(about.means(spoken(chosen), view))
