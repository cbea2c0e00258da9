"""What widgets hold from one run of a page to the next, where that must change."""

from collections.abc import Collection, Sequence

import streamlit as st

from nmtviz.ui import escape

_RENEWED = "renewed"


def fit(key: str, options: Collection[object], usual: object) -> None:
    """Give a widget its usual value where the options lack the one chosen before.

    Streamlit would do so by itself, but leave the old one in the address.
    """
    if st.session_state.get(key, usual) not in options:
        st.session_state[key] = usual


def gone(key: str, names: Sequence[str]) -> bool:
    """Tell of what was chosen and is here no longer, and choose the first instead.

    Args:
        key: The widget's, not drawn yet; of one choice or of several.
        names: What is here, at least one.
    """
    chosen = st.session_state.get(key) or []
    chosen = [chosen] if isinstance(chosen, str) else chosen
    lost = [name for name in chosen if name not in names]
    for name in lost:
        st.toast(escape.markdown(f"{name} is here no longer: somebody removed it."))
    if lost:
        left = [name for name in chosen if name in names] or [names[0]]
        several = not isinstance(st.session_state[key], str)
        st.session_state[key] = left if several else left[0]
    return bool(lost)


def renewable(name: str) -> str:
    """Return the key of a field that is empty again after `renew`."""
    return f"{name}.{st.session_state.get(_RENEWED, 0)}"


def renew() -> None:
    """Empty the fields with renewable keys: what they held was taken."""
    st.session_state[_RENEWED] = st.session_state.get(_RENEWED, 0) + 1
