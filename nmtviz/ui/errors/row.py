"""One sentence in full: its translations with their differences, where they looked."""

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from nmtviz.alignments.links import GoldPair
from nmtviz.alignments.pairs import AlignedPair
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.figures.alignment import ATTENTION, LOST
from nmtviz.figures.labels import counted, plain
from nmtviz.results import UNKNOWN as UNKNOWN_TOKEN
from nmtviz.results import Translation
from nmtviz.ui import cache, escape, links, onward, widgets
from nmtviz.ui.differences import differing, marked_markdown
from nmtviz.ui.errors import gold_links, heatmaps, outside
from nmtviz.ui.errors.controls import (
    LOOKS,
    MARKS,
    OTHER,
    REFERENCE,
    TRANSLATION,
    WEIGHTS,
    ErrorsView,
)
from nmtviz.ui.errors.table import (
    CHRF,
    COVERAGE,
    ENTROPY,
    NUMBERS_LOST,
    REPEATS,
    UNKNOWN,
    WORDS,
)
from nmtviz.ui.shelf.systems import System
from nmtviz.ui.weights import weights_of

_MEASURES = ((COVERAGE, 2), (ENTROPY, 2), (UNKNOWN, 0), (REPEATS, 0), (NUMBERS_LOST, 0))
"""Columns of the table that are told of an open sentence, and their decimals."""


class Read(NamedTuple):
    """An open sentence, as far as it is here."""

    source: str = ""

    found: Mapping[str, Translation | None] = {}
    """What each system's checkpoint makes of it; None where nothing translates."""

    outside: Mapping[str, str] = {}
    """What each system wrote that has no checkpoint here."""


def texts(view: ErrorsView, line: int, values: Mapping[Hashable, Any]) -> Read:
    """Show a sentence of a test set and what the systems made of it.

    Args:
        view: The test set and the systems.
        line: Which sentence, from 1.
        values: Its row of the table.
    """
    st.markdown(f"**Line {line}** · {_told(view, values)}")
    if view.texts is None:
        return Read()
    source, reference = view.texts.sources[line - 1], view.texts.references[line - 1]
    found = {system.name: _translation(system, source) for system in view.systems}
    _plain("source", source)
    for name, translation in found.items():
        _tell_unknown(name, translation)
    _plain("reference", reference)
    outputs = {
        system.name: _output(system, line, found[system.name])
        for system in view.systems
        if system.outputs or found[system.name]
    }
    if outputs:
        _marked(outputs, reference, values)
    read = Read(
        source,
        found,
        {name: text for name, text in outputs.items() if text and not found[name]},
    )
    _onward(view, read, reference)
    return read


def _onward(view: ErrorsView, read: Read, reference: str) -> None:
    """Lead to what other pages have to say of the sentence."""
    source, found = read.source, read.found
    if models := [system for system in view.systems if found[system.name]]:
        names = [model.name for model in models]
        settings = onward.search_settings(model.scores.beam_size for model in models)
        one = onward.search_settings([models[0].scores.beam_size])
        with st.container(horizontal=True):
            looks = [*settings, *_weights()]
            onward.to_translate(source, names, "On the Translate page", looks)
            onward.to_search(source, names[0], f"How {names[0]} found it", one)
            given = onward.judging(reference)
            onward.to_search(source, names[0], "Why not the reference?", [*one, *given])
    if read.outside and (by := outside.reader(view)):
        with st.container(horizontal=True):
            for name, text in read.outside.items():
                outside.link(by, source, name, text)


def pictures(view: ErrorsView, read: Read, gold: GoldPair | None) -> None:
    """Draw where each network looked, with a person's links if there are any.

    Args:
        view: The systems.
        read: What `texts` returned.
        gold: Words and links of the sentence, if a person made some.
    """
    by = outside.reader(view) if read.outside else None
    if not by and not any(read.found.values()):
        return
    with st.container(horizontal=True, gap="medium"):
        attention = widgets.attention_chosen(WEIGHTS)
        over = _with_gold(gold)
    if over:
        st.caption(
            "Outlined: a person's links, solid where sure, dotted where possible."
        )
    with st.container(horizontal=True, gap="large", key="figure-errors"):
        for system in view.systems:
            translation = read.found[system.name]
            if system.info and translation:
                _picture(system.info, translation, over, attention=attention)
        if by and not over:  # a person's links are of the reference
            outside.pictures(by, read.source, read.outside, attention=attention)


def _weights() -> list[tuple[str, str]]:
    """Return what a link says of the weights, which are asked for further below."""
    asked = st.query_params.get(WEIGHTS)
    chosen = st.session_state.get(WEIGHTS, asked)
    return [("weights", chosen)] if chosen in links.WEIGHTS[1:] else []


def _told(view: ErrorsView, values: Mapping[Hashable, Any]) -> str:
    parts = [counted(values[WORDS], "word")]
    parts += [
        f"{name} {values[name]:.{digits}f}"
        for name, digits in _MEASURES
        if pd.notna(values[name])
    ]
    return f"{' · '.join(parts)} ({escape.markdown(view.first.name)})"


def _translation(system: System, source: str) -> Translation | None:
    """Return what a checkpoint makes of a sentence; None if it has no weights."""
    if system.translator is None:
        return None
    beam = system.scores.beam_size or SearchConfig().beam_size
    try:
        return cache.translate(system.translator, source, SearchConfig(beam_size=beam))
    except NmtvizError as error:
        st.error(escape.markdown(f"{system.name}: {error}"))
        return None


def _output(system: System, line: int, translation: Translation | None) -> str:
    if system.outputs:
        return system.outputs[line - 1]
    if translation is None or not translation.hypotheses:
        return ""
    return translation.hypotheses[0].text


def _plain(label: str, text: str) -> None:
    with st.container(gap=None):
        st.caption(label)
        st.text(text)


def _tell_unknown(name: str, translation: Translation | None) -> None:
    """Name the source words that a network does not know."""
    if translation and (words := translation.source.unknown_word_texts):
        told = f"{name} reads as {UNKNOWN_TOKEN}: {', '.join(map(plain, words))}"
        st.caption(escape.markdown(told))


def _marked(
    outputs: dict[str, str], reference: str, values: Mapping[Hashable, Any]
) -> None:
    """Show translations with a mark on the words that something else lacks."""
    choices = [OTHER, REFERENCE] if len(outputs) > 1 else [REFERENCE]
    against = st.segmented_control(
        "Mark what is not in",
        choices,
        default=choices[0],
        required=True,
        key=MARKS,
        bind="query-params",
    )
    written = {name: text.split() for name, text in outputs.items()}
    if against == OTHER:  # once for both: turned around, other words may be the same
        lacking = [*differing(*written.values())]
    else:
        wanted = reference.split()
        lacking = [differing(words, wanted)[0] for words in written.values()]
    for (name, words), flags in zip(written.items(), lacking, strict=True):
        marked = marked_markdown(words, flags, "orange")
        with st.container(gap=None, key=f"output-{name}"):
            chrf = f" · chrF {values[f'{CHRF} {name}']:.1f}"
            st.caption(escape.markdown(name) + chrf)
            st.markdown(marked or "(nothing)")


def _picture(
    info: CheckpointInfo,
    translation: Translation,
    gold: GoldPair | None,
    *,
    attention: bool,
) -> None:
    alignment = None
    try:
        if gold:
            alignment = gold_links.alignment(info, gold, attention=attention)
        elif translation.hypotheses:
            found = weights_of(info, translation, attention=attention)
            alignment = found.alignment if found else None
    except NmtvizError as error:
        st.error(escape.markdown(f"{info.name}: {error}"))
        return
    pair = AlignedPair(alignment=alignment) if alignment else None
    measure, links_of = ATTENTION if attention else LOST, gold.gold if gold else None
    heatmaps.draw(info.name, pair, links_of, measure=measure, key=info.name)


def _with_gold(gold: GoldPair | None) -> GoldPair | None:
    """Ask what the networks are to write; links can only lie over the reference."""
    if gold is None:
        return None
    looks = st.segmented_control(
        "While it writes",
        [REFERENCE, TRANSLATION],
        default=REFERENCE,
        required=True,
        key=LOOKS,
        bind="query-params",
        help="A person linked the words of source and reference. The networks are made "
        "to write that reference, so that both can be compared.",
    )
    if looks != REFERENCE:
        return None
    return gold
