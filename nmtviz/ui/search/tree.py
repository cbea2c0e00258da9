"""The tree of a search, step by step, and the node that is looked at."""

import time
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.figures.labels import plain
from nmtviz.figures.search import beam_tree
from nmtviz.figures.theme import look
from nmtviz.figures.tree_view import Shown, TreeView, status_color, value
from nmtviz.traces import SearchTrace, Status, TraceNode
from nmtviz.ui import charts, clicks, drawing
from nmtviz.ui.links import SHOWN, STEP
from nmtviz.ui.search import details, place
from nmtviz.ui.search.found import Found
from nmtviz.ui.search.place import PLAYING

_PACE = 1.2
"""Seconds from a step to the next while it plays."""

_HEAD_START = 0.05
"""Seconds from the tree to what is told of its node. A browser shows together what
arrives together, and a person who steps waits for the tree."""

_SHOWN: dict[Shown, str] = {
    "survivors": "what survived",
    "kept": "what was kept",
    "all": "all",
}

_CHART, _CHOICE, _TABLE, _BEST = "tree", "tree.node", "tree.table", "tree.best"
_TABLES = "tree.tables"
_TICKED = "tree.ticked"


def draw(found: Found) -> None:
    """Draw the tree; it is drawn again alone when somebody steps or clicks."""
    playing = st.session_state[PLAYING]
    st.fragment(_tree, run_every=_PACE if playing else None)(found, playing=playing)


def legend(info: CheckpointInfo, *, choosing: bool = True) -> None:
    """Say what the shapes, lines and tokens of a model's tree mean.

    Args:
        info: The model.
        choosing: Whether a node can be chosen.
    """
    dark = charts.dark()
    marks: dict[Status, str] = {
        "kept": "● {}kept",
        "finished": "◆ {}finished: ends with &lt;/s&gt;",
        "pruned": "✕ {}pruned: looked at and left",
    }
    shown = [
        f'<b style="color:{status_color(status, dark=dark)}">' + mark.format("</b>")
        for status, mark in marks.items()
    ]
    line = f"color:{status_color('kept', dark=dark)}"
    accent = look(dark=dark).accent
    shown += [
        f'<b style="{line}">━</b> the best hypothesis in the end',
        f'<span style="{line}">─</span> the other n best',
    ]
    if choosing:
        shown.append(f'<b style="color:{accent}">◯╍</b> the chosen node and its way')
    if info.data.tokenizer == "sentencepiece":
        shown.append("<b>_</b> a word begins")
    st.html(f'<p class="legend">{" ".join(f"<span>{s}</span>" for s in shown)}</p>')


def _tree(found: Found, *, playing: bool) -> None:
    trace = found.trace
    found.begin_again_if_stale()
    if playing and not st.session_state[PLAYING]:
        st.rerun()  # the clock belongs to the page
    _tick(trace)
    per_token, shown = _controls(trace)
    step, selected = place.step(trace), place.selected(trace)
    place.write_tree(trace)
    view = TreeView(
        step=step,
        selected=selected,
        shown=shown,
        per_token=per_token,
        dark=charts.dark(),
    )
    legend(found.info)
    drawing.draw(
        beam_tree(trace, view),
        name=_CHART,
        alt=_alternative(trace, step),
        nodes=drawing.Nodes(found.name, lambda node: _chosen(trace.nodes[node])),
        end="right" if step < trace.steps else "left",  # it grows at its right end
    )
    _choice(trace, selected)
    time.sleep(_HEAD_START)
    details.draw(found, selected)
    _tables(trace, step, per_token=per_token)


def _tick(trace: SearchTrace) -> None:
    """Take a step if it plays and it is time, and stop at the end."""
    now = time.monotonic()
    early = now - st.session_state.get(_TICKED, 0.0) < _PACE / 2
    if early or not st.session_state[PLAYING]:  # a person did something in between
        return
    st.session_state[_TICKED] = now
    place.go_to(min(place.step(trace) + 1, trace.steps))
    if place.step(trace) == trace.steps:
        st.session_state[PLAYING] = False
        st.rerun()


def _controls(trace: SearchTrace) -> tuple[bool, Shown]:
    """Ask for the step, whether to show scores per token, and which nodes."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        playing = st.session_state[PLAYING]
        pressed = st.button(
            "Pause" if playing else "Play",
            icon=f":material/{'pause' if playing else 'play_arrow'}:",
            key="play",
            on_click=_toggle,
            args=(trace.steps,),
        )
        if pressed:
            st.rerun()  # the clock belongs to the page
        st.button(
            "One step",
            icon=":material/skip_next:",
            key="one_step",
            disabled=place.step(trace) == trace.steps,
            on_click=lambda: place.go_to(place.step(trace) + 1),
        )
        with st.container(width=210):
            if trace.steps > 1:
                st.slider(
                    "Step",
                    1,
                    trace.steps,
                    key=STEP,
                    on_change=place.choose,
                    args=(None,),
                    help="The target position the search has come to. Arrow keys move "
                    "it.",
                )
        per_token = st.toggle(
            "Scores per token",
            value=True,
            key="per_token",
            bind="query-params",
            help="The number under a node: log p of all its tokens (words, or "
            "pieces of words), divided by how many they are, or as it is.",
        )
        shown = st.segmented_control(
            "Show",
            list(_SHOWN),
            required=True,
            format_func=lambda shown: _SHOWN[shown],
            key=SHOWN,
            help="What survived: the hypotheses that live at this step and the way to "
            "them. What was kept: also those that died out before. All: also what was "
            "pruned at once; of that, the others show only the likeliest around the "
            "chosen node.",
        )
    return per_token, shown or "kept"


def _toggle(steps: int) -> None:
    st.session_state[PLAYING] = not st.session_state[PLAYING]
    if st.session_state[PLAYING]:
        st.session_state[_TICKED] = time.monotonic()  # what is shown stays a while
        if st.session_state[STEP] == steps:
            place.go_to(1)


def _choice(trace: SearchTrace, selected: int) -> None:
    """Let the keyboard choose a node of the same step."""
    position = trace.nodes[selected].position
    nodes = trace.at_step(position)
    # A browser may still tell what was chosen at the step before: each has its own.
    key = f"{_CHOICE}.{position}"
    st.session_state[key] = selected
    st.selectbox(
        f"Hypothesis, of {len(nodes)} that this step looked at (or click a node)",
        [node.id for node in nodes],
        format_func=lambda node: _line(trace.nodes[node]),
        key=key,
        on_change=lambda: _take_choice(trace, position, key),
    )


def _take_choice(trace: SearchTrace, position: int, key: str) -> None:
    """Look at what was chosen at a position, if it is still the one that is shown.

    When steps follow quickly, a browser tells once more of a chooser that is gone.
    """
    if trace.nodes[place.selected(trace)].position == position:
        _chosen(trace.nodes[st.session_state[key]])


def _chosen(node: TraceNode) -> None:
    """Stay where a person has found something to look at."""
    st.session_state[PLAYING] = False
    place.look_at(node)


def _line(node: TraceNode) -> str:
    return f"{node.rank} · {node.status} · {plain(node.token)} · {plain(node.text)}"


def _tables(trace: SearchTrace, step: int, *, per_token: bool) -> None:
    nodes = trace.at_step(step)
    best = [trace.nodes[leaf] for leaf in trace.n_best]
    tables = st.expander("Tables", key=_TABLES, on_change="rerun")
    if not tables.open:
        return  # what nobody sees would only slow each step down
    with tables:
        for name, title, listed in (
            (_TABLE, f"Step {step}: all that was looked at", nodes),
            (_BEST, f"The {len(best)} best, as the search ranks them", best),
        ):
            st.caption(f"{title}. Choose a row to look at its node.")
            chosen = place.selected(trace)
            ids = [node.id for node in listed]
            key = clicks.table(name, ((node.id, node.text) for node in listed))
            clicks.tick(key, ids.index(chosen) if chosen in ids else None)
            st.dataframe(
                _table(listed, per_token=per_token),
                hide_index=True,
                key=key,
                on_select=partial(_take_row, key, listed),
                selection_mode=clicks.MODES,
            )


def _take_row(key: str, nodes: Sequence[TraceNode]) -> None:
    if chosen := clicks.row(key):
        _chosen(nodes[chosen[0]])


def _table(nodes: Sequence[TraceNode], *, per_token: bool) -> pd.DataFrame:
    score = "log p per token" if per_token else "log p of all"
    return pd.DataFrame(
        {
            "rank": [node.rank for node in nodes],
            "status": [node.status for node in nodes],
            "token": [plain(node.token) for node in nodes],
            "log p": [round(node.edge_log_prob, 3) for node in nodes],
            score: [round(value(node, per_token=per_token), 3) for node in nodes],
            "hypothesis": [plain(node.text) for node in nodes],
        }
    )


def _alternative(trace: SearchTrace, step: int) -> str:
    counts = {
        status: sum(n.status == status for n in trace.nodes if 0 < n.position <= step)
        for status in ("kept", "finished", "pruned")
    }
    told = ", ".join(f"{count} {status}" for status, count in counts.items())
    leader = trace.nodes[place.selected(trace)]
    return (
        f"Tree of the search up to target position {step}: {told}. "
        f"The chosen hypothesis is “{plain(leader.text)}”."
    )
