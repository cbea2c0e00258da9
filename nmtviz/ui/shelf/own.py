"""Our own test set, which ships with its sentences and with links by hand."""

from pathlib import Path

import streamlit as st

import nmtviz.data
from nmtviz.alignments.links import GoldPair, Words, read_gold
from nmtviz.data.corpus import Pair, read_lines, read_pairs

NAME = "own.en-fr"

FILE = Path(nmtviz.data.__file__).parent / f"{NAME}.tsv"

TYPED = FILE.with_name("typed.en-fr.tsv")
"""Another one, of what people type first."""

WORDS: Words = "moses"
"""What its links count."""


@st.cache_resource
def pairs() -> tuple[Pair, ...]:
    """Return its sentence pairs."""
    return tuple(read_pairs([FILE]))


@st.cache_resource
def linked_pairs() -> tuple[GoldPair, ...]:
    """Return those of its pairs that have links."""
    read = read_gold(read_lines(FILE), FILE.name, WORDS)
    return tuple(pair for pair in read if pair.gold)
