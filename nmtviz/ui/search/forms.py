"""What if: ways to change a translation, each a small form."""

import re

import numpy as np
import pandas as pd
import streamlit as st

from nmtviz.arrays import FloatArray
from nmtviz.constraints import ForcedRow
from nmtviz.errors import NmtvizError
from nmtviz.figures.labels import plain
from nmtviz.ui import escape
from nmtviz.ui.search import heatmaps, history
from nmtviz.ui.search.found import Found
from nmtviz.ui.spoken import spoken

_WORD = re.compile(r"\w[\w\u0300-\u036f'\u2019-]*")  # accents may stand apart
_WIDTH = 225


def draw(found: Found) -> None:
    """Offer every change, and show what it does to the alignment."""
    with st.container(horizontal=True, gap="medium", key="whatif-forms"):
        for title, ask in (
            ("Force the beginning", _prefix),
            ("Forbid a word", _banned),
            ("Replace a source word", _source),
        ):
            with st.container(border=True, width=_WIDTH, height="stretch"):
                st.markdown(f"**{title}**")
                ask(found)
    if found.trace.nodes[-1].alignment is not None:
        with st.container(border=True):
            st.markdown("**Set where it looks**")
            _row(found)
    heatmaps.draw(found)


def replaced(sentence: str, word: int, by: str) -> str:
    """Return a sentence with one of its words, counted from 0, replaced.

    With nothing in its place, a space beside it goes too.
    """
    match = list(_WORD.finditer(sentence))[word]
    before, behind = sentence[: match.start()], sentence[match.end() :]
    if not by and behind[:1] == " ":
        behind = behind.lstrip()
    elif not by:
        before = before.rstrip()
    return before + by + behind


def _prefix(found: Found) -> None:
    with st.form("whatif.prefix", border=False, clear_on_submit=True):
        text = st.text_input(
            "The translation starts with",
            key="whatif.prefix.text",
            placeholder=f"{spoken([found.info]).target} words",
        )
        if st.form_submit_button("Decode on") and text.strip():
            history.search_again(found.whatif.starting_with(text.strip()))
    st.caption("Or choose a node of the tree and decode on from there.")


def _banned(found: Found) -> None:
    with st.form("whatif.banned", border=False, clear_on_submit=True):
        text = st.text_input(
            "Never write",
            key="whatif.banned.text",
            placeholder=f"{spoken([found.info]).target} word",
        )
        if st.form_submit_button("Search again") and text.strip():
            history.search_again(found.whatif.without(text.strip()))
    best = found.translation.hypotheses[0]
    st.caption(f"It wrote: {escape.markdown(plain(best.text))}")


def _source(found: Found) -> None:
    words = _WORD.findall(found.sentence)
    with st.form("whatif.source", border=False, clear_on_submit=True):
        word = st.selectbox(
            "Source word",
            range(len(words)),
            index=None,
            format_func=lambda i: f"{i + 1} {plain(words[i])}",
            placeholder="choose a word",
            key=f"whatif.source.word.{found.sentence}",
        )
        text = st.text_input(
            "becomes", key="whatif.source.text", placeholder="empty: it is left out"
        )
        pressed = st.form_submit_button("Translate the change")
    if pressed and word is not None:
        changed = replaced(found.sentence, word, text.strip())
        if _WORD.search(changed):
            history.search_again(found.whatif.reading(changed))
        else:
            st.error("A sentence without a word cannot be translated.")


def _row(found: Found) -> None:
    """Ask for a target position and the weights of its row."""
    source, best = found.translation.source, found.translation.hypotheses[0]
    if best.alignment is None:
        return
    # Boxes of their own for other words: a browser keeps the word that was chosen.
    key = f"{heatmaps.TARGET}.{' '.join(best.tokens.texts)}"
    last = len(best.tokens) - 1
    st.session_state[key] = min(st.session_state.get(heatmaps.TARGET, 0), last)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        target = st.selectbox(
            "While writing",
            range(len(best.tokens)),
            format_func=lambda i: f"{i + 1} {plain(best.tokens.texts[i])}",
            key=key,
            on_change=_take_row,
            args=(key,),
            width=220,
        )
        place = st.selectbox(
            "it looks only at",
            range(len(source)),
            index=None,
            format_func=lambda j: f"{j + 1} {plain(source.texts[j])}",
            placeholder="choose, or edit below",
            key=f"whatif.row.source.{found.translation.sentence}",
            width=220,
        )
        pressed = st.button(
            "Decode with this row", key="whatif.row", icon=":material/visibility:"
        )
    weights = _edited(found, target, place, best.alignment[target])
    if pressed:
        try:
            row = ForcedRow.of(target, weights)
        except NmtvizError as error:
            st.error(escape.markdown(str(error)))
            return
        history.search_again(found.whatif.looking(row))


def _take_row(key: str) -> None:
    st.session_state[heatmaps.TARGET] = st.session_state[key]


def _edited(
    found: Found, target: int, place: int | None, row: FloatArray
) -> list[float]:
    """Let the weights of a row be edited; they need not sum to 1.

    Args:
        found: The translation.
        target: Position of the row.
        place: The one source word to look at, to begin with; None begins with `row`.
        row: The network's own weights, shape (source,).
    """
    if place is not None:
        row = np.eye(len(row))[place]
    names = [
        f"{j} {plain(text)}" for j, text in enumerate(found.translation.source.texts, 1)
    ]
    table = pd.DataFrame([row.round(3)], columns=names, index=["weight"])
    number = st.column_config.NumberColumn(min_value=0.0, format="%.3f", width=104)
    edited = st.data_editor(
        table,
        column_config=dict.fromkeys(names, number),
        hide_index=True,
        key=f"whatif.row.weights.{hash(found.name)}.{target}.{place}",
    )
    st.caption("Edit the weights of the row; they are scaled to sum to 1.")
    return [float(weight) for weight in edited.iloc[0].fillna(0.0)]
