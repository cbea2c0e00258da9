"""The paper's Table 1, with our numbers beside it and never among it."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from nmtviz.curves import LengthCurve
from nmtviz.errors import InputError
from nmtviz.papers import BAHDANAU, BAHDANAU_TABLE_1
from nmtviz.ui import escape
from nmtviz.ui.lengths import measured
from nmtviz.ui.lengths.controls import LengthsView
from nmtviz.ui.shelf.systems import System

_PAPERS_ALL, _PAPERS_KNOWN = "paper's: All", "paper's: No UNK"


def draw(view: LengthsView) -> None:
    """Show both tables as one, each column saying whose it is."""
    st.dataframe(table(view.systems), hide_index=True, key="papers-table")
    st.caption(
        f"“paper's” is Table 1 of {BAHDANAU}: BLEU on newstest2014 of networks several "
        "times as large, trained for days on 348 million words, by the BLEU script of "
        f"that time. “ours” is sacreBLEU on {escape.markdown(view.data)}. Compare "
        "rows within a column, not the columns with each other. No UNK: only sentences "
        "without an unknown word on either side, for any of the chosen systems, and "
        "none may be written; n is how many of ours these are."
    )


def table(systems: Sequence[System]) -> pd.DataFrame:
    """Return the paper's rows, then ours that it does not have."""
    known = measured.known(systems)
    ours = {system.name: _row(system, known) for system in systems}
    names = [score.system.lower() for score in BAHDANAU_TABLE_1]
    rows = [
        {
            "system": score.system,
            _PAPERS_ALL: f"{score.bleu:.2f}",
            _PAPERS_KNOWN: f"{score.no_unknown_bleu:.2f}",
            **ours.get(name, {}),
        }
        for score, name in zip(BAHDANAU_TABLE_1, names, strict=True)
    ]
    rows += [{"system": name, **row} for name, row in ours.items() if name not in names]
    return pd.DataFrame(rows).fillna("")


def _row(system: System, rows: tuple[int, ...]) -> dict[str, str]:
    total = measured.curve(system, ())
    row = {"ours: All": f"{total.total_bleu:.2f}", "ours: n": f"{total.total_n:,}"}
    known = _without_unknown(system, rows)
    if known:
        row["ours: No UNK"] = f"{known.total_bleu:.2f}"
        row["ours: No UNK n"] = f"{known.total_n:,}"
    return row


def _without_unknown(system: System, rows: tuple[int, ...]) -> LengthCurve | None:
    try:
        return measured.curve(system, (), rows)
    except InputError:
        return None
