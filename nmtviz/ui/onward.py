"""Links that take a sentence to another page."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.ui import escape


def to_translate(
    sentence: str,
    models: Sequence[str],
    label: str,
    more: Sequence[tuple[str, str]] = (),
) -> None:
    """Link to the Translate page with a sentence and models side by side.

    Args:
        sentence: What is translated.
        models: Names of the checkpoints.
        label: What to call the link.
        more: What else the address says.
    """
    st.page_link(
        "pages/translate.py",
        label=escape.markdown(label),
        icon=":material/translate:",
        width="content",
        query_params=[
            ("text", sentence),
            *(("model", name) for name in models),
            *more,
        ],
    )


def to_search(
    sentence: str, model: str, label: str, more: Sequence[tuple[str, str]] = ()
) -> None:
    """Link to the Search page with a sentence and a model.

    Args:
        sentence: What is translated.
        model: The checkpoint's name.
        label: What to call the link.
        more: What else the address says.
    """
    st.page_link(
        "pages/search.py",
        label=escape.markdown(label),
        icon=":material/account_tree:",
        width="content",
        query_params=[("text", sentence), ("model", model), *more],
    )
