"""Every page runs inside `app.py`, also if a link to it is the first to be opened.

Streamlit looks for pages in `pages/` and runs one alone, without the app's layout and
sidebar, until `st.navigation` has been called once since the server started.
"""

import streamlit as st

from nmtviz.ui.examples import FIRST

_INSIDE, _PAGE, _IS_NEW, _SENTENCE = "inside-app", "page", "page-is-new", "sentence"
_DIFFERENT = ("model", "view")
"""Widgets whose choice on one page is none on another."""

_TRANSLATE, _SEARCH = "", "search"
"""Pages that show the same translation, and so the same model."""


def enter(page: str) -> None:
    """Remember that a page runs next, inside the app, and clear the way for it.

    Streamlit may keep what was chosen on the page before in widgets of the same name.
    The model goes along where the translation does.
    """
    st.session_state[_INSIDE] = True
    before = st.session_state.get(_PAGE, page)
    if before != page:
        st.session_state[_IS_NEW] = True
        model, _ = [st.session_state.pop(name, None) for name in _DIFFERENT]
        if model and "model" not in st.query_params:
            if (before, page) == (_TRANSLATE, _SEARCH):
                st.session_state["model"] = st.query_params["model"] = model[0]
            elif (before, page) == (_SEARCH, _TRANSLATE):
                st.session_state["model"] = st.query_params["model"] = [model]
    st.session_state[_PAGE] = page


def bring_sentence() -> None:
    """Put the sentence of the page before into this one's address, if it has none."""
    sentence = st.session_state.get(_SENTENCE, FIRST)
    is_new = st.session_state.pop(_IS_NEW, False)
    if is_new and sentence != FIRST and "text" not in st.query_params:
        st.session_state["text"] = st.query_params["text"] = sentence


def take_along(sentence: str) -> None:
    """Remember the sentence that a page shows, for the next page."""
    st.session_state[_SENTENCE] = sentence


def require_app(page: str) -> None:
    """Start again inside the app if a page, such as `pages/x.py`, runs alone."""
    if _INSIDE not in st.session_state:
        st.navigation([st.Page("app.py", default=True), st.Page(page)])
        st.rerun()


def open_first() -> None:
    """Lead from /translate, an address people guess, to that page at the root."""
    asked = {name: st.query_params.get_all(name) for name in st.query_params}
    st.switch_page("pages/translate.py", query_params=asked)
