"""Train a translator, and watch its alignment emerge."""

import streamlit as st

from nmtviz.ui import entry
from nmtviz.ui.train import page

entry.require_app("pages/train.py")
st.title("Train a translator")
st.caption(
    "A run trains in a process of its own: close this page, come back later, and it "
    "has moved on."
)
page.draw()
