"""Candidate lists: which words a translation may have, and what that costs."""

import streamlit as st

from nmtviz.ui import entry
from nmtviz.ui.candidates import page

entry.require_app("pages/candidates.py")
st.title("Which words may it choose from?")
st.caption(
    "With a very large vocabulary most of the time goes into scoring words that cannot "
    "be right. A candidate list keeps the K most frequent words and the K' likeliest "
    "translations of each source word, and nothing else is scored."
)
page.draw()
