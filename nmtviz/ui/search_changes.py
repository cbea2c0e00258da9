"""What differs between two translations, in their words and their alignments."""

import html
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np
import streamlit as st

from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.changes import outline_rows
from nmtviz.figures.labels import plain
from nmtviz.results import Alignment
from nmtviz.traces import SearchTrace
from nmtviz.ui import charts, escape, search_whatif
from nmtviz.ui.search_found import Found

_NOTICEABLE = 0.1
"""How much a weight must differ for its row to count as changed."""


def differing(
    before: Sequence[str], after: Sequence[str]
) -> tuple[list[bool], list[bool]]:
    """Say of each word whether the other side lacks it at its place."""
    old, new = [True] * len(before), [True] * len(after)
    for block in _matcher(before, after).get_matching_blocks():
        for offset in range(block.size):
            old[block.a + offset] = new[block.b + offset] = False
    return old, new


def changed_rows(before: Alignment, after: Alignment) -> list[int]:
    """Return the rows of `after` whose word or weights are not those of `before`."""
    same_source = before.source == after.source
    rows = set(range(len(after.target)))
    for block in _matcher(before.target, after.target).get_matching_blocks():
        for offset in range(block.size if same_source else 0):
            old, new = (
                before.weights[block.a + offset],
                after.weights[block.b + offset],
            )
            if np.abs(old - new).max() < _NOTICEABLE:
                rows.discard(block.b + offset)
    return sorted(rows)


def draw(found: Found) -> None:
    """Show the translation, and above it the untouched one if anything is imposed."""
    before = found.untouched.translation.hypotheses[0]
    after = found.translation.hypotheses[0]
    if not found.whatif:
        _versions([("Translation", "span", before.text.split(), None)], found)
        return
    old, new = before.text.split(), after.text.split()
    gone, come = differing(old, new)
    with st.container(border=True, key="whatif"):
        _versions(
            [("Untouched", "del", old, gone), ("Changed", "ins", new, come)], found
        )
        _imposed(found)


def heatmaps(found: Found) -> None:
    """Draw both alignments, with the rows that changed outlined in the second."""
    before, after = _alignment(found.untouched), _alignment(found.trace)
    if before is None or after is None:
        st.caption("RNNencdec has no alignment in which anything could change.")
        return
    pictures = [("Untouched", before, list[int]())]
    if found.whatif:
        pictures.append(("Changed", after, changed_rows(before, after)))
    dark = st.context.theme.type == "dark"
    with st.container(horizontal=True, gap="large", key="figure-heatmaps"):
        for title, alignment, rows in pictures:
            figure = outline_rows(
                alignment_heatmap(alignment, dark=dark),
                rows,
                columns=len(alignment.source),
                dark=dark,
            )
            with st.container(width=figure.layout.width):
                told = f": outlined rows differ ({len(rows)})" if rows else ""
                st.caption(f"{title}{told}")
                charts.still(
                    figure,
                    key=f"heatmap.{title}",
                    alt=f"{title} alignment{told}",
                )


def _alignment(trace: SearchTrace) -> Alignment | None:
    return trace.translation.alignment(0)


def _versions(
    versions: list[tuple[str, str, list[str], list[bool] | None]], found: Found
) -> None:
    traces = [found.untouched, found.trace]
    parts = []
    for (title, tag, words, flags), trace in zip(versions, traces, strict=False):
        best = trace.translation.hypotheses[0]
        marked = " ".join(
            f"<{tag}>{html.escape(plain(word))}</{tag}>"
            if flag
            else html.escape(plain(word))
            for word, flag in zip(words, flags or [False] * len(words), strict=True)
        )
        parts.append(
            f"<small>{title} · score {best.score:.3f} · log p {best.log_prob:.2f}"
            f"</small>{marked}"
        )
    st.html(f'<div class="versions">{"".join(parts)}</div>')


def _imposed(found: Found) -> None:
    """List what is imposed, with the way back."""
    told = found.whatif.told(found.translation.source)
    st.caption("It " + "; it ".join(map(escape.markdown, told)) + ".")


def undo_buttons(found: Found) -> None:
    """Offer to take back the last change or all of them; both can be repeated."""
    if not search_whatif.can_undo():
        return
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Undo", key="undo", icon=":material/undo:", on_click=search_whatif.undo
        )
        if found.whatif:
            st.button(
                "Reset",
                key="reset",
                icon=":material/restart_alt:",
                on_click=search_whatif.impose,
                args=(search_whatif.WhatIf(),),
                help="Back to the untouched translation. Undo takes this back too.",
            )


def _matcher(before: Sequence[str], after: Sequence[str]) -> "SequenceMatcher[str]":
    return SequenceMatcher(None, before, after, autojunk=False)
