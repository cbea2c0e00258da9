"""What to look at: the test set, two systems, one of the sentences."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from nmtviz.alignments.links import Words
from nmtviz.ui import entry, held, links, widgets
from nmtviz.ui.shelf.sets import Shelf
from nmtviz.ui.shelf.systems import System, Texts

# Names of the settings, in the address too:
DATA = "set"
FIRST = "first"
SECOND = "second"
LINE = "line"
VIEW = "view"
MARKS = "marks"
LOOKS = "looks"
GOLD_SET = "gold"
NETWORKS = "network"
THRESHOLD = "threshold"
ORDER = "order"
WEIGHTS = "linked_by"

SENTENCES = "Sentences"
WORDS = "Words"
AGREEMENT = "Alignment error rate"
FILES = "Alignment files"
VIEWS = (SENTENCES, WORDS, AGREEMENT, FILES)

ORDERS = (1, 2, 3, 4)
"""Words of an n-gram."""

_LEFT = "errors.left"
"""The open line, in the session, also while another page is shown."""

OTHER = "the other system"
REFERENCE = "the reference"
TRANSLATION = "its own translation"
"""What a translation is compared with, or what is written to see where one looks."""

COUNTED: dict[Words, str] = {
    "spaces": "words with white space between",
    "moses": "Moses' words",
}
"""What links may count, in a person's words."""

LEAST_WEIGHT, MOST_WEIGHT = 0.01, 1.0
"""Of a link that is made of weights."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ErrorsView:
    """What is looked at."""

    data: str
    """Name of the test set."""

    texts: Texts | None
    """Its sentences, where they are here."""

    first: System
    """Whose errors these are."""

    second: System | None
    """Whom to compare it with."""

    @property
    def systems(self) -> list[System]:
        """Both, or the first alone."""
        return [self.first, self.second] if self.second else [self.first]


def data_set(shelf: Shelf) -> str:
    """Ask for the test set; one whose sentences can be read comes first."""
    names = data_sets(shelf)
    if held.gone(DATA, names):
        st.session_state[LINE] = None
    chosen = st.selectbox(
        "Test set",
        names,
        key=DATA,
        bind="query-params",
        on_change=st.session_state.update,
        args=({LINE: None},),
        width=220,
    )
    entry.take_set_along(chosen, chosen=chosen != names[0])
    return chosen


def systems(shelf: Shelf, data: str) -> ErrorsView | None:
    """Ask for one or two systems; None if nobody has translated the test set."""
    found = shelf.systems[data]
    names = system_names(found)
    if not names:
        return None
    held.fit(FIRST, names, names[0])
    first = st.selectbox("Errors of", names, key=FIRST, bind="query-params", width=200)
    others = [name for name in names if name != first]
    held.fit(SECOND, others, others[0] if others else None)
    second = st.selectbox(
        "Compared with",
        others,
        index=0 if others else None,
        key=SECOND,
        bind="query-params",
        placeholder="nobody",
        width=200,
        disabled=not others,
    )
    entry.come_back_to_pair(first, second)
    return ErrorsView(
        data=data,
        texts=shelf.texts.get(data),
        first=found[first],
        second=found[second] if second else None,
    )


def system_names(found: Mapping[str, System]) -> list[str]:
    """Return who may be chosen, those first of whom one can see where they look."""
    return sorted(found, key=lambda name: found[name].translator is None)


def open_line(count: int) -> int | None:
    """Return the line of the sentence that is open, before `ask_line` is drawn.

    It stands in the address by our own hand: Streamlit fails on a number too large.
    """
    lines = range(1, count + 1)
    widgets.check({LINE: lines})
    if links.begins(LINE):
        st.session_state[LINE] = links.whole(st.query_params.get(LINE, ""))
    if st.session_state[LINE] not in lines:
        st.session_state[LINE] = None
    found: int | None = st.session_state[LINE]
    return found


def ask_line(count: int) -> None:
    """Ask for a sentence by its line, as a row of the table does."""
    number = st.number_input(
        "Sentence in full, by its line",
        1,
        count,
        None,
        1,
        key=LINE,
        placeholder="a line of the table",
        width=220,
    )
    links.write(LINE, None if number is None else str(number))
    st.session_state[_LEFT] = number


def come_back() -> None:
    """Open the sentence again from which a link was followed to another page.

    The browser's Back leads to an address with what the link asks of that page, and
    without the open line, which is not Streamlit's to bring back.
    """
    strangers = links.of_another_page()
    if not strangers:
        return
    new: dict[str, str] = {}
    if left := st.session_state.get(_LEFT):
        new[LINE] = str(left)
        st.session_state[LINE] = left
    links.change(strangers, new)


def data_sets(shelf: Shelf) -> list[str]:
    """Return the test sets; those whose sentences can be read come first."""
    return sorted(
        shelf.names,
        key=lambda name: not shelf.systems[name] or name not in shelf.texts,
    )
