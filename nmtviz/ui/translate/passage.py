"""A text of several sentences: all are translated, one of them is looked at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.data.sentences import split_sentences
from nmtviz.figures.labels import shortened
from nmtviz.ui import clicks, entry, held, links
from nmtviz.ui.spoken import spoken
from nmtviz.ui.translate import many, many_table

VIEW = "input"
ONE, TEXT = VIEWS = ("One sentence", "A text")
PASSAGE = "passage"
NUMBER = "number"
ORDER = "text_order"
BY_LINE = "by_line"
# Names of the settings, in the address too.

ORDERS = ("as in the text", "least sure first")

FIRST = (
    "My grandmother lives in a small house near the sea. She has a black cat and a "
    "young dog. The dog does not like the cat, but the cat is not afraid of it. Her "
    "neighbour often brings her fresh bread. She knows the name of every flower in her "
    "garden. Last summer she taught me how to swim. Yesterday it rained all day, so "
    "they stayed at home."
)
"""The text that is there at the start."""

MOST_SENTENCES = 200
_MOST_LINKED = 2_000
"""Characters of a text that an address holds: servers refuse long ones."""

_FIELD, _TABLE = "passage-field", "passage-table"

_LABEL_LENGTH = 90


def view() -> str:
    """Ask whether one sentence or a text is to be translated."""
    chosen = st.segmented_control(
        "View",
        VIEWS,
        default=ONE,
        required=True,
        key=VIEW,
        bind="query-params",
        on_change=_another_view,
        label_visibility="collapsed",
    )
    return chosen or ONE


def settings(values: Mapping[str, Sequence[str]]) -> dict[str, links.Allowed]:
    """Return what the settings of an address that are ours may be."""
    text = (*values.get(PASSAGE, ()), FIRST)[0]
    by_line = "true" in values.get(BY_LINE, ())
    return {
        VIEW: VIEWS,
        PASSAGE: None,
        NUMBER: range(1, len(_split(text, by_line=by_line)) + 1),
        ORDER: ORDERS,
        BY_LINE: links.SWITCH,
    }


def offer(sentence: str) -> None:
    """Offer to translate a text sentence by sentence that was typed as one."""
    found = split_sentences(sentence)
    if len(found) > 1:
        st.button(
            f"These are {len(found)} sentences: translate them one by one",
            key="as-text",
            icon=":material/article:",
            on_click=write,
            args=("\n".join(found),),
        )


def ask(readers: Sequence[CheckpointInfo]) -> list[str]:
    """Ask for a text and return its sentences.

    Args:
        readers: The models that are to read it.
    """
    if _is_in_the_address():
        st.session_state[_FIELD] = st.query_params.get(PASSAGE, FIRST)
    with st.form("passage-form", border=False):
        text = st.text_area(
            f"{spoken(readers).source} text".capitalize(),
            key=_FIELD,
            height=120,
            placeholder="Paste or type some sentences",
            persist_state="session",
            help="A line ends a sentence, and so does a full stop, a question or an "
            "exclamation mark before a capital or a number.",
        )
        st.form_submit_button("Translate", type="primary", on_click=_another_text)
    # Not in the form, which would change the address before the page.
    by_line = st.toggle(
        "A line is a sentence",
        key=BY_LINE,
        bind="query-params",
        on_change=_another_text,
        help="Nothing else ends one: as many translations as there are lines with "
        "words.",
    )
    links.write(PASSAGE, text if text != FIRST and _fits(text) else None)
    if not _fits(text):
        st.caption(
            f":material/link_off: The address holds no more than {_MOST_LINKED:,} "
            "characters: a link to this page, or a reload, does not bring this text."
        )
    found = _split(text, by_line=by_line)
    if len(found) > MOST_SENTENCES:
        st.warning(
            f"The first {MOST_SENTENCES} of {len(found):,} sentences are translated. "
            "`nmtviz translate` takes as many as you like."
        )
    return found[:MOST_SENTENCES]


def _is_in_the_address() -> bool:
    """Say whether the text to show is the address's: at first, and after Back.

    A text that is too long has no entry, just as the first one has none.
    """
    if not links.begins(_FIELD):
        return False
    written = st.session_state.get(_FIELD, "")
    return PASSAGE in st.query_params or _fits(written)


def choose(
    sentences: Sequence[str], models: Sequence[CheckpointInfo], search: SearchConfig
) -> str:
    """Show what models make of all sentences; return the one to look at.

    Args:
        sentences: At least one.
        models: Who translates them, at least one.
        search: How to search.
    """
    found = many.translations(sentences, models, replace(search, n_best=1))
    table = many_table.table(sentences, models, found)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        number = _number(sentences)
        ordered = _ordered(table, [*found])
    places = [place - 1 for place in ordered[many_table.NUMBER]]
    key = clicks.table(_TABLE, (sentences[place] for place in places))
    clicks.tick(key, places.index(number))
    many_table.draw(
        ordered, [*found], key=key, on_select=lambda: _take_row(key, places)
    )
    summary = many_table.summary(table, found)
    st.caption(
        (
            f"{len(table):,} sentences; number {number + 1} is shown below. Click a "
            "row to look at another."
            if len(table) > 1
            else "1 sentence."
        )
        + (f" {summary}." if summary else "")
    )
    many_table.files(table, found)
    entry.take_along(sentences[number])
    return sentences[number]


def write(text: str) -> None:
    """Put a text into the field, and go to the view of a text."""
    st.session_state[_FIELD] = text
    st.session_state[VIEW] = TEXT
    _another_text()


def rewrite(change: Callable[[str], str]) -> None:
    """Write each sentence of the text in the field otherwise, on a line of its own."""
    state = st.session_state
    write("\n".join(map(change, _split(state[_FIELD], by_line=state[BY_LINE]))))


def leave() -> None:
    """Take the text out of the address, as one sentence is shown."""
    for name in (PASSAGE, NUMBER):
        links.write(name, None)


def _number(sentences: Sequence[str]) -> int:
    """Ask which sentence to look at, and return its place."""
    places = range(len(sentences))
    held.fit(NUMBER, places, 0)
    links.restore(NUMBER, len(sentences))
    number = st.selectbox(
        "Sentence to look at",
        places,
        format_func=lambda i: f"{i + 1} · {shortened(sentences[i], _LABEL_LENGTH)}",
        key=NUMBER,
        on_change=links.forget_translation,
        persist_state="session",
        width=560,
    )
    links.remember(NUMBER, number if _fits(st.session_state[_FIELD]) else 0)
    return number


def _split(text: str, *, by_line: bool) -> list[str]:
    """Return the sentences of a text, or its lines that have words."""
    if not by_line:
        return split_sentences(text)
    return [line.strip() for line in text.splitlines() if line.strip()]


def _fits(text: str) -> bool:
    """Say whether an address can hold a text."""
    return len(text) <= _MOST_LINKED


def _ordered(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Ask for an order and return the rows in it.

    Args:
        table: The rows.
        names: Of the models; the first one is whose doubts count.
    """
    order = st.segmented_control(
        "Order",
        ORDERS,
        default=ORDERS[0],
        required=True,
        key=ORDER,
        bind="query-params",
    )
    if order != ORDERS[1] or not names:
        return table
    sure = f"{many_table.SURE} {names[0]}"
    return table.sort_values(sure, kind="stable", na_position="first")


def _take_row(key: str, places: list[int]) -> None:
    """Look at the sentence whose row was clicked."""
    if chosen := clicks.row(key):
        st.session_state[NUMBER] = places[chosen[0]]
        links.forget_translation()


def _another_text() -> None:
    """Look at the first sentence of a text that may be another one."""
    st.session_state[NUMBER] = 0
    links.forget_translation()


def _another_view() -> None:
    """Take the sentence that is looked at along into the field for one."""
    links.forget_translation()
    entry.bring_sentence()
