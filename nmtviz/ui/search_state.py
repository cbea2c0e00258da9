"""Which step and which node of a tree are looked at, in the session and the link."""

import streamlit as st

from nmtviz.traces import SearchTrace

STEP, NODE, PLAYING = "step", "node", "playing"

_OF = "step.of"


def begin(trace: SearchTrace, of: str) -> None:
    """Start at the end of a search that was not shown before, or where the link says.

    Args:
        trace: The search.
        of: What tells it from others.
    """
    state = st.session_state
    if state.get(_OF) != of:
        linked = _OF not in state
        state[STEP] = _asked(STEP, trace.steps) if linked else None
        state[NODE] = _asked(NODE, len(trace.nodes) - 1) if linked else None
        state[_OF] = of
        state[PLAYING] = False
    if state.get(STEP) is None:
        state[STEP] = trace.steps


def step(trace: SearchTrace) -> int:
    """Return the last target position that is shown."""
    return int(min(st.session_state[STEP], trace.steps))


def selected(trace: SearchTrace) -> int:
    """Return the node that is looked at: the chosen one, or who leads at this step."""
    chosen = st.session_state[NODE]
    if chosen is not None and trace.nodes[chosen].position <= step(trace):
        return int(chosen)
    if step(trace) == trace.steps:
        return trace.n_best[0]
    return trace.at_step(step(trace))[0].id


def choose(node: int | None) -> None:
    """Look at a node; None follows the leader."""
    st.session_state[NODE] = node


def go_to(position: int) -> None:
    """Show the search up to a target position, and who leads there."""
    st.session_state[STEP] = position
    choose(None)


def write(trace: SearchTrace) -> None:
    """Write the step and the node into the address; a usual one needs no entry."""
    for name, value, usual in (
        (STEP, step(trace), trace.steps),
        (NODE, st.session_state[NODE], None),
    ):
        if value != usual:
            st.query_params[name] = str(value)
        elif name in st.query_params:
            del st.query_params[name]


def _asked(name: str, most: int) -> int | None:
    """Return the number the link asks for; says so if it cannot be."""
    text = st.query_params.get(name)
    if text is None:
        return None
    least = 1 if name == STEP else 0
    if text.isascii() and text.isdigit() and least <= int(text) <= most:
        return int(text)
    st.warning(f"The link asks for a {name} that is not there: from {least} to {most}.")
    return None
