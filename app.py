"""The app: `streamlit run app.py`."""

import streamlit as st

from nmtviz.ui import entry, looks, sidebar, start

if __name__ == "__main__":  # a visit, or a click
    st.set_page_config(page_icon=looks.ICON, layout="wide", initial_sidebar_state=240)
    looks.style("style.css")
    entry.enter_asked()
    page = st.navigation(
        [
            st.Page(
                "pages/translate.py",
                title="Translate",
                icon=":material/translate:",
                url_path="root",  # it answers at / all the same; /translate is below
                default=True,
            ),
            st.Page("pages/search.py", title="Search", icon=":material/account_tree:"),
            st.Page("pages/lengths.py", title="Lengths", icon=":material/show_chart:"),
            st.Page(
                "pages/candidates.py", title="Candidates", icon=":material/checklist:"
            ),
            st.Page("pages/train.py", title="Train", icon=":material/model_training:"),
            st.Page("pages/errors.py", title="Errors", icon=":material/troubleshoot:"),
            st.Page("pages/lessons.py", title="Lessons", icon=":material/school:"),
            st.Page(entry.open_first, url_path="translate", visibility="hidden"),
        ]
    )
    st.set_page_config(page_title=f"{page.title} · nmtviz")
    entry.enter(page.url_path)
    with sidebar.drawn():
        page.run()
else:  # the server takes it as a module, once, before anybody visits
    app = st.App(__file__, lifespan=start.ready)
