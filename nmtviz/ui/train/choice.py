"""Which runs are looked at, and which of the page's two views is open."""

import streamlit as st

RUNS, NEW = "Runs", "New run"

VIEW, RUN, BASE = "view", "run", "new.base"
"""Names of the widgets; the first two stand in the address too."""

CLONE = "run "
"""Comes before a run's name among the settings to start from."""

WEIGHTS = "weights of "
"""Comes before a checkpoint's name there."""


def clone_of(run: str) -> str:
    """Return what a run is called among the settings to start from."""
    return f"{CLONE}{run}"


def show(*runs: str) -> None:
    """Look at these runs in the next drawing of the page."""
    st.session_state["train.show"] = list(runs)


def clone(run: str) -> None:
    """Begin a new run with the settings of this one."""
    st.session_state[VIEW] = NEW
    st.session_state[BASE] = clone_of(run)


def apply() -> None:
    """Do what `show` asked for, before any widget is drawn."""
    wanted = st.session_state.pop("train.show", None)
    if wanted is not None:
        st.session_state[VIEW] = RUNS
        st.session_state[RUN] = wanted
