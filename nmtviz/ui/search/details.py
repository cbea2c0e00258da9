"""One node of the tree: its words, its alignment so far and what may come next."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.labels import plain
from nmtviz.results import END
from nmtviz.traces import Choice, SearchTrace, TraceNode
from nmtviz.ui import cache, charts, clicks, escape
from nmtviz.ui.search import history, likeliest
from nmtviz.ui.search.found import Found
from nmtviz.ui.whatif import WhatIf

_WORDS_WIDTH = 330
_MINUS = "\N{MINUS SIGN}"
_TERMS = 5
"""Log-probabilities that are written out as a sum; of more there are only some."""


def draw(found: Found, selected: int) -> None:
    """Show everything about a node, and what to try from there."""
    node = found.trace.nodes[selected]
    with st.container(horizontal=True, gap="large", key="node"):
        with st.container(width=_WORDS_WIDTH):
            _words(found, node)
            _actions(found, node)
        if node.choices:
            with st.container(width=_WORDS_WIDTH):
                _choices(found, node)
        if node.position:
            _alignment(found.trace, node)


def _words(found: Found, node: TraceNode) -> None:
    with st.container(key="translation-node"):
        st.code(node.text or "nothing yet", language=None, wrap_lines=True)
    path = found.trace.path(node.id)
    if path:
        terms = "".join(f" {_MINUS} {-at.edge_log_prob:z.2f}" for at in path[:_TERMS])
        rest = f" {_MINUS} … ({len(path)} tokens)" if len(path) > _TERMS else ""
        st.caption(
            f"log p ={terms}{rest} = **{node.log_prob:z.3f}**  \n"
            f"score = **{node.score:z.3f}**"
        )
    st.caption(_fate(found, node))


def _fate(found: Found, node: TraceNode) -> str:
    """Say what the search did with a node."""
    beam = found.search.beam_size
    if node.parent is None:
        return "Here every hypothesis starts."
    if node.id in found.trace.n_best:
        place = found.trace.n_best.index(node.id) + 1
        return f"Finished: number {place} of the {len(found.trace.n_best)} best."
    if node.status == "finished":
        return "Finished, but better ones pushed it out of the list of the best."
    if node.status == "pruned":
        told = (
            f"Pruned: number {node.rank} of its step, and only the best go on "
            f"(beam size {beam})."
        )
        if node.token != END:
            told += " Decode on from here to see what it would have become."
        return told
    told = f"Kept: number {node.rank} of its step, with beam size {beam}."
    if node.rank > beam:
        told += (
            " Those that end at this step take no place in the beam, so the next best "
            "move up."
        )
    return told


def _actions(found: Found, node: TraceNode) -> None:
    if node.parent is None:
        return
    tokens = tuple(at.token for at in found.trace.path(node.id))
    whatif = found.whatif
    choices = _possible(found, tokens[:-1], found.trace.nodes[node.parent].choices)
    other = next((c for c in choices if c.text != node.token), None)
    # A button of another node is another button: it imposes what it says, or nothing.
    own = clicks.tag((found.name, node.id))
    with st.container(horizontal=True, gap="small"):
        if node.token != END and st.button(
            "Decode on from here", key=f"from_here.{own}", icon=":material/start:"
        ):
            history.search_again(whatif.starting_with(tokens))
        if other and st.button(
            f"“{escape.markdown(plain(other.text))}” instead of {_named(node.token)}",
            key=f"second_best.{own}",
            icon=":material/alt_route:",
            help="Take the likeliest other word at this place and decode on.",
        ):
            history.search_again(whatif.starting_with((*tokens[:-1], other.text)))
        if node.token != END and st.button(
            f"Never “{escape.markdown(plain(node.token))}”",
            key=f"never.{own}",
            icon=":material/block:",
            help="Forbid this token everywhere and search again.",
        ):
            history.search_again(whatif.without((node.token,)))


def _possible(
    found: Found, tokens: Sequence[str], choices: Sequence[Choice]
) -> list[Choice]:
    """Return those of the next tokens that can be imposed; the network tells all."""
    if not found.whatif.constraints.banned:
        return [*choices]
    return [
        choice
        for choice in choices
        if _can_impose(found, found.whatif.starting_with((*tokens, choice.text)))
    ]


def _can_impose(found: Found, whatif: WhatIf) -> bool:
    try:
        translator = cache.translator(found.info)
        translator.check_constraints(whatif.constraints, found.search)
    except NmtvizError:
        return False
    return True


def _named(token: str) -> str:
    return "the end" if token == END else f"“{escape.markdown(plain(token))}”"


def _choices(found: Found, node: TraceNode) -> None:
    """Show the likeliest next words; each can be taken."""
    st.caption("What the network would write next")
    tokens = tuple(at.token for at in found.trace.path(node.id))
    best = found.trace.path(found.trace.n_best[0])
    taken = next((at.token for at in best if at.parent == node.id), None)
    with st.container(key="figure-choices"):
        likeliest.draw(node.choices, taken=taken, key="choices")
    word = st.pills(
        "Decode on with",
        [choice.text for choice in _possible(found, tokens, node.choices)],
        format_func=lambda text: escape.markdown(plain(text)),
        key=f"next.{node.id}",
    )
    if word is not None:
        del st.session_state[f"next.{node.id}"]
        history.search_again(found.whatif.starting_with((*tokens, word)))


def _alignment(trace: SearchTrace, node: TraceNode) -> None:
    alignment = trace.alignment(node.id)
    if alignment is None:
        st.caption("RNNencdec looks at no word, so there is no alignment.")
        return
    dark = charts.dark()
    figure = alignment_heatmap(alignment, clickable=False, dark=dark)
    # Its own width, so that a wide one goes below the words, not beside them.
    with st.container(key="figure-so-far", width=figure.layout.width):
        st.caption("Its alignment so far")
        charts.still(
            figure,
            key="so_far",
            alt="Alignment of the chosen hypothesis so far",
        )
