"""Which words two systems get right: by how frequent they are, and n-gram by n-gram."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.curves import RESAMPLES, SEED, FrequencyCurve, NgramMatches, with_band
from nmtviz.data.tokenizer import tokenizer_files
from nmtviz.data.vocabulary import SPECIALS
from nmtviz.errors import DataError
from nmtviz.figures.binned import points_told
from nmtviz.figures.words import frequency_curves, rank_name
from nmtviz.results import UNKNOWN
from nmtviz.ui import charts, clicks, downloads, escape, onward
from nmtviz.ui.errors import controls, counted, filters
from nmtviz.ui.errors.controls import ErrorsView
from nmtviz.ui.spoken import of_set

_HEIGHT = 300
_WIDTH, _NGRAM, _COUNT = 470, 150, 60
"""Pixels of a table of n-grams, and of its first columns."""

_MOST_ROWS = 200


def draw(view: ErrorsView, checkpoints: Mapping[str, CheckpointInfo]) -> None:
    """Compare the words of systems whose texts are here."""
    st.caption(
        "A word is right if the reference of its sentence has it, wherever it stands. "
        "F is the harmonic mean of precision (how many written words are right) and "
        "recall (how many words of the reference were written). Words are counted by "
        f"Moses' rules; `{UNKNOWN}` is none. The comparison is that of compare-mt "
        "(Neubig et al. 2019)."
    )
    outputs = tuple(system.outputs for system in view.systems if system.outputs)
    if view.texts is None or len(outputs) < len(view.systems):
        _say_what_lacks(view)
        return
    able = of_set(checkpoints, view.data).values()
    known = [info for info in able if info.data.tokenizer == "moses"]
    if not known:
        st.info(
            "How frequent words are is not known without a model of words of these "
            "languages."
        )
        return
    largest = max(known, key=lambda info: info.model.target_vocab_size)
    texts = counted.Texts(outputs, view.texts.references, largest.data.target_language)
    _, vocabulary = tokenizer_files(largest.folder, largest.data)
    try:
        version = vocabulary.stat().st_mtime_ns
        names = tuple(system.name for system in view.systems)
        found = counted.frequencies(names, texts, str(vocabulary), version)
    except (DataError, OSError) as error:
        st.error(escape.markdown(str(error)))
        return
    _draw_frequencies(found, largest.name, view)
    _say_who_knows_fewer(view, largest)
    if view.second:
        _draw_ngrams(texts, view.data, (view.first.name, view.second.name))
    else:
        st.info("Choose a system to compare with, and n-grams are shown, too.")


def table(found: Sequence[FrequencyCurve], differences: Sequence[str]) -> pd.DataFrame:
    """Return a row a bin: its ranks, words of references, F with bands."""
    columns: dict[str, object] = {
        "Rank": [rank_name(*span) for span in found[0].bins],
        "n": found[0].n,
    }
    for curve in found:
        values = zip(curve.f, curve.low, curve.high, strict=True)
        columns[curve.system] = [with_band(*each, form=".1f") for each in values]
    if differences:
        columns["difference"] = differences
    return pd.DataFrame(columns)


def numbers(found: Sequence[FrequencyCurve]) -> pd.DataFrame:
    """Return a row a system and bin, for a file."""
    rows = [
        pd.DataFrame(
            {
                "system": curve.system,
                "first_rank": [first if last else None for first, last in curve.bins],
                "last_rank": [last for _, last in curve.bins],
                "n": curve.n,
                "precision": curve.precision,
                "recall": curve.recall,
                "f": curve.f,
                "band_low": curve.low,
                "band_high": curve.high,
            }
        )
        for curve in found
    ]
    return pd.concat(rows).astype({"first_rank": "Int64", "last_rank": "Int64"})


def ngram_table(
    found: Sequence[NgramMatches], systems: tuple[str, str]
) -> pd.DataFrame:
    """Return a row an n-gram: its words, how often they are wanted, and right."""
    first, second = systems
    return pd.DataFrame(
        {
            "n-gram": [" ".join(one.words) for one in found],
            "n": [one.wanted for one in found],
            first: [one.first for one in found],
            second: [one.second for one in found],
        }
    )


def _say_what_lacks(view: ErrorsView) -> None:
    data = escape.markdown(view.data)
    lacking = ", ".join(one.name for one in view.systems if not one.outputs)
    what = f"The sentences of {data}"
    if view.texts:
        what = f"The translations of {data} by {escape.markdown(lacking)}"
    st.info(
        f"{what} are not here, only what was measured of them. A test set and "
        "anybody's translations of it can be added; what a checkpoint writes below is "
        "kept."
    )
    onward.to_uploads(view.data)


def _draw_frequencies(
    found: counted.Frequencies, vocabulary: str, view: ErrorsView
) -> None:
    st.plotly_chart(
        frequency_curves(found.curves, dark=charts.dark()),
        theme=None,
        key="words-by-rank",
        config={"displayModeBar": False},
        alt=points_told(
            "F of words by rank",
            [rank_name(*span) for span in found.curves[0].bins],
            [(curve.system, curve.f) for curve in found.curves],
        ),
    )
    shown = table(found.curves, found.differences)
    st.dataframe(
        shown,
        hide_index=True,
        key="words-table",
        column_config={"n": st.column_config.NumberColumn(format="localized")},
    )
    st.caption(
        "The word of rank 1 is the most frequent one of the training text of "
        f"{escape.markdown(vocabulary)}, whose target vocabulary is the largest here; "
        "words of rank “none” are not in it; n words of references. "
        f"{view.first.scores.n:,} sentences of "
        f"{escape.markdown(view.data)}; bands: {RESAMPLES:,} bootstrap samples, seed "
        f"{SEED}, the same for both systems."
    )
    rows, name = numbers(found.curves), f"{view.data}.words"
    downloads.table(rows, "CSV of words by rank", name, key="words")


def _say_who_knows_fewer(view: ErrorsView, largest: CheckpointInfo) -> None:
    """Say which networks cannot write words of the last ranks, whatever they read."""
    sizes = {
        system.name: system.translator.model.target_vocab_size - len(SPECIALS)
        for system in view.systems
        if system.translator and system.translator.data.tokenizer == "moses"
    }
    most = largest.model.target_vocab_size - len(SPECIALS)
    fewer = [
        f"{name} has {size:,} words" for name, size in sizes.items() if size < most
    ]
    if fewer:
        st.caption(
            f"{escape.markdown(' and '.join(fewer))} to write; words beyond cannot be "
            "right."
        )


def _draw_ngrams(texts: counted.Texts, data: str, systems: tuple[str, str]) -> None:
    """Show what each of two systems gets right more often than the other."""
    chosen = st.segmented_control(
        "Words in a row",
        controls.ORDERS,
        default=controls.ORDERS[0],
        required=True,
        key=controls.ORDER,
        bind="query-params",
    )
    order = chosen or controls.ORDERS[0]  # a link's may be empty
    found = counted.ngrams(texts, order)
    with st.container(horizontal=True):  # one below the other where it is narrow
        for place, sign in enumerate((-1, 1)):
            better = [one for one in found if sign * (one.second - one.first) > 0]
            with st.container(width=_WIDTH):
                name = escape.markdown(systems[place])
                st.markdown(f"**{name}** is right more often")
                _rows(better[:_MOST_ROWS], systems, name=f"ngrams-{place}")
    st.caption(
        "n occurrences in the references, and how many of them each system has in the "
        "same sentence. A few more or less say little. Click a row to read the "
        "sentences."
    )
    rows, name = ngram_table(found, systems), f"{data}.{order}-grams"
    downloads.table(rows, "CSV of these n-grams", name, key="ngrams")


def _rows(
    found: Sequence[NgramMatches], systems: tuple[str, str], *, name: str
) -> None:
    key = clicks.table(name, (one.words for one in found))
    number = st.column_config.NumberColumn

    def take() -> None:
        if chosen := clicks.row(key):
            filters.search_for(found[chosen[0]].words)

    st.dataframe(
        ngram_table(found, systems),
        hide_index=True,
        key=key,
        on_select=take,
        selection_mode=clicks.MODES,
        height=_HEIGHT,
        column_config={
            "n-gram": st.column_config.TextColumn(width=_NGRAM),
            "n": number(format="localized", width=_COUNT),
            **dict.fromkeys(systems, number(format="localized")),
        },
    )
