"""One sentence searched with beams of different sizes, one below the other."""

from dataclasses import replace

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.figures.labels import plain
from nmtviz.figures.search import beam_tree, column_width
from nmtviz.figures.tree_view import TreeView
from nmtviz.traces import SearchTrace
from nmtviz.ui import cache, charts, drawing, escape
from nmtviz.ui.differences import differing, marked_markdown
from nmtviz.ui.search import tree
from nmtviz.ui.search.found import Found

SIZES = 1, 4, 12


def draw(found: Found) -> None:
    """Draw a tree for each beam size; their columns stand one below the other."""
    try:
        traces = {size: _searched(found, size) for size in SIZES}
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    differ = len({one.translation.hypotheses[0].text for one in traces.values()}) > 1
    st.caption(
        "One sentence, a tree for each beam, position below position. "
        + (
            "Marked are the words that the smaller beam above does not have there."
            if differ
            else "All of them write the same."
        )
    )
    tree.legend(found.info, choosing=False)
    column = column_width(traces.values())
    before: list[str] | None = None
    for size, trace in traces.items():
        words = trace.translation.hypotheses[0].text.split()
        _, new = differing(words if before is None else before, words)
        _tree(size, trace, column, marked_markdown(words, new, "green"))
        before = words


def _searched(found: Found, size: int) -> SearchTrace:
    search = replace(found.search, beam_size=size, n_best=size)
    return cache.trace(found.info, found.sentence, search, found.whatif.constraints)


def _tree(size: int, trace: SearchTrace, column: int, words: str) -> None:
    best = trace.translation.hypotheses[0]
    st.markdown(
        f"**Beam size {size}** · score {best.score:z.3f} · "
        f"log p {best.log_prob:z.2f} · "
        f"{len(trace.nodes) - 1} hypotheses looked at  \n"
        f"{words}"
    )
    view = TreeView(
        step=trace.steps,
        selected=None,
        column=column,
        dark=charts.dark(),
    )
    drawing.draw(
        beam_tree(trace, view),
        name=f"beam-{size}",
        alt=f"Tree of the search with beam size {size}: {plain(best.text)}",
        together="beams",
    )
