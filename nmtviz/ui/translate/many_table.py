"""A row a sentence: what models make of each, what is wrong with it; files of that."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import nan
from typing import NamedTuple

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.evaluation.confidence import (
    EVEN,
    SHORT,
    is_doubtful,
    typical_probability,
)
from nmtviz.results import UNKNOWN, Hypothesis, Translation
from nmtviz.ui import clicks, downloads, escape
from nmtviz.ui.downloads import File
from nmtviz.ui.translate import doubts, track
from nmtviz.ui.translate.many import Found

NUMBER, SOURCE = "number", "source"
TRANSLATION, SURE = "translation", "sure"
# Columns of the table; of the last two each model has its own, its name behind them,
# and of those of `_WRONG`.

_HEIGHT = 285
"""Pixels of a table of many rows."""

_SURE = (
    "Geometric mean of the probabilities of the translation's tokens, end symbol "
    "included. It goes with quality."
)


class _Wrong(NamedTuple):
    """A column that says what is wrong with translations; empty where nothing is."""

    name: str
    help: str
    cell: Callable[[CheckpointInfo, Translation], str]
    """Of a translation that has a hypothesis."""
    counted: str
    """What is said of how many translations have it."""
    width: int = 120


def _doubtful(_: CheckpointInfo, translation: Translation) -> str:
    return "yes" if is_doubtful(translation.hypotheses[0]) else ""


def _track(_: CheckpointInfo, translation: Translation) -> str:
    return track.told(translation)


def _lost(info: CheckpointInfo, translation: Translation) -> str:
    text = translation.hypotheses[0].text
    return ", ".join(doubts.lost(info, translation.sentence, text))


def _respelt(info: CheckpointInfo, translation: Translation) -> str:
    text = translation.hypotheses[0].text
    return doubts.told_names(doubts.respelt(info, translation.sentence, text))


def _unknowns(_: CheckpointInfo, translation: Translation) -> str:
    return str(translation.hypotheses[0].tokens.unknown_words or "")


_DOUBTFUL = _Wrong(
    "doubtful",
    f"A translation of more than {SHORT} tokens whose sureness is below {EVEN}: the "
    "network may have made something up.",
    _doubtful,
    "Doubtful",
    width=80,
)
_WRONG = (
    _DOUBTFUL,
    _Wrong("track lost", track.HELP, _track, "having lost track"),
    _Wrong("lost", doubts.LOST_HELP, _lost, "with something lost"),
    _Wrong("names respelt", doubts.RESPELT_HELP, _respelt, "with a name respelt"),
    _Wrong(
        "unknown words",
        f"How many words it wrote as `{UNKNOWN}`. A sentence looked at alone can be "
        "shown with source words in their place.",
        _unknowns,
        "with unknown words",
    ),
)


def table(
    sentences: Sequence[str], models: Sequence[CheckpointInfo], found: Found
) -> pd.DataFrame:
    """Return a row a sentence: it, its translations and how sure each model is.

    Args:
        sentences: The text.
        models: Who translated it.
        found: Each model's translations, by its name; None where it makes none. A model
            that could not be used is missing.
    """
    columns: dict[str, object] = {
        NUMBER: range(1, len(sentences) + 1),
        SOURCE: list(sentences),
    }
    best = {name: [_best(one) for one in made] for name, made in found.items()}
    for name, made in best.items():
        columns[f"{TRANSLATION} {name}"] = [one.text if one else "" for one in made]
    for name, made in best.items():
        columns[f"{SURE} {name}"] = [
            typical_probability(one) if one else nan for one in made
        ]
    able = [info for info in models if info.name in found]
    for wrong in _WRONG:
        for info in able:
            columns[f"{wrong.name} {info.name}"] = [
                wrong.cell(info, one) if one and one.hypotheses else ""
                for one in found[info.name]
            ]
    return pd.DataFrame(columns)


def _best(translation: Translation | None) -> Hypothesis | None:
    hypotheses = translation.hypotheses if translation else ()
    return hypotheses[0] if hypotheses else None


def draw(
    rows: pd.DataFrame, names: Sequence[str], *, key: str, on_select: Callable[[], None]
) -> None:
    """Show a table whose rows can be clicked.

    Args:
        rows: As `table` makes it, in any order.
        names: Of the models.
        key: Names the table on the page.
        on_select: What a click on a row does.
    """
    st.dataframe(
        rows,
        hide_index=True,
        key=key,
        column_order=_order(rows),
        on_select=on_select,
        selection_mode=clicks.MODES,
        height=min(38 + 35 * len(rows), _HEIGHT),
        column_config=_columns(names),
    )


def _columns(names: Sequence[str]) -> dict[str, ColumnConfig]:
    """Return what each column is called, how wide it is, and what it means."""
    config = st.column_config
    text = config.TextColumn
    # One model's columns need not say whose they are.
    titles = {name: f" {name}" if len(names) > 1 else "" for name in names}
    columns: dict[str, ColumnConfig] = {NUMBER: config.NumberColumn("", width=40)}
    width = min(240, 700 // (len(names) + 1))  # wider where there is room
    columns[SOURCE] = text(width=width)
    for name, title in titles.items():
        columns[f"{TRANSLATION} {name}"] = text(f"{TRANSLATION}{title}", width=width)
        columns[f"{SURE} {name}"] = config.ProgressColumn(
            f"{SURE}{title}",
            help=_SURE,
            format="%.2f",
            min_value=0.0,
            max_value=1.0,
            width="small",
        )
        for wrong in _WRONG:
            columns[f"{wrong.name} {name}"] = text(
                f"{wrong.name}{title}", help=wrong.help, width=wrong.width
            )
    return columns


def _order(rows: pd.DataFrame) -> list[str]:
    """Return the columns as they are shown: what is wrong first, if anything is."""
    kinds = (SURE, *(wrong.name for wrong in _WRONG))
    first = {
        kind: [name for name in rows.columns if name.startswith(f"{kind} ")]
        for kind in kinds
    }
    filled = [n for kind in kinds[1:] for n in first[kind] if rows[n].any()]
    others = [
        n for n in rows.columns if not any(n in names for names in first.values())
    ]
    return [NUMBER, *first[SURE], *filled, *(n for n in others if n != NUMBER)]


def summary(rows: pd.DataFrame, found: Found) -> str:
    """Say how many translations of each model are doubtful or lack something.

    Args:
        rows: As `table` makes it.
        found: Each model's translations.
    """
    parts = []
    for wrong in _WRONG if found else ():
        counts = {n: int(rows[f"{wrong.name} {n}"].astype(bool).sum()) for n in found}
        if wrong is _DOUBTFUL or any(counts.values()):
            parts.append(f"{wrong.counted}: {_each(counts)}")
    return "; ".join(parts)


def _each(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} ({escape.markdown(name)})" for name, n in counts.items())


def files(rows: pd.DataFrame, found: Found) -> None:
    """Offer what was translated as files."""
    offered = [
        File(
            "TSV",
            "tsv",
            "text/tab-separated-values",
            partial(tsv, rows),
        ),
        File("JSON", "json", "application/json", partial(_json, found)),
    ]
    if len(found) == 1:
        ((name, _),) = found.items()
        lines = "".join(f"{text}\n" for text in rows[f"{TRANSLATION} {name}"])
        offered.insert(0, File("Translations", "txt", "text/plain", lines))
    with st.container(horizontal=True):
        downloads.row(offered, "translations", key="passage")


def tsv(rows: pd.DataFrame) -> str:
    """Return a line a sentence, tabs between, nothing quoted, as corpora are."""
    known = rows.astype(object).where(rows.notna(), "")
    lines = [rows.columns.tolist(), *known.to_numpy().tolist()]
    cells = ([" ".join(str(cell).split()) for cell in line] for line in lines)
    return "".join("\t".join(line) + "\n" for line in cells)


def _json(found: Found) -> str:
    """Return every model's translations, with their weights."""
    values = {
        name: [one.to_json() if one else None for one in made]
        for name, made in found.items()
    }
    return json.dumps(values, ensure_ascii=False)
