"""What to look at: the test set, two systems, which sentences of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from nmtviz.notes import Notes
from nmtviz.ui import links
from nmtviz.ui.errors.table import (
    COVERAGE,
    ENTROPY,
    LONGEST_PATTERN,
    REPEATS,
    UNKNOWN,
    Filter,
)
from nmtviz.ui.lengths.sets import Shelf, System, Texts

DATA, FIRST, SECOND, LINE = "set", "first", "second", "line"
LENGTHS, DELTA, TEXT, PATTERN, TAG = "words", "delta", "find", "regex", "tag"
VIEW, MARKS, LOOKS, GOLD_SET, NETWORKS, THRESHOLD = (
    *("view", "marks", "looks"),
    *("gold", "network", "threshold"),
)
"""Names of the settings, in the address too."""

LEAST: Mapping[str, tuple[str, float, float]] = {
    COVERAGE: ("Coverage ≥", 0.05, 10.0),
    ENTROPY: ("Entropy ≥", 0.1, 10.0),
    UNKNOWN: ("Unknown ≥", 1.0, 300.0),
    REPEATS: ("Repeats ≥", 1.0, 300.0),
}
"""Label, step and most of the filters that are numbers."""

_MOST_WORDS = 100
_HELP = {
    COVERAGE: "How much source words are read too little or too often in all "
    "(Rikters et al. 2017). 0 is even; long sentences that stop early are above 0.2.",
    ENTROPY: "How spread the rows of attention are, in nats: 0 is one word each.",
    UNKNOWN: "Source words the network reads as <unk>, and <unk> that it wrote.",
    REPEATS: "Groups of three words that were there before.",
}


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class View:
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
    names = sorted(
        shelf.names,
        key=lambda name: not shelf.systems[name] or name not in shelf.texts,
    )
    return st.selectbox(
        "Test set",
        names,
        key=DATA,
        bind="query-params",
        on_change=links.drop,
        args=(FIRST, SECOND, LINE),
        width=220,
    )


def systems(shelf: Shelf, data: str) -> View | None:
    """Ask for one or two systems; None if nobody has translated the test set."""
    found = shelf.systems[data]
    names = list(found)
    if not names:
        return None
    first = st.selectbox("Errors of", names, key=FIRST, bind="query-params", width=200)
    others = [name for name in names if name != first]
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
    return View(
        data=data,
        texts=shelf.texts.get(data),
        first=found[first],
        second=found[second] if second else None,
    )


def filters(view: View, notes: Notes) -> Filter:
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
            1,
            _MOST_WORDS,
            (1, _MOST_WORDS),
            key=LENGTHS,
            bind="query-params",
            width=185,
            help=f"{_MOST_WORDS} stands for all longer ones too.",
        )
        delta = (-100, 100)
        if view.second:
            delta = st.slider(
                "Δ chrF",
                -100,
                100,
                (-100, 100),
                key=DELTA,
                bind="query-params",
                width=185,
                help=f"{view.second.name} minus {view.first.name}: below 0, the "
                "first one is nearer to the reference.",
            )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        least = {name: _least(name) for name in LEAST}
        tags = st.multiselect(
            "With a tag", notes.tags, key=TAG, bind="query-params", width=165
        )
        st.button("Show all", on_click=links.drop, args=_FILTERS, key="show-all")
    return Filter(
        words=(words[0], words[1] if words[1] < _MOST_WORDS else None),
        delta=(float(delta[0]), float(delta[1])),
        least=least,
        text=text,
        is_pattern=is_pattern,
        tags=tags,
    )


def problems(values: Mapping[str, Sequence[str]], shelf: Shelf) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    data = [*shelf.names[:1], *values.get(DATA, ())][-1]
    systems = list(shelf.systems.get(data, ()))
    known: dict[str, Sequence[str] | None] = dict.fromkeys(
        [*_FILTERS, LINE, VIEW, MARKS, LOOKS, GOLD_SET, NETWORKS, THRESHOLD]
    )
    known |= {DATA: shelf.names, FIRST: systems, SECOND: systems}
    return links.unusable(values, known)


_FILTERS = (TEXT, PATTERN, LENGTHS, DELTA, TAG, *LEAST)


def _least(column: str) -> float:
    label, step, most = LEAST[column]
    return st.number_input(
        label,
        0.0,
        most,
        0.0,
        step,
        key=column,
        bind="query-params",
        format="%.0f" if step == 1 else "%.2f",
        width=136,
        help=_HELP[column],
    )
