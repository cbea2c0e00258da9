"""A heatmap with gold links over it, and the files it can be taken away as."""

import streamlit as st

from nmtviz.alignments.matrices import write_json
from nmtviz.alignments.pairs import AlignedPair
from nmtviz.evaluation.alignment import heaviest_links, score_links
from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.errors import outline_links
from nmtviz.gold import GoldLinks
from nmtviz.results import Alignment
from nmtviz.ui import charts, escape, tables

_NARROWEST = 330


def draw(
    title: str, alignment: Alignment | None, gold: GoldLinks | None, *, key: str
) -> None:
    """Draw an alignment.

    Args:
        title: Whose it is.
        alignment: Weights on words; None for a network without attention.
        gold: Links to outline.
        key: Names the picture on the page.
    """
    if alignment is None or not alignment.weights.size:
        with st.container(width=_NARROWEST):
            st.caption(escape.markdown(title))
            st.caption("There is no alignment: the network never looks back.")
        return
    dark = st.context.theme.type == "dark"
    figure = alignment_heatmap(alignment, dark=dark)
    if gold:
        outline_links(figure, gold, dark=dark)
    with st.container(width=max(figure.layout.width, _NARROWEST)):
        st.caption(f"{escape.markdown(title)}{_agreement(alignment, gold)}")
        charts.still(figure, key=f"heatmap.{key}", alt=_alternative(title, alignment))
        _files(AlignedPair(alignment=alignment), key)


def _agreement(alignment: Alignment, gold: GoldLinks | None) -> str:
    """Say how far the heaviest links are those of a person."""
    if gold is None:
        return ""
    score = score_links(heaviest_links(alignment.weights), gold)
    rate = "-" if score.aer is None else f"{score.aer:.2f}"
    return (
        f" · AER {rate} by the heaviest word of each row, {score.sure_found} of "
        f"{score.sure} sure links found"
    )


def _files(pair: AlignedPair, key: str) -> None:
    with st.container(horizontal=True):
        for label, suffix, kind, text in (
            ("CSV", "csv", "text/csv", tables.csv(pair.alignment)),
            ("JSON", "json", "application/json", write_json([pair])),
            ("Pharaoh", "pharaoh.txt", "text/plain", pair.pharaoh() + "\n"),
        ):
            st.download_button(
                label,
                text,
                f"{key}.{suffix}",
                kind,
                key=f"download.{suffix}.{key}",
                on_click="ignore",
                icon=":material/download:",
                type="tertiary",
            )


def _alternative(title: str, alignment: Alignment) -> str:
    """Tell the heaviest link of each row to those who do not see the picture."""
    best = alignment.weights.argmax(axis=1)
    told = "; ".join(
        f"{target} from {alignment.source[place]}"
        for target, place in zip(alignment.target, best, strict=True)
    )
    return f"Attention of {title}. Heaviest in each row: {told}"
