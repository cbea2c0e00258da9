"""Lesson 2: soft against hard alignment, [the man] and [l' homme].

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473; this is the example
of its section 5.2.1.
"""

import numpy as np
import pandas as pd
import streamlit as st

from nmtviz.arrays import FloatArray
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.constraints import ForcedRow
from nmtviz.errors import InputError
from nmtviz.figures.labels import plain
from nmtviz.results import Translation
from nmtviz.ui import cache
from nmtviz.ui.lessons import chooser, live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, attentive
from nmtviz.ui.whatif import WhatIf

_ARTICLES = {"l", "l'", "le", "la", "les"}


def demonstrate(cast: Cast, sentence: str, large: bool) -> None:
    """Show what a word would become if one source word were all it could read."""
    (info,) = cast
    translation = live.translate(info, sentence)
    found = translation.hypotheses[0]
    show.translation("soft", info.name, found.text)
    alignment = translation.alignment()
    if alignment is None or found.alignment is None:
        raise InputError(f"{info.name} has no alignment.")
    tokens = found.tokens.texts
    position = chooser.word(
        "Word of the translation",
        "word",
        sentence,
        tokens,
        range(len(tokens)),
        first_article(tokens),
    )
    with st.container(horizontal=True, gap="large"):
        with st.container(width="content"):
            heaviest = int(found.alignment[position].argmax())
            show.heatmap("soft", alignment, large=large, pinned=(position, heaviest))
        with st.container(width="content"):
            rows = _hard_choices(info, translation, position, found.alignment[position])
    _go_on(info, translation, rows)


def first_article(tokens: tuple[str, ...]) -> int:
    """Return the place of the first definite article, or 0 if there is none."""
    bare = [plain(token).lstrip("_").lower() for token in tokens]
    return next((i for i, token in enumerate(bare) if token in _ARTICLES), 0)


def _hard_choices(
    info: CheckpointInfo, translation: Translation, position: int, weights: FloatArray
) -> list[ForcedRow]:
    """Compare the likeliest words with soft attention and with hard; return those."""
    source = translation.source.texts
    tokens = translation.hypotheses[0].tokens.texts
    steps = cache.inspect(info, translation.sentence, tokens, ())
    columns = {"soft": show.likeliest(steps[position])}
    rows = [
        ForcedRow(position, ((int(place), 1.0),)) for place in np.argsort(-weights)[:3]
    ]
    for row in rows:
        ((place, _),) = row.weights
        steps = cache.inspect(info, translation.sentence, tokens, (row,))
        name = f"{_only(source, place)} ({weights[place]:.2f})"
        columns[name] = show.likeliest(steps[position])
    st.markdown("**What the network would write in this place, and how surely**")
    show.table(pd.DataFrame(columns, index=show.PLACES))
    return rows


def _go_on(
    info: CheckpointInfo, translation: Translation, rows: list[ForcedRow]
) -> None:
    """Lead to what the network then writes."""
    source = translation.source.texts
    st.caption(
        "*Soft* is its own attention; each other column puts all of it on one of the "
        "three source words with the most weight; in brackets, the weight each really "
        "has. On the Search page the translation then goes on:"
    )
    with st.container(horizontal=True, gap="small"):
        for row in rows:
            ((place, _),) = row.weights
            whatif = WhatIf().looking(row)
            label = _only(source, place)
            show.search_link(label, info, translation.sentence, whatif)


def _only(source: tuple[str, ...], place: int) -> str:
    """Return what to call attention to one word; one that comes again has a number."""
    number = f"{place + 1} " if source.count(source[place]) > 1 else ""
    return f"only “{number}{plain(source[place])}”"


LESSON = Lesson(
    name="soft",
    title="Soft and hard",
    idea="French has four words for “the”, and only the word behind it says which one "
    "is right: a hard alignment of *the* with one word hides what the choice depends "
    "on. A soft alignment reads several source words at once, with weights that sum to "
    "1: [the man] → [l' homme] (Bahdanau et al. 2015, section 5.2.1).",
    examples={
        "The instrument": "He loves the old instrument.",
        "The house": "I like the house.",
        "The children": "The children are playing in the garden.",
    },
    question="Which word will stand for *the*: le, la, l' or les? Which English words "
    "must the network read before it can know?",
    look="Look at the row of the article: is its weight all on *the*, or also on the "
    "words behind? The table then forces the network to look at one word only. In “The "
    "instrument”, *the* alone does not suffice: le becomes likelier than l'. In the "
    "other examples it does, as in most sentences: what the network has of a word was "
    "read in both directions, so *the* knows something of its noun. A hard link from "
    "*the* to its article tells of neither.",
    needs="an RNNsearch",
    cast=attentive,
    show=demonstrate,
    opens={"unit": "pieces"},
)
