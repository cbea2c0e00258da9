"""What is chosen on the page, runs and view, and what its fields propose."""

import streamlit as st

from nmtviz.ui import links

RUNS, NEW = "Runs", "New run"

VIEW, RUN, AXIS, SENTENCE, BASE = "view", "run", "axis", "sentence", "new.base"
"""Names of the widgets; all but the last stand in the address too. A run's name follows
the sentence that is watched: `sentence.my-run`."""

CLONE = "run "
"""Comes before a run's name among the settings to start from."""

WEIGHTS = "weights of "
"""Comes before a checkpoint's name there."""


def clone_of(run: str) -> str:
    """Return what a run is called among the settings to start from."""
    return f"{CLONE}{run}"


def show(*runs: str) -> None:
    """Look at these runs in the next drawing of the page; at the newest if none."""
    st.session_state["train.show"] = list(runs)


def clone(run: str) -> None:
    """Begin a new run with the settings of this one."""
    st.session_state[VIEW] = NEW
    st.session_state[BASE] = clone_of(run)


def apply(newest: list[str]) -> None:
    """Do what `show` asked for, before any widget is drawn.

    Args:
        newest: Name of the newest run, if there is one.
    """
    wanted = st.session_state.pop("train.show", None)
    if wanted is not None:
        links.take_out(SENTENCE)  # perhaps of a run that has another name now
        st.session_state[VIEW] = RUNS
        st.session_state[RUN] = wanted or newest


def propose(key: str, value: object) -> None:
    """Put a proposal into a field, also for an older one that nobody has changed.

    The same one is not put there again: that would take away what somebody types.
    """
    state, proposed = st.session_state, f"{key}.proposed"
    if key not in state or (state[key] == state.get(proposed) and state[key] != value):
        state[key] = value
    state[proposed] = value
