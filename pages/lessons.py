"""Seven short lessons on what an attentive translator does, for a class."""

import streamlit as st

from nmtviz.ui import cache, entry
from nmtviz.ui.lessons import stage

entry.require_app("pages/lessons.py")
with st.container(key="lessons-title"):
    st.title("Lessons")
    st.caption(
        "Each lesson is one idea, shown live on the models that are here. The address "
        "of the page is the link to the lesson as you see it."
    )
lesson = stage.choose()
with st.container(horizontal=True, gap="medium"):
    quiz = stage.quiz()
    large = stage.presenter_view()
stage.draw(lesson, list(cache.checkpoints().values()), quiz=quiz, large=large)
