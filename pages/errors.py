"""A desk for error analysis: which sentences go wrong, and what the network saw."""

import streamlit as st

from nmtviz.ui import entry
from nmtviz.ui.errors import page

entry.require_app("pages/errors.py")
st.title("Where does it go wrong?")
st.caption(
    "A test set sentence by sentence: sort and filter it, read what two systems made "
    "of a sentence and where they looked, and note what you find."
)
page.draw()
