"""How good the systems are on the sentences that are shown, all of them together."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from nmtviz.arrays import IntArray
from nmtviz.curves import Comparison, with_band
from nmtviz.evaluation.bleu import bleu_of
from nmtviz.evaluation.bootstrap import FEWEST, compare
from nmtviz.evaluation.chrf import chrf_of
from nmtviz.gold import AlignmentScore
from nmtviz.scores import SentenceScores
from nmtviz.ui.errors.controls import ErrorsView
from nmtviz.ui.shelf.systems import System

_HELP = (
    "BLEU of the first system minus that of the second, with the middle 95 % of 1,000 "
    "bootstrap samples of these sentences (Koehn 2004). Sentences that were chosen "
    "because one system is good at them flatter it: p says nothing of such a choice. "
    f"Fewer than {FEWEST} sentences say nothing of chance."
)
_BAND = 170
"""Pixels of a difference with its band."""

_GOLD = "with gold links"
"""Column for how many sentences have some."""

_GOLD_HELP = "How many of these sentences have gold links."
_AER_HELP = (
    "Alignment error rate of the system's attention over those of these sentences that "
    "have gold links, 0 at best."
)


def draw(view: ErrorsView, rows: Sequence[int]) -> None:
    """Show what `table` returns.

    Args:
        view: The systems.
        rows: The sentences that are shown, at least one, from 0.
    """
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    st.dataframe(
        table(view, rows),
        hide_index=True,
        key="together",
        placeholder="",
        column_config={
            "n": number(format="localized"),
            "BLEU": number(format="%.2f"),
            "chrF": number(format="%.2f"),
            "Δ BLEU": text(help=_HELP, width=_BAND),
            "AER": number(format="%.3f", help=_AER_HELP),
            _GOLD: number(format="localized", help=_GOLD_HELP),
        },
    )


def table(view: ErrorsView, rows: Sequence[int]) -> pd.DataFrame:
    """Return a row a system for these sentences, and one for all if there are more.

    Args:
        view: The systems.
        rows: The sentences, at least one, from 0.
    """
    n = view.first.scores.n
    parts = {"these": rows} if len(rows) < n else {}
    parts["all"] = range(n)
    found = pd.DataFrame(
        [
            _row(view, system, name, tuple(part))
            for name, part in parts.items()
            for system in view.systems
        ]
    )
    return found.dropna(axis="columns", how="all")


def _row(
    view: ErrorsView, system: System, part: str, rows: tuple[int, ...]
) -> dict[str, object]:
    chosen = np.array(rows)
    row: dict[str, object] = {
        "sentences": part,
        "n": len(rows),
        "system": system.name,
        "BLEU": bleu_of(system.scores.bleu[chosen]),
        "chrF": chrf_of(system.scores.chrf[chosen]),
    }
    if system is view.second:
        row |= {"Δ BLEU": "", "p": ""}  # they stand beside the first
    elif view.second:
        found = _compared(view.second, view.first, rows)
        band = found.low, found.high
        row["Δ BLEU"] = with_band(found.difference, *band, form="+.2f")
        row["p"] = found.p_told
    if (links := system.scores.links) is not None:
        row["AER"] = _aer(links[chosen])
        row[_GOLD] = int(links[chosen].any(axis=1).sum())
    return row


def _aer(links: IntArray) -> float | None:
    """Return the error rate of the links of some sentences, by their counts."""
    return AlignmentScore.from_counts(links.sum(axis=0)).aer


def _compared(baseline: System, system: System, rows: tuple[int, ...]) -> Comparison:
    keys = baseline.key, system.key
    return _comparison(baseline.scores, system.scores, keys, rows)


@st.cache_resource(max_entries=256, show_spinner="Drawing bootstrap samples …")
def _comparison(
    _baseline: SentenceScores,
    _system: SentenceScores,
    keys: tuple[str, str],
    rows: tuple[int, ...],
) -> Comparison:
    del keys  # stand for the scores, which are no part of the key
    chosen = np.array(rows)
    return compare(_baseline.of(chosen), _system.of(chosen))
