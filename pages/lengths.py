"""BLEU by sentence length: where a translator without attention falls behind."""

import streamlit as st

from nmtviz.ui import entry
from nmtviz.ui.lengths import page

entry.require_app("pages/lengths.py")
st.title("Does it hold as sentences grow longer?")
st.caption(
    "RNNencdec squeezes every sentence, however long, into one vector; RNNsearch looks "
    "back at each word. The paper's central claim is that this shows in the scores of "
    "long sentences. Here is what our models do. BLEU says how many runs of one to "
    "four words a translation shares with a person's, from 0 to 100."
)
page.draw()
