"""Every page runs inside `app.py`, also if a link to it is the first to be opened.

Streamlit looks for pages in `pages/` and runs one alone, without the app's layout and
sidebar, until `st.navigation` has been called once since the server started.
"""

import streamlit as st

_INSIDE = "inside-app"


def enter() -> None:
    """Remember that the page that runs next runs inside the app."""
    st.session_state[_INSIDE] = True


def require_app(page: str) -> None:
    """Start again inside the app if a page, such as `pages/x.py`, runs alone."""
    if _INSIDE not in st.session_state:
        st.navigation([st.Page("app.py", default=True), st.Page(page)])
        st.rerun()


def open_first() -> None:
    """Lead from /translate, an address people guess, to that page at the root."""
    asked = {name: st.query_params.get_all(name) for name in st.query_params}
    st.switch_page("pages/translate.py", query_params=asked)
