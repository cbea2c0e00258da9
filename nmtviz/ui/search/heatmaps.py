"""Alignments with and without what is imposed; a click sets where a row looks."""

from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from nmtviz.constraints import ForcedRow
from nmtviz.figures.alignment import MOST_CLICKABLE, alignment_heatmap, make_dense
from nmtviz.figures.changes import mark_set_rows, outline_rows
from nmtviz.figures.frame import must_be_dense
from nmtviz.figures.saving import svg_button
from nmtviz.results import Alignment
from nmtviz.ui import charts
from nmtviz.ui.search import history
from nmtviz.ui.search.found import Found

TARGET = "whatif.row.target"
"""The target position whose row is edited, in the session."""

_CHART = "heatmap.rows"
_PAGE = 960
"""Pixels of the page on a usual screen."""

_NOTICEABLE = 0.1
"""How much a weight must differ for its row to count as changed."""


def draw(found: Found) -> None:
    """Draw the alignment, beside the untouched one if anything is imposed."""
    after = found.translation.alignment()
    before = found.untouched.translation.alignment()
    if before is None or after is None:
        st.caption("RNNencdec has no alignment in which anything could change.")
        return
    clickable = after.weights.size <= MOST_CLICKABLE
    st.caption(
        "Click a cell to set all the weight of its row there and decode on; click it "
        "again to let the network choose."
        if clickable
        else "The picture is too large to listen to clicks; *Set where it looks* sets "
        "its rows."
    )
    dark = charts.dark()
    figure = alignment_heatmap(after, clickable=clickable, dark=dark)
    with st.container(horizontal=True, gap="small", key="figure-heatmaps"):
        if found.whatif:
            untouched = alignment_heatmap(before, clickable=False, dark=dark)
            if must_be_dense([before, after], _PAGE):
                make_dense(untouched, before)
                make_dense(figure, after)
            with st.container(width=untouched.layout.width):
                st.caption("Untouched")
                charts.still(
                    untouched, key="heatmap.untouched", alt="Untouched alignment"
                )
        _clickable(found, after, figure, changed_rows(before, after), dark=dark)


def changed_rows(before: Alignment, after: Alignment) -> list[int]:
    """Return the rows of `after` whose word or weights are not those of `before`."""
    # Where a word stands for another, the columns still are the same places.
    comparable = len(before.source) == len(after.source)
    rows = set(range(len(after.target)))
    matcher = SequenceMatcher(None, before.target, after.target, autojunk=False)
    for block in matcher.get_matching_blocks():
        for offset in range(block.size if comparable else 0):
            old, new = (
                before.weights[block.a + offset],
                after.weights[block.b + offset],
            )
            if np.abs(old - new).max() < _NOTICEABLE:
                rows.discard(block.b + offset)
    return sorted(rows)


def set_rows(found: Found) -> list[int]:
    """Return the rows of the best hypothesis that were set by hand."""
    length = len(found.translation.hypotheses[0].tokens)
    rows = (row.position for row in found.whatif.constraints.alignment)
    return [row for row in rows if row < length]


def _clickable(
    found: Found,
    alignment: Alignment,
    figure: go.Figure,
    changed: Sequence[int],
    *,
    dark: bool,
) -> None:
    by_hand = set_rows(found)
    columns = len(alignment.source)
    outline_rows(figure, changed, columns=columns, dark=dark)
    mark_set_rows(figure, by_hand, columns=columns, dark=dark)
    told = _told(found, changed, by_hand)
    with st.container(width=figure.layout.width):
        st.caption(told)
        _chart(found, figure, told)


def _chart(found: Found, figure: go.Figure, told: str) -> None:
    st.plotly_chart(
        figure,
        theme=None,
        width=figure.layout.width,
        key=_CHART,
        on_select=lambda: _click(found),
        selection_mode="points",
        config=svg_button("alignment"),
        alt=f"Alignment. {told}",
    )


def _told(found: Found, changed: Sequence[int], by_hand: Sequence[int]) -> str:
    parts = ["Changed" if found.whatif else "As the network looks"]
    if changed:
        parts.append(f"outlined rows differ ({len(changed)})")
    if by_hand:
        parts.append(f"◀ set by hand ({len(by_hand)})")
    return " · ".join(parts)


def _click(found: Found) -> None:
    """Set the row that was clicked, or let it free if it is set like that."""
    points = st.session_state[_CHART].selection.points
    if not points:
        return
    target, place = (int(value) for value in points[0]["customdata"][:2])
    row = ForcedRow(target, ((place, 1.0),))
    free = row in found.whatif.constraints.alignment
    st.session_state[TARGET] = target  # the editor shows the row that was clicked
    history.impose(found.whatif.free(target) if free else found.whatif.looking(row))
