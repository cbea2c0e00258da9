"""The table of sentences, and one of them in full."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pandas as pd
import streamlit as st

from nmtviz.errors import InputError
from nmtviz.notes import Notes, Place
from nmtviz.ui import clicks, downloads, escape, onward
from nmtviz.ui.errors import controls, filters, gold_links, noting, order, row, together
from nmtviz.ui.errors.controls import LINE, ErrorsView
from nmtviz.ui.errors.table import (
    AER,
    CHRF,
    COVERAGE,
    DELTA,
    ENTROPY,
    NOTE,
    OUTPUT,
    RATIO,
    REFERENCE,
    SOURCE,
    TAGS,
    WORDS,
    matching,
    table,
    with_plain_tags,
)
from nmtviz.ui.errors.table import LINE as LINE_COLUMN

_TABLE = "errors-table"
_HEIGHT, _HEIGHT_ABOVE = 360, 250
"""Pixels of the table, alone and above a sentence that is open: both can be seen."""

_ARROWS = {"Previous": ":material/arrow_upward:", "Next": ":material/arrow_downward:"}

_AER = (
    "Alignment error rate of each target word's heaviest source word, when the first "
    "system is made to write the reference; 0 at best. Empty without gold links."
)


_RATIO = (
    "Tokens of the first system's output for each of the reference, by sacreBLEU: far "
    "below 1, something is left out; far above, something is added."
)


def draw(view: ErrorsView, path: Path) -> None:
    """Show the sentences that are asked for, and the one that is chosen.

    Args:
        view: The test set and the systems.
        path: File of the notes.
    """
    notes = noting.read(path)
    if notes is None:
        return
    if view.texts is None:
        st.info(
            f"The sentences of {escape.markdown(view.data)} are not part of nmtviz, "
            "only what was measured of them. If you have them, add their file to read "
            "them here."
        )
        onward.to_uploads(view.data)
    gold = gold_links.lines_with_links(view.texts) if view.texts else {}
    found = table(view.first, view.second, view.texts, notes, gold)
    shown = _asked(found, view, notes)
    line = controls.open_line(len(found))
    _rows(shown, len(found), view, line)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        controls.ask_line(len(found))
        plain, name = with_plain_tags(shown), f"{view.data}.errors"
        downloads.table(plain, "CSV of these sentences", name, key="errors")
    if line is None:
        return
    with st.container(border=True, key="sentence"):
        _neighbours(shown[LINE_COLUMN].tolist(), line)
        (values,) = found.iloc[[line - 1]].to_dict("records")
        words, remarks = st.columns([3, 2], gap="large")
        with words:
            read = row.texts(view, line, values)
        with remarks:
            source = view.texts.sources[line - 1] if view.texts else ""
            names = [system.name for system in view.systems]
            noting.form(path, notes, Place(view.data, line, source), names)
        row.pictures(view, read, gold.get(line))


def _asked(found: pd.DataFrame, view: ErrorsView, notes: Notes) -> pd.DataFrame:
    """Ask which sentences to show in which order, and return their rows."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        asked = filters.ask(view, notes)
        ordered = order.ask(found, view.first.name)
    filters.tell(asked)
    try:
        return matching(ordered, asked)
    except InputError as error:
        st.error(escape.markdown(str(error)))
        return ordered


def _order(found: pd.DataFrame, outputs: Sequence[str]) -> list[str]:
    """Return the columns to show: the texts first, none that is empty throughout."""
    filled = [name for name in found.columns if found[name].notna().any()]
    first = (LINE_COLUMN, SOURCE, *outputs, DELTA, REFERENCE)
    others = (name for name in filled if name not in first)
    return [*(name for name in first if name in filled), *others]


def _rows(found: pd.DataFrame, total: int, view: ErrorsView, line: int | None) -> None:
    """Show a table in which the row of the open line is ticked."""
    if found.empty:
        st.info("No sentence passes these filters.")
        return
    together.draw(view, sorted(line - 1 for line in found[LINE_COLUMN]))
    read = "read it in full" if view.texts else "see its numbers"
    st.caption(
        f"{len(found):,} of {total:,} sentences{_tags(found)}. Click a row to {read} "
        "below. chrF compares character n-grams with the reference, 0-100; of one "
        "sentence it is a rough guide."
    )
    lines = found[LINE_COLUMN].tolist()
    most = _HEIGHT if line is None else _HEIGHT_ABOVE
    key = clicks.table(_TABLE, lines)
    clicks.tick(key, lines.index(line) if line in lines else None)
    outputs = [name for name in found.columns if name.startswith(f"{OUTPUT} ")]
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    st.dataframe(
        found,
        hide_index=True,
        key=key,
        on_select=lambda: _take(key, lines),
        selection_mode=clicks.MODES,
        height=min(38 + 35 * len(found), most),
        column_order=_order(found, outputs),
        column_config={
            name: number(format="%.1f")
            for name in found.columns
            if name == DELTA or name.startswith(f"{CHRF} ")
        }
        | {
            COVERAGE: number(format="%.2f", width="small"),
            ENTROPY: number(format="%.2f", width="small"),
            RATIO: number(format="%.2f", width="small", help=_RATIO),
            AER: number(format="%.2f", width="small", help=_AER),
            LINE_COLUMN: number(width="small"),
            WORDS: number(width="small"),
            TAGS: st.column_config.ListColumn(width="small"),
            NOTE: text(width="small"),
        }
        | dict.fromkeys([SOURCE, *outputs], text(width=216)),
    )


def _neighbours(lines: Sequence[int], line: int) -> None:
    """Lead from an open sentence to those before and after it in the table.

    Args:
        lines: The lines that are shown, in their order.
        line: The open one, which need not be among them.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        for name, icon in _ARROWS.items():
            st.button(
                name,
                key=f"to-{name.lower()}",
                icon=icon,
                disabled=_beside(lines, line)[name] is None,
                on_click=_step,
                args=(lines, name),
                type="tertiary",
            )
        if line in lines:
            st.caption(f"{lines.index(line) + 1:,} of {len(lines):,}")
        else:
            st.caption("not in the table")


def _beside(lines: Sequence[int], line: int) -> dict[str, int | None]:
    """Return the lines before and after one, None where there is none.

    One that is not among them stands where its number does, or before all if they are
    not in the order of their numbers.
    """
    if line in lines:
        at = lines.index(line)
    else:
        at = bisect_left(lines, line) if [*lines] == sorted(lines) else 0
    after = at + (line in lines)
    return {
        "Previous": lines[at - 1] if at else None,
        "Next": lines[after] if after < len(lines) else None,
    }


def _step(lines: Sequence[int], way: str) -> None:
    """Open the line beside the one that is open now.

    Not beside the one that was open when the button was drawn: a second click may come
    before it is drawn again, and the line may have been closed by then.
    """
    open_now = st.session_state[LINE]
    beside = None if open_now is None else _beside(lines, open_now)[way]
    if beside is not None:
        st.session_state[LINE] = beside


def _tags(found: pd.DataFrame) -> str:
    """Say how many of these sentences have each tag, if any has one."""
    counts = Counter(chain.from_iterable(found[TAGS])).most_common()
    told = ", ".join(f"{escape.markdown(tag)} {count}" for tag, count in counts)
    return f" (tags: {told})" if told else ""


def _take(key: str, lines: list[int]) -> None:
    """Read the row of the table that was chosen."""
    chosen = clicks.row(key)
    if chosen is not None:
        st.session_state[LINE] = lines[chosen[0]] if chosen else None
