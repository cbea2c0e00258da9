"""Where in a search a person looks, in the session and in the link.

In the tree a step and a node, inside a translation a hypothesis and a target
position, in the sentence a source position; the last three count from 1. Who changes
the search forgets them in the address (`links.forget_places`), so what stands there is
for the search that comes.
"""

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from nmtviz.figures.labels import plain
from nmtviz.figures.tree_view import Shown
from nmtviz.results import Hypothesis
from nmtviz.traces import SearchTrace, TraceNode
from nmtviz.ui import links, widgets
from nmtviz.ui.links import AT, BEST, NODE, READ, SHOWN, STEP

PLAYING = "playing"

_LARGE = 250
"""From so many nodes on, a tree is collapsed to begin with."""

_ALL_SHOWN: tuple[Shown, ...] = get_args(Shown)

_OF = "place.of"


def begin(trace: SearchTrace, of: str) -> None:
    """Start where the link says: else at the end of the tree, and the best's start.

    Args:
        trace: The search.
        of: What tells it from others.
    """
    state = st.session_state
    changed = state.get(_OF) != of or links.went_back()
    if changed:
        state[_OF], state[PLAYING] = of, False
    # All are set anew each time: a widget that was not drawn when its value was set
    # begins with its default otherwise.
    for name, usual, least, most in (
        (STEP, trace.steps, 1, trace.steps),
        (NODE, None, 0, len(trace.nodes) - 1),
        (BEST, 1, 1, len(trace.n_best)),
        (AT, 1, 1, trace.steps),
        (READ, _usual_read(trace), 1, len(trace.translation.source)),
    ):
        begins = changed or name not in state
        state[name] = _asked(name, usual, least, most) if begins else state[name]
    if changed and state[NODE] is not None:
        look_at(trace.nodes[state[NODE]])
    begins = changed or SHOWN not in state
    state[SHOWN] = _asked_shown(trace) if begins else state[SHOWN]


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


def look_at(node: TraceNode) -> None:
    """Look at a node; the search is shown up to there at least."""
    st.session_state[STEP] = max(st.session_state[STEP], node.position)
    choose(node.id)


def go_to(position: int) -> None:
    """Show the search up to a target position, and who leads there."""
    st.session_state[STEP] = position
    choose(None)


def hypothesis(found: Sequence[Hypothesis]) -> int:
    """Ask for one of the n best and return its place, from 0."""
    chosen = st.selectbox(
        f"Hypothesis, of {len(found)} in the beam",
        range(1, len(found) + 1),
        format_func=lambda n: (
            f"{n} · {found[n - 1].score:z.3f} · {plain(found[n - 1].text)}"
        ),
        key=BEST,
    )
    return chosen - 1


def write_tree(trace: SearchTrace) -> None:
    """Write the step and the node into the address; a usual one needs no entry."""
    _write(STEP, step(trace), trace.steps)
    _write(NODE, st.session_state[NODE], None)
    _write(SHOWN, st.session_state[SHOWN], _usual_shown(trace))


def write_inside() -> None:
    """Write the hypothesis and the target position into the address likewise."""
    for name in (BEST, AT):
        _write(name, st.session_state.get(name, 1), 1)


def write_read(trace: SearchTrace) -> None:
    """Write the source position likewise."""
    _write(READ, st.session_state[READ], _usual_read(trace))


def _usual_shown(trace: SearchTrace) -> Shown:
    """Return what of a tree is drawn to begin with: large ones are collapsed."""
    kept = sum(node.status != "pruned" for node in trace.nodes)
    return "survivors" if kept > _LARGE else "kept"


def _usual_read(trace: SearchTrace) -> int:
    """Return the position of the longest source token: it says most."""
    tokens = trace.translation.source.texts[:-1]
    return max(range(len(tokens)), key=lambda place: len(tokens[place])) + 1


def _asked_shown(trace: SearchTrace) -> Shown:
    asked = st.query_params.get(SHOWN, _usual_shown(trace))
    for shown in _ALL_SHOWN:
        if shown == asked:
            return shown
    widgets.warnings([f"The link asks for {SHOWN} {asked!r}: there is none."])
    return _usual_shown(trace)


def _write(name: str, value: str | int | None, usual: str | int | None) -> None:
    links.write(name, None if value == usual else str(value))


def _asked(name: str, usual: int | None, least: int, most: int) -> int | None:
    """Return the number the link asks for; says so if it cannot be."""
    text = st.query_params.get(name)
    if text is None:
        return usual
    number = links.whole(text)
    if number is not None and least <= number <= most:
        return number
    links.write(name, None)
    told = links.misfits({name: [text]}, {name: range(least, most + 1)})
    widgets.warnings(told)
    return usual
