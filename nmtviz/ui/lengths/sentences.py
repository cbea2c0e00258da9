"""The sentences of a bin, and what each system made of them."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from nmtviz.arrays import IntArray
from nmtviz.config import SearchConfig
from nmtviz.curves import bin_name
from nmtviz.errors import NmtvizError
from nmtviz.evaluation.chrf import sentence_chrf
from nmtviz.evaluation.subsets import Bin, inside
from nmtviz.figures.labels import counted, shortened
from nmtviz.ui import cache, clicks, escape, held, onward, widgets
from nmtviz.ui.lengths.controls import LINE, OPEN, LengthsView
from nmtviz.ui.shelf import own
from nmtviz.ui.shelf.systems import System, Texts

_TABLE = "sentences-table"
_CHRF = "chrF"
_LABEL_LENGTH = 60


def draw(view: LengthsView, span: Bin) -> None:
    """Show all sentences of a bin as a table, and one of them in full."""
    rows = rows_of(view, span)
    st.subheader(f"{counted(len(rows), 'sentence')} of {bin_name(*span)} source words")
    if not len(rows):
        st.info("There is no sentence of this length in the test set.")
        return
    lines = (rows + 1).tolist()
    key = clicks.table(_TABLE, lines)
    names = _names(view.texts, lines) if view.texts else {}
    clicks.tick(key, lines.index(_open_line(names)) if names else None)
    st.dataframe(
        table(view, rows),
        hide_index=True,
        key=key,
        on_select=lambda: _take_row(key, rows),
        selection_mode=clicks.MODES,
        height=min(38 + 35 * len(rows), 320),
        column_config={
            **dict.fromkeys(
                ["source", "reference"], st.column_config.TextColumn(width="medium")
            ),
            **dict.fromkeys(
                [f"{_CHRF} {system.name}" for system in view.systems],
                st.column_config.NumberColumn(format="%.1f"),
            ),
        },
    )
    st.caption(
        "Lines count from 1. chrF of one sentence is a rough guide; BLEU is only "
        "computed over many."
    )
    if view.texts is None:
        st.info(
            f"The sentences of {escape.markdown(view.data)} are not part of nmtviz, "
            "only what was measured of them. If you have them, add their file under "
            "*Add a system* to read them here."
        )
        st.button(
            f"Open {own.NAME}, whose sentences are here",
            key="open-own",
            on_click=st.session_state.update,
            args=({OPEN: own.NAME},),
        )
        return
    _sentence(view, view.texts, names)


def rows_of(view: LengthsView, span: Bin) -> IntArray:
    """Return the sentences of a bin that the systems are compared on, from 0."""
    rows = inside(view.systems[0].scores.source_words, span)
    return rows if view.known is None else np.intersect1d(rows, view.known)


def table(view: LengthsView, rows: IntArray) -> pd.DataFrame:
    """Return a line a sentence: its text, where it is here, and each system's chrF."""
    columns: dict[str, Sequence[object]] = {
        "line": (rows + 1).tolist(),
        "words": view.systems[0].scores.source_words[rows].tolist(),
    }
    if view.texts:
        columns["source"] = [view.texts.sources[row] for row in rows]
        columns["reference"] = [view.texts.references[row] for row in rows]
    for system in view.systems:
        if not view.no_unknown:
            chrf = sentence_chrf(system.scores.chrf[rows])
            columns[f"{_CHRF} {system.name}"] = chrf.tolist()
        if system.outputs and not view.no_unknown:
            columns[system.name] = [system.outputs[row] for row in rows]
    return pd.DataFrame(columns)


def _names(texts: Texts, lines: Sequence[int]) -> dict[int, str]:
    """Return what the sentences of some lines are called."""
    return {
        line: f"{line} {shortened(texts.sources[line - 1], _LABEL_LENGTH)}"
        for line in lines
    }


def _open_line(names: Mapping[int, str]) -> int:
    """Return the line of the sentence that is open, before it is asked for."""
    wanted = st.query_params.get(LINE)
    first, *_ = (*(line for line, name in names.items() if name == wanted), *names)
    line: int = st.session_state.get(LINE, first)
    return line if line in names else first


def _sentence(view: LengthsView, texts: Texts, names: Mapping[int, str]) -> None:
    """Show one sentence, its reference and every translation.

    Args:
        view: What is compared.
        texts: The sentences of the test set.
        names: What those of the bin are called, by their lines.
    """
    held.fit(LINE, names, next(iter(names)))
    widgets.check({LINE: names.values()})
    line = st.selectbox(
        "Sentence",
        [*names],
        format_func=names.__getitem__,
        key=LINE,
        bind="query-params",
    )
    source = texts.sources[line - 1]
    with st.container(border=True):
        _text("source", source)
        _text("reference", texts.references[line - 1])
        for system in view.systems:
            _output(view, system, source, line - 1)
        if models := [system for system in view.systems if system.translator]:
            onward.to_translate(
                source,
                [model.name for model in models],
                "Its alignments on the Translate page",
                onward.search_settings(
                    [model.scores.beam_size for model in models],
                    no_unknown=view.no_unknown,
                ),
            )


def _output(view: LengthsView, system: System, source: str, row: int) -> None:
    """Show a system's translation: the one it was measured by, or the same again."""
    if system.outputs and not view.no_unknown:
        text = system.outputs[row]
    elif system.translator:
        search = SearchConfig(
            beam_size=system.scores.beam_size or SearchConfig().beam_size,
            forbid_unknown=view.no_unknown,
        )
        try:
            found = cache.translate(system.translator, source, search).hypotheses
        except NmtvizError as error:
            st.error(escape.markdown(f"{system.name}: {error}"))
            return
        text = found[0].text if found else ""
    else:
        return
    chrf = sentence_chrf(system.scores.chrf[[row]])[0]
    _text(
        system.name if view.no_unknown else f"{system.name} · {_CHRF} {chrf:.1f}", text
    )


def _text(label: str, text: str) -> None:
    with st.container(gap=None):
        st.caption(escape.markdown(label))
        st.text(text or "(nothing)")


def _take_row(key: str, rows: IntArray) -> None:
    """Show the row of the table that was chosen."""
    if chosen := clicks.row(key):
        st.session_state[LINE] = int(rows[chosen[0]]) + 1
