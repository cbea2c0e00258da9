"""The app: `streamlit run app.py`."""

from pathlib import Path

import streamlit as st

from nmtviz.ui import sidebar

st.set_page_config(
    page_title="nmtviz",
    page_icon=":material/grid_on:",
    layout="wide",
    initial_sidebar_state=260,
)
st.html(Path(sidebar.__file__).with_name("style.css"))
page = st.navigation(
    [
        st.Page("pages/translate.py", title="Translate", icon=":material/translate:"),
    ]
)
sidebar.draw()
page.run()
