"""What pages look like beyond Streamlit's theme: style sheets and the icon."""

from pathlib import Path

import streamlit as st

_FOLDER = Path(__file__).parent

ICON = _FOLDER / "icon.svg"
"""The app's; one of Streamlit's would be fetched from outside."""


def show_the_top() -> None:
    """Scroll the page to its beginning, once: call it in a run that shows much new."""
    st.html(
        "<script>document.querySelector('[data-testid=stMain]').scrollTo(0, 0)"
        "</script>",
        unsafe_allow_javascript=True,
    )


def style(name: str) -> None:
    """Add a style sheet to the page, as long as this is called in every run."""
    st.html(_FOLDER / name)
