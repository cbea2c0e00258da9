"""What models make of many sentences: a table of all, and files of it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import nan

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.evaluation.confidence import (
    EVEN,
    SHORT,
    is_doubtful,
    typical_probability,
)
from nmtviz.figures.labels import shortened
from nmtviz.results import Hypothesis, Translation
from nmtviz.ui import cache, clicks, downloads, escape
from nmtviz.ui.downloads import File
from nmtviz.ui.translate import doubts, track

Found = Mapping[str, Sequence[Translation | None]]
"""Each model's translations by its name; None for a sentence that it cannot read."""

NUMBER, SOURCE = "number", "source"
TRANSLATION, SURE = "translation", "sure"
DOUBTFUL, TRACK = "doubtful", "track lost"
LOST, RESPELT = "lost", "names respelt"
# Columns of the table; of the last six each model has its own, its name behind them.

_TOLD = {
    TRACK: "having lost track",
    LOST: "with something lost",
    RESPELT: "with a name respelt",
}
"""What is said of how many translations have something in these columns."""

_WRONG = (DOUBTFUL, *_TOLD)

_KEPT = "many-kept"
_AT_ONCE = 16
"""Sentences translated at once; the more, the quicker, and the rarer the progress."""

_HEIGHT = 285
"""Pixels of a table of many rows."""

_SURE = (
    "Geometric mean of the probabilities of the translation's tokens, end symbol "
    "included. It goes with quality."
)
_DOUBTFUL = (
    f"A translation of more than {SHORT} tokens whose sureness is below {EVEN}: the "
    "network may have made something up."
)


def translations(
    sentences: Sequence[str], models: Sequence[CheckpointInfo], search: SearchConfig
) -> Found:
    """Translate sentences; what was translated just before is remembered.

    Args:
        sentences: At least one.
        models: Who translates them; one that cannot be used is left out.
        search: How to search.
    """
    kept: dict[object, Translation] = st.session_state.setdefault(_KEPT, {})
    wanted: set[object] = set()
    found = {}
    for info in models:
        try:
            version = cache.identity(info)
            keys = {one: (version, one, search) for one in sentences}
            wanted |= {*keys.values()}
            new = [one for one, key in keys.items() if key not in kept]
            for made in _translated(info, new, search):
                kept |= {keys[one.sentence]: one for one in made}
        except NmtvizError as error:
            st.error(escape.markdown(f"{info.name}: {error}"))
            continue
        found[info.name] = [kept.get(keys[one]) for one in sentences]
    st.session_state[_KEPT] = {key: kept[key] for key in kept if key in wanted}
    return found


def _translated(
    info: CheckpointInfo, sentences: Sequence[str], search: SearchConfig
) -> Iterator[Sequence[Translation]]:
    """Yield translations, some at once, and show how far that is.

    Raises:
        NmtvizError: If the checkpoint cannot be used or the memory does not suffice.
    """
    if not sentences:
        return
    translator = cache.translator(info)
    able = []
    for sentence in sentences:
        try:
            translator.check_source(sentence)
        except NmtvizError as error:
            st.error(escape.markdown(f"{shortened(sentence)}: {error}"))
        else:
            able.append(sentence)
    able.sort(key=len)  # those of like length are searched together
    place = st.empty()
    step = _AT_ONCE * translator.turns
    try:
        for start in range(0, len(able), step):
            done = f"{escape.markdown(info.name)}: {start} of {len(able)} sentences"
            place.progress(start / len(able), done)
            some = able[start : start + step]
            yield translator.translate(some, search, batch_size=_AT_ONCE)
    finally:
        place.empty()


def _best(translation: Translation | None) -> Hypothesis | None:
    hypotheses = translation.hypotheses if translation else ()
    return hypotheses[0] if hypotheses else None


def table(
    sentences: Sequence[str], models: Sequence[CheckpointInfo], found: Found
) -> pd.DataFrame:
    """Return a row a sentence: it, its translations and how sure each model is.

    Args:
        sentences: The text.
        models: Who translated it.
        found: Each model's translations, by its name; None where it makes none.
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
    for name in best:
        columns[f"{DOUBTFUL} {name}"] = [
            "yes" if _is_doubtful(one) else "" for one in found[name]
        ]
    for name in best:
        columns[f"{TRACK} {name}"] = [
            track.told(one) if one and one.hypotheses else "" for one in found[name]
        ]
    for column, cell_of in ((LOST, _lost), (RESPELT, _respelt)):
        for info in models:
            if info.name in best:
                columns[f"{column} {info.name}"] = [
                    cell_of(info, source, one.text) if one else ""
                    for source, one in zip(sentences, best[info.name], strict=True)
                ]
    return pd.DataFrame(columns)


def _lost(info: CheckpointInfo, source: str, translation: str) -> str:
    return ", ".join(doubts.lost(info, source, translation))


def _respelt(info: CheckpointInfo, source: str, translation: str) -> str:
    return doubts.told_names(doubts.respelt(info, source, translation))


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
        helps = {
            DOUBTFUL: _DOUBTFUL,
            TRACK: track.HELP,
            LOST: doubts.LOST_HELP,
            RESPELT: doubts.RESPELT_HELP,
        }
        for kind, meant in helps.items():
            columns[f"{kind} {name}"] = text(
                f"{kind}{title}", help=meant, width=80 if kind == DOUBTFUL else 120
            )
    st.dataframe(
        rows,
        hide_index=True,
        key=key,
        column_order=_order(rows),
        on_select=on_select,
        selection_mode=clicks.MODES,
        height=min(38 + 35 * len(rows), _HEIGHT),
        column_config=columns,
    )


def _order(rows: pd.DataFrame) -> list[str]:
    """Return the columns as they are shown: what is wrong first, if anything is."""
    first = {
        kind: [name for name in rows.columns if name.startswith(f"{kind} ")]
        for kind in (SURE, *_WRONG)
    }
    filled = [n for kind in _WRONG for n in first[kind] if rows[n].any()]
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
    if not found:
        return ""
    doubtful = {name: sum(map(_is_doubtful, made)) for name, made in found.items()}
    parts = [f"Doubtful: {_each(doubtful)}"]
    for column, told in _TOLD.items():
        counts = {n: int(rows[f"{column} {n}"].astype(bool).sum()) for n in found}
        if any(counts.values()):
            parts.append(f"{told}: {_each(counts)}")
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


def _is_doubtful(translation: Translation | None) -> bool:
    best = _best(translation)
    return best is not None and is_doubtful(best)
