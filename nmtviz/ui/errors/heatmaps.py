"""A heatmap with gold links over it, and the files it can be taken away as."""

from functools import partial

import streamlit as st

from nmtviz.alignments.matrices import write_json
from nmtviz.alignments.pairs import AlignedPair
from nmtviz.curves import number_or_dash
from nmtviz.evaluation.alignment import score_links
from nmtviz.figures.alignment import ATTENTION, LOST, alignment_heatmap
from nmtviz.figures.gold_links import outline_links
from nmtviz.figures.told import heaviest
from nmtviz.figures.vector import alignment_svg
from nmtviz.gold import GoldLinks
from nmtviz.results import Alignment, heaviest_links
from nmtviz.ui import charts, downloads, escape, tables
from nmtviz.ui.downloads import File

_NARROWEST = 330


def draw(
    title: str,
    pair: AlignedPair | None,
    gold: GoldLinks | None,
    *,
    measure: str = ATTENTION,
    key: str,
) -> None:
    """Draw an alignment, with its own hard links outlined or those of a person.

    Args:
        title: Whose it is.
        pair: The alignment; None for a network without attention.
        gold: Links of a person, to outline and to compare with.
        measure: What the weights are.
        key: Names the picture on the page.
    """
    if pair is None or not pair.alignment.weights.size:
        with st.container(width=_NARROWEST):
            st.caption(escape.markdown(title))
            st.caption(
                "There is no alignment: the network never looks back."
                if pair is None
                else "There is nothing to align."
            )
        return
    dark = charts.dark()
    alignment = pair.alignment
    figure = alignment_heatmap(alignment, measure=measure, clickable=False, dark=dark)
    if links := gold or pair.links:
        outline_links(figure, links, dark=dark)
    with st.container(width=max(figure.layout.width, _NARROWEST)):
        st.caption(f"{escape.markdown(title)}{_agreement(alignment, gold)}")
        charts.still(
            figure,
            key=f"heatmap.{key}",
            alt=f"{title}: {measure}. {heaviest(alignment)}",
        )
        _files(pair, measure, key)


def _agreement(alignment: Alignment, gold: GoldLinks | None) -> str:
    """Say how far the heaviest links are those of a person."""
    if gold is None:
        return ""
    score = score_links(heaviest_links(alignment.weights), gold)
    rate = number_or_dash(score.aer)
    return (
        f" · AER {rate} by the heaviest word of each row, {score.sure_found} of "
        f"{score.sure} sure links found"
    )


def _files(pair: AlignedPair, measure: str, key: str) -> None:
    svg = partial(alignment_svg, pair.alignment, measure=measure)
    files = (
        File("SVG", "svg", "image/svg+xml", svg),
        File("CSV", "csv", "text/csv", tables.csv(pair.alignment)),
        File("JSON", "json", "application/json", write_json([pair])),
        File("Pharaoh", "pharaoh.txt", "text/plain", pair.pharaoh() + "\n"),
    )
    name = f"{key}.difference" if measure == LOST else key
    with st.container(horizontal=True):
        downloads.row(files, name, key=key)
