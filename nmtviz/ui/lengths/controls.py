"""What to look at: the test set, the systems, the bins.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from nmtviz.errors import InputError
from nmtviz.evaluation.lengths import BINS
from nmtviz.evaluation.subsets import Bin, make_bins
from nmtviz.ui import entry, escape, held, links
from nmtviz.ui.lengths import measured
from nmtviz.ui.shelf.sets import Shelf
from nmtviz.ui.shelf.systems import System, Texts

# Names of the settings, in the address too:
DATA = "set"
KINDS = "sentences"
EDGES = "edges"
SYSTEM = "system"
BIN = "bin"
LINE = "line"
FIRST = "first"
SECOND = "second"
TAB = "tab"

ALL, NO_UNKNOWN = "All", "No UNK"

TABS = ("Table", "Compare two", "The paper's numbers", "Add a system", "Evaluate")

OPEN = "lengths.open"
"""A test set to show from the next run on."""

_HERE = "lengths.here"
_MOST_BINS = 40
_USUAL_EDGES = " ".join(str(high) for _, high in BINS if high)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class LengthsView:
    """What is looked at."""

    data: str
    """Name of the test set."""

    texts: Texts | None
    """Its sentences, where they are here."""

    systems: tuple[System, ...]
    bins: tuple[Bin, ...]

    known: tuple[int, ...] | None = None
    """Only these sentences, from 0, which have no unknown word for any of the systems,
    `<unk>` forbidden ([B] Table 1); None for all sentences."""

    @property
    def no_unknown(self) -> bool:
        """Whether only sentences without unknown words count."""
        return self.known is not None


def choose(shelf: Shelf) -> LengthsView:
    """Ask what to look at."""
    if data := st.session_state.pop(OPEN, None):
        st.session_state.update({DATA: data, BIN: None})
    if held.gone(DATA, shelf.names):
        st.session_state[BIN] = None
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        data = st.selectbox(
            "Test set",
            shelf.names,
            key=DATA,
            bind="query-params",
            on_change=st.session_state.update,
            args=({BIN: None},),
            width=240,
        )
        entry.take_set_along(data, chosen=data != shelf.names[0])
        kind = st.segmented_control(
            "Sentences",
            [ALL, NO_UNKNOWN],
            default=ALL,
            required=True,
            key=KINDS,
            bind="query-params",
            help="No UNK, as in the paper: only sentences without a word outside the "
            "vocabulary on either side, whichever of the chosen systems reads or "
            "writes it, and no unknown word may be written.",
        )
        edges = st.text_input(
            "Bins end at (source words)",
            _USUAL_EDGES,
            key=EDGES,
            bind="query-params",
            on_change=st.session_state.update,
            args=({BIN: None},),
            width=230,
            help="Whole numbers that rise; the last bin holds all longer sentences.",
        )
    here = list(shelf.systems[data])
    _welcome(data, here)
    names = st.multiselect(
        "Systems",
        here,
        default=here,
        key=SYSTEM,
        bind="query-params",
        placeholder="Choose systems",
    )
    systems = tuple(shelf.systems[data][name] for name in names)
    return LengthsView(
        data=data,
        texts=shelf.texts.get(data),
        systems=systems,
        bins=_bins(edges),
        known=measured.known(systems) if kind == NO_UNKNOWN else None,
    )


def parse_edges(text: str) -> tuple[Bin, ...]:
    """Return the bins a person asks for.

    Args:
        text: Most words of each bin but the last, such as `10 20, 30`.

    Raises:
        InputError: If it cannot be read, or too many bins are asked for.
    """
    words = re.findall(r"[^\s,;]+", text)
    for word in words:
        if not re.fullmatch("[0-9]{1,6}", word):
            raise InputError(
                "Ends of bins must be whole numbers of at most six digits with spaces "
                f"between, such as {_USUAL_EDGES}, got {word!r}."
            )
    if not words:
        raise InputError(
            f"At least one end of a bin must be given, such as in {_USUAL_EDGES}."
        )
    if len(words) >= _MOST_BINS:
        raise InputError(
            f"There must be at most {_MOST_BINS} bins, got {len(words) + 1}."
        )
    return make_bins([int(word) for word in words])


def problems(values: dict[str, list[str]], shelf: Shelf) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    usual = shelf.names[0] if shelf.names else ""
    data = values.get(DATA, [usual])[-1]
    known: dict[str, links.Allowed] = {
        DATA: shelf.names,
        SYSTEM: shelf.systems.get(data, shelf.systems.get(usual, ())),
        KINDS: (ALL, NO_UNKNOWN),
        TAB: TABS,
        # These depend on what is shown, or may be anything.
        **dict.fromkeys([EDGES, BIN, LINE, FIRST, SECOND]),
    }
    return links.unusable(values, known)


def _welcome(data: str, names: Sequence[str]) -> None:
    """Choose all systems again with another test set, and when one comes or goes."""
    here = data, names
    if st.session_state.get(_HERE, here) != here:
        st.session_state[SYSTEM] = names
    st.session_state[_HERE] = here


def _bins(text: str) -> tuple[Bin, ...]:
    try:
        return parse_edges(text)
    except InputError as error:
        st.error(escape.markdown(f"{error} The usual bins are shown."))
        return BINS
