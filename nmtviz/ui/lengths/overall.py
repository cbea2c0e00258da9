"""Each system on the whole test set, in one line."""

import math
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from nmtviz.evaluation.chrf import chrf_of
from nmtviz.scores import chrf_signatures
from nmtviz.ui.lengths import measured
from nmtviz.ui.shelf.systems import System


def draw(systems: Sequence[System]) -> None:
    """Show what is known of each system."""
    number = st.column_config.NumberColumn
    st.dataframe(
        table(systems),
        hide_index=True,
        key="overall-table",
        column_config={
            "n": number(format="localized"),
            "BLEU": number(format="%.2f"),
            "chrF": number(format="%.2f"),
            "repeats": number(format="%.1f"),
            "unknown words written": number(format="%.1f"),
        },
    )
    st.caption(
        "Of all sentences, those with unknown words too. chrF: sacreBLEU "
        f"{chrf_signatures([system.scores for system in systems])}. Repeats: word "
        "triples of the output that were in it before. Repeats and unknown words are "
        "per 100 sentences."
    )


def table(systems: Sequence[System]) -> pd.DataFrame:
    """Return a row a system."""
    return pd.DataFrame([_row(system) for system in systems])


def _row(system: System) -> dict[str, object]:
    scores = system.scores
    total = measured.curve(system, ())
    return {
        "system": system.name,
        "n": scores.n,
        "BLEU": total.total_bleu,
        "95 % band": _band(total.total_low, total.total_high),
        "chrF": chrf_of(scores.chrf),
        "repeats": 100 * scores.repeats.mean(),
        "unknown words written": 100 * scores.output_unknown.mean(),
        "beam": "-" if scores.beam_size is None else str(scores.beam_size),
    }


def _band(low: float, high: float) -> str:
    return "-" if math.isnan(low) else f"[{low:.2f}, {high:.2f}]"
