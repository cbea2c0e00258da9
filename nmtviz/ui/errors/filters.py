"""Which sentences of a test set to look at."""

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from nmtviz.notes import Notes
from nmtviz.ui import escape, lacking, links, widgets
from nmtviz.ui.errors.controls import LINE, SENTENCES, VIEW, ErrorsView
from nmtviz.ui.errors.table import (
    ANYWHERE,
    COVERAGE,
    ENTROPY,
    IN_TARGET,
    LONGEST_PATTERN,
    NUMBERS_LOST,
    PARTS,
    REPEATS,
    UNKNOWN,
    Filter,
    pattern_of,
)
from nmtviz.ui.shelf.systems import System

# Names of the settings, in the address too:
LENGTHS = "length"
DELTA = "delta"
TEXT = "find"
PART = "in"
PATTERN = "regex"
TAG = "tag"

LEAST: Mapping[str, tuple[str, float, float]] = {
    COVERAGE: ("Uneven coverage ≥", 0.05, 10.0),
    ENTROPY: ("Attention entropy ≥", 0.1, 10.0),
    UNKNOWN: ("Unknown ≥", 1.0, 300.0),
    REPEATS: ("Repeats ≥", 1.0, 300.0),
    NUMBERS_LOST: ("Numbers lost ≥", 1.0, 300.0),
}
"""Label, step and most of the filters that are numbers."""

_MOST_WORDS = 100
_LENGTHS, _DELTAS = (1, _MOST_WORDS), (-100, 100)
_NO_FILTER: Mapping[str, object] = {
    **{TEXT: "", PART: ANYWHERE, PATTERN: False, TAG: []},
    **{LENGTHS: _LENGTHS, DELTA: _DELTAS},
    **dict.fromkeys(LEAST, 0.0),
}
"""What lets every sentence through, as the filters are at first."""

RANGES: Mapping[str, tuple[float, float]] = {LENGTHS: _LENGTHS, DELTA: _DELTAS}
"""Least and most of the filters that have two ends."""

ALLOWED: Mapping[str, links.Allowed] = {
    TEXT: None,
    PART: PARTS,
    PATTERN: links.SWITCH,
    TAG: None,
    **{name: links.between(*ends) for name, ends in RANGES.items()},
    **{name: links.between(0, most) for name, (_, _, most) in LEAST.items()},
}
"""What a link may say of them."""

_HELP = {
    COVERAGE: "How much source words are read too little or too often in all "
    "(Rikters et al. 2017). 0 is even, and few sentences are; sort by the column to "
    "see the most uneven ones.",
    ENTROPY: "How spread the rows of attention are, in nats: 0 is one word each.",
    UNKNOWN: "Source words the network reads as <unk>, and <unk> that it wrote.",
    REPEATS: "Groups of three words that were there before.",
    NUMBERS_LOST: f"{lacking.TOLD} Of the first system.",
}


def ask(view: ErrorsView, notes: Notes) -> Filter:
    """Ask which sentences to show, in widgets one after another."""
    text = st.text_input(
        "Search in texts, tags and notes",
        key=TEXT,
        bind="query-params",
        placeholder="a word, or a pattern",
        width=225,
    )
    part = st.selectbox("In", PARTS, key=PART, bind="query-params", width=145)
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
        width=180,
        help=f"{_MOST_WORDS} stands for all longer ones too.",
    )
    delta = _delta(view.first, view.second) if view.second else _DELTAS
    with st.popover("More filters", icon=":material/filter_list:"):
        least, tags = _more(view, notes)
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
        part=part,
        is_pattern=is_pattern,
        tags=tags,
    )


def _more(view: ErrorsView, notes: Notes) -> tuple[dict[str, float], list[str]]:
    """Ask for the least value of some columns, and for tags."""
    lacks: dict[str, str] = {}
    if np.isnan(view.first.scores.entropy).all():
        has_none = f"attention, which {escape.markdown(view.first.name)} does not have."
        lacks = dict.fromkeys((COVERAGE, ENTROPY), has_none)
    if view.texts is None or view.first.outputs is None:
        lacks[NUMBERS_LOST] = "sentences and translations, which are not here."
    least = {name: _least(name, lacks.get(name, "")) for name in LEAST}
    widgets.check({TAG: notes.tags})
    tags = st.multiselect("With a tag", notes.tags, key=TAG, bind="query-params")
    return least, tags


def tell(asked: Filter) -> None:
    """Say which filters are set that are out of sight."""
    parts = [f"{LEAST[name][0]} {at:g}" for name, at in asked.least.items() if at]
    parts += [f"tag {escape.markdown(tag)}" for tag in asked.tags]
    if parts:
        st.caption(f"More filters: {', '.join(parts)}")


def search_for(words: Sequence[str]) -> None:
    """Go to the sentences with target words in a row, and to no other.

    Stays and says so if the words are too long for a regular expression.
    """
    pattern = pattern_of(words)
    if len(pattern) > LONGEST_PATTERN:
        st.toast(
            "These words are too long to be searched for: a regular expression must "
            f"have at most {LONGEST_PATTERN} characters, and theirs has {len(pattern)}."
        )
        return
    asked = {TEXT: pattern, PART: IN_TARGET, PATTERN: True}
    st.session_state.update({VIEW: SENTENCES, **_NO_FILTER, **asked, LINE: None})
    # Widgets write what is chosen in them, not what they find when they are drawn.
    for name, value in asked.items():
        links.write(name, links.text_of(value))


def _delta(first: System, second: System) -> tuple[float, float]:
    """Ask for the range of the first system's chrF minus the second's."""
    return st.slider(
        "Δ chrF",
        *_DELTAS,
        _DELTAS,
        key=DELTA,
        bind="query-params",
        width=180,
        help=f"{escape.markdown(first.name)} minus {escape.markdown(second.name)}: "
        "below 0, the second one is nearer to the reference.",
    )


def _least(column: str, lacks: str) -> float:
    """Ask for the least value of a column, unless it lacks what it is measured on."""
    label, step, most = LEAST[column]
    found = st.number_input(
        label,
        0.0,
        most,
        0.0,
        step,
        key=column,
        bind="query-params",
        format="%.0f" if step == 1 else "%.2f",
        help=f"Needs {lacks}" if lacks else _HELP[column],
        disabled=bool(lacks),
    )
    return 0.0 if lacks else found
