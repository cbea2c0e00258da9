"""One sentence searched with beams of different sizes, one below the other."""

from dataclasses import replace

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.figures.labels import plain
from nmtviz.figures.search import TreeView, beam_tree
from nmtviz.ui import escape, search_cache, search_tree
from nmtviz.ui.search_found import Found

SIZES = 1, 4, 12


def draw(found: Found) -> None:
    """Draw a tree for each beam size; their columns are the same positions."""
    search_tree.legend()
    with st.container(key="figure-beams"):
        for size in SIZES:
            _tree(found, size)


def _tree(found: Found, size: int) -> None:
    search = replace(found.search, beam_size=size, n_best=size)
    sentence, constraints = found.sentence, found.whatif.constraints
    try:
        trace = search_cache.trace(found.info, sentence, search, constraints)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    best = trace.translation.hypotheses[0]
    st.markdown(
        f"**Beam size {size}** · score {best.score:.3f} · log p {best.log_prob:.2f} · "
        f"{len(trace.nodes) - 1} hypotheses looked at  \n"
        f"{escape.markdown(plain(best.text))}"
    )
    dark = st.context.theme.type == "dark"
    view = TreeView(step=trace.steps, selected=trace.n_best[0], dark=dark)
    figure = beam_tree(trace, view)
    st.plotly_chart(
        figure,
        theme=None,
        width=figure.layout.width,
        key=f"beam.{size}",
        config={"displayModeBar": False},
        alt=f"Tree of the search with beam size {size}: {plain(best.text)}",
    )
