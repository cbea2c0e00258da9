"""What demonstrations are drawn with: a translation, a picture, a table."""

import pandas as pd
import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.figures.alignment import ATTENTION, Cell, alignment_heatmap
from nmtviz.figures.enlarge import enlarge
from nmtviz.figures.labels import plain
from nmtviz.figures.saving import svg_button
from nmtviz.results import END, Alignment, Tokens
from nmtviz.traces import StepView
from nmtviz.ui import charts, escape, links, onward, tables
from nmtviz.ui.whatif import WhatIf

LARGE = 1.5
"""How many times larger everything is in the presenter view."""

PLACES = range(1, 6)
"""Of the likeliest words in a table."""

_COLUMN = 420


def column(*, large: bool) -> int:
    """Return the pixels of one of two columns."""
    return 540 if large else _COLUMN


def translation(key: str, title: str, text: str) -> None:
    """Show a translation under the name of its model or search."""
    st.markdown(f"**{escape.markdown(title)}**")
    with st.container(key=f"translation-{key}"):
        st.code(text, language=None, wrap_lines=True)


def heatmap(
    key: str,
    alignment: Alignment,
    *,
    large: bool,
    pinned: Cell | None = None,
    measure: str = ATTENTION,
) -> None:
    """Draw an alignment with its table; `measure` says what the numbers are."""
    dark = charts.dark()
    figure = alignment_heatmap(
        alignment, measure=measure, pinned=pinned, clickable=False, dark=dark
    )
    if large:
        figure = enlarge(figure, LARGE)
    with st.container(key=f"figure-{key}"):
        st.plotly_chart(
            figure,
            theme=None,
            width=int(figure.layout.width or _COLUMN),
            key=f"heatmap.{key}",
            config=svg_button(key),
            alt=f"Heatmap: {measure} of each source word for each translated word. "
            "The table below has the numbers.",
        )
    if any(plain(text).startswith("_") for text in alignment.source):
        st.caption("_ stands where a word begins.")
    with st.expander("Table of the picture"):
        table(tables.numbered(alignment).round(3))


def likeliest(step: StepView) -> list[str]:
    """Return the likeliest words of a step with their probabilities, a cell a place."""
    shown = [f"{plain(c.text)}  {c.probability:.3f}" for c in step.choices]
    return [*shown, *[""] * len(PLACES)][: len(PLACES)]


def search_link(
    label: str, info: CheckpointInfo, sentence: str, whatif: WhatIf
) -> None:
    """Link to the search page with the same sentence and the same imposed on it."""
    more = [(links.VIEW, "What if"), (links.WHAT_IF, whatif.to_text())]
    onward.to_search(sentence, info.name, label, more)


def table(rows: pd.DataFrame) -> None:
    """Show a table; its words are only text."""
    safe = rows.map(lambda cell: escape.markdown(str(cell)))
    safe.index = [escape.markdown(str(name)) for name in rows.index]
    safe.columns = [escape.markdown(str(name)) for name in rows.columns]
    st.table(safe, border="horizontal", width="content")


def say(key: str, text: str) -> None:
    """Tell what the numbers of this very translation say, as plain text."""
    with st.container(key=f"pinned-{key}"):
        st.text(text)


def marked(tokens: Tokens) -> str:
    """Return a sentence as Markdown: unknown words and words of pieces stand out."""
    words = []
    for word, text in enumerate(tokens.word_texts):
        places = [i for i, of in enumerate(tokens.words) if of == word]
        pieces = " | ".join(plain(tokens.texts[i]).lstrip("_") for i in places)
        if text == END:
            continue
        if any(tokens.unknown[i] for i in places):
            words.append(f":orange-badge[{escape.markdown(text)}]")
        elif len(places) > 1:
            words.append(f":blue-badge[{escape.markdown(pieces)}]")
        else:
            words.append(escape.markdown(text))
    return " ".join(words)
