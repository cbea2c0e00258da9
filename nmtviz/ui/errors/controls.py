"""What to look at: the test set, two systems, which sentences of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from nmtviz.notes import Notes
from nmtviz.ui import escape, links, widgets
from nmtviz.ui.errors.table import (
    COVERAGE,
    ENTROPY,
    LONGEST_PATTERN,
    REPEATS,
    UNKNOWN,
    Filter,
    pattern_of,
)
from nmtviz.ui.shelf.sets import Shelf, System, Texts

# Names of the settings, in the address too:
DATA = "set"
FIRST = "first"
SECOND = "second"
LINE = "line"
LENGTHS = "words"
DELTA = "delta"
TEXT = "find"
PATTERN = "regex"
TAG = "tag"
VIEW = "view"
MARKS = "marks"
LOOKS = "looks"
GOLD_SET = "gold"
NETWORKS = "network"
THRESHOLD = "threshold"

ORDER = "order"

SENTENCES = "Sentences"
WORDS = "Words"
AGREEMENT = "Alignment error rate"
FILES = "Alignment files"
VIEWS = (SENTENCES, WORDS, AGREEMENT, FILES)

ORDERS = (1, 2, 3, 4)
"""Words of an n-gram."""

OTHER = "the other system"
REFERENCE = "the reference"
TRANSLATION = "its own translation"
"""What a translation is compared with, or what is written to see where one looks."""

LEAST_WEIGHT, MOST_WEIGHT = 0.01, 1.0
"""Of a link that is made of attention."""

LEAST: Mapping[str, tuple[str, float, float]] = {
    COVERAGE: ("Coverage ≥", 0.05, 10.0),
    ENTROPY: ("Entropy ≥", 0.1, 10.0),
    UNKNOWN: ("Unknown ≥", 1.0, 300.0),
    REPEATS: ("Repeats ≥", 1.0, 300.0),
}
"""Label, step and most of the filters that are numbers."""

_MOST_WORDS = 100
_LENGTHS, _DELTAS = (1, _MOST_WORDS), (-100, 100)
_NO_FILTER: Mapping[str, object] = {
    **{TEXT: "", PATTERN: False, LENGTHS: _LENGTHS, DELTA: _DELTAS, TAG: []},
    **dict.fromkeys(LEAST, 0.0),
}
"""What lets every sentence through, as the filters are at first."""

_HELP = {
    COVERAGE: "How much source words are read too little or too often in all "
    "(Rikters et al. 2017). 0 is even, and few sentences are; sort by the column to "
    "see the most uneven ones.",
    ENTROPY: "How spread the rows of attention are, in nats: 0 is one word each.",
    UNKNOWN: "Source words the network reads as <unk>, and <unk> that it wrote.",
    REPEATS: "Groups of three words that were there before.",
}


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
    return st.selectbox(
        "Test set",
        _names(shelf),
        key=DATA,
        bind="query-params",
        on_change=st.session_state.update,
        args=({LINE: None},),
        width=220,
    )


def systems(shelf: Shelf, data: str) -> ErrorsView | None:
    """Ask for one or two systems; None if nobody has translated the test set."""
    found = shelf.systems[data]
    names = list(found)
    if not names:
        return None
    widgets.fit(FIRST, names, names[0])
    first = st.selectbox("Errors of", names, key=FIRST, bind="query-params", width=200)
    others = [name for name in names if name != first]
    widgets.fit(SECOND, others, others[0] if others else None)
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
    return ErrorsView(
        data=data,
        texts=shelf.texts.get(data),
        first=found[first],
        second=found[second] if second else None,
    )


def filters(view: ErrorsView, notes: Notes) -> Filter:
    """Ask which sentences to show."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        text = st.text_input(
            "Search in texts, tags and notes",
            key=TEXT,
            bind="query-params",
            placeholder="a word, or a pattern",
            width=240,
        )
        is_pattern = st.toggle(
            "Regular expression",
            key=PATTERN,
            bind="query-params",
            help=rf"Such as `\bne\b(?!.*\bpas\b)`, at most {LONGEST_PATTERN} "
            "characters; `^` and `$` stand for the ends of each text.",
        )
        words = st.slider(
            "Source words",
            *_LENGTHS,
            _LENGTHS,
            key=LENGTHS,
            bind="query-params",
            width=185,
            help=f"{_MOST_WORDS} stands for all longer ones too.",
        )
        delta = _DELTAS
        if view.second:
            delta = st.slider(
                "Δ chrF",
                *_DELTAS,
                _DELTAS,
                key=DELTA,
                bind="query-params",
                width=185,
                help=f"{escape.markdown(view.second.name)} minus "
                f"{escape.markdown(view.first.name)}: below 0, the first one is nearer "
                "to the reference.",
            )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        attends = not np.isnan(view.first.scores.entropy).all()
        least = {name: _least(name, view.first, attends=attends) for name in LEAST}
        widgets.check({TAG: notes.tags})
        tags = st.multiselect(
            "With a tag", notes.tags, key=TAG, bind="query-params", width=165
        )
        st.button(
            "Show all",
            key="show-all",
            on_click=st.session_state.update,
            args=(_NO_FILTER,),
        )
    return Filter(
        words=(min(words), max(words) if max(words) < _MOST_WORDS else None),
        delta=(float(min(delta)), float(max(delta))),  # a link may turn them around
        least=least,
        text=text,
        is_pattern=is_pattern,
        tags=tags,
    )


def search_for(words: Sequence[str]) -> None:
    """Go to the sentences with some words in a row, and to no other."""
    asked = pattern_of(words)
    filters = {**_NO_FILTER, TEXT: asked, PATTERN: True, LINE: None}
    st.session_state.update({VIEW: SENTENCES, **filters})
    # Widgets write what is chosen in them, not what they find when they are drawn.
    links.write(TEXT, asked)
    links.write(PATTERN, "true")


def line(count: int) -> int | None:
    """Ask for a sentence by its line, as a row of the table does.

    It stands in the address by our own hand: Streamlit fails on a number too large.
    """
    lines = range(1, count + 1)
    widgets.check({LINE: lines})
    if LINE not in st.session_state:
        st.session_state[LINE] = links.whole(st.query_params.get(LINE, ""))
    if st.session_state[LINE] not in lines:
        st.session_state[LINE] = None
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
    return number


def problems(values: Mapping[str, Sequence[str]], shelf: Shelf) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    data = values[DATA][-1] if DATA in values else _names(shelf)[0]
    systems = list(shelf.systems.get(data, ()))
    first = values.get(FIRST, systems[:1])
    others = [name for name in systems if name not in first]
    known: dict[str, links.Allowed] = {
        **{DATA: shelf.names, FIRST: systems, SECOND: others},
        **{VIEW: VIEWS, MARKS: (OTHER, REFERENCE), LOOKS: (REFERENCE, TRANSLATION)},
        ORDER: [str(order) for order in ORDERS],
        PATTERN: links.SWITCH,
        LENGTHS: links.between(*_LENGTHS),
        DELTA: links.between(*_DELTAS),
        THRESHOLD: links.between(LEAST_WEIGHT, MOST_WEIGHT),
        **{name: links.between(0, most) for name, (_, _, most) in LEAST.items()},
        # These depend on what is shown, or may be anything.
        **dict.fromkeys([TEXT, TAG, LINE, GOLD_SET, NETWORKS]),
    }
    told = links.unusable(values, known)
    for name, (least, most) in ((LENGTHS, _LENGTHS), (DELTA, _DELTAS)):
        texts = values.get(name, ("", ""))
        if len(texts) != 2 and all(map(links.between(least, most), texts)):
            told.append(f"The link's {name} must be two numbers, got {len(texts)}.")
    return told


def _names(shelf: Shelf) -> list[str]:
    """Return the test sets; those whose sentences can be read come first."""
    return sorted(
        shelf.names,
        key=lambda name: not shelf.systems[name] or name not in shelf.texts,
    )


def _least(column: str, system: System, *, attends: bool) -> float:
    """Ask for the least value of a column; of attention, only where there is any."""
    label, step, most = LEAST[column]
    missing = column in {COVERAGE, ENTROPY} and not attends
    found = st.number_input(
        label,
        0.0,
        most,
        0.0,
        step,
        key=column,
        bind="query-params",
        format="%.0f" if step == 1 else "%.2f",
        width=136,
        help=f"Needs attention, which {escape.markdown(system.name)} has not."
        if missing
        else _HELP[column],
        disabled=missing,
    )
    return 0.0 if missing else found
