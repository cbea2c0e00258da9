"""The chooser of a word of the translation, which the address holds."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.figures.labels import plain
from nmtviz.ui import widgets


def word(
    label: str,
    key: str,
    sentence: str,
    tokens: Sequence[str],
    places: Sequence[int],
    usual: int,
) -> int:
    """Return the place of a word that the person chooses.

    Args:
        label: What is asked.
        key: Name of the setting, in the address too.
        sentence: What is translated; with another one the choice begins anew.
        tokens: The translation.
        places: Where the words to choose from are.
        usual: Which of these places it is at first.
    """
    of = f"{key}.of"
    if st.session_state.get(of, sentence) != sentence:
        st.session_state[key] = usual
    st.session_state[of] = sentence
    labels = {place: f"{place + 1} {plain(tokens[place])}" for place in places}
    widgets.check({key: list(labels.values())})
    return st.selectbox(
        label,
        list(labels),
        index=list(labels).index(usual),
        format_func=labels.__getitem__,
        key=key,
        bind="query-params",
        width=240,
    )
