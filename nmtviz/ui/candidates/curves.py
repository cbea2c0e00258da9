"""A test set with lists of many sizes: curves, tables, and the paper's numbers."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from nmtviz.candidate_scores import CandidateCurves, CandidatePoint, read_curves
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import NmtvizError
from nmtviz.figures.candidates import (
    MEASURES,
    Along,
    Measure,
    candidate_curves,
    vocabulary_coverage,
)
from nmtviz.figures.saving import svg_button
from nmtviz.languages import fits
from nmtviz.papers import JEAN, JEAN_TABLE_1, JEAN_TABLE_4
from nmtviz.ui import charts, escape, held, widgets
from nmtviz.ui.candidates import controls, measuring
from nmtviz.ui.shelf import own

_ALONG: tuple[Along, ...] = ("K'", "K")
_SHOWN: tuple[Measure, ...] = tuple(MEASURES)
_TWO_DIGITS = ("BLEU", "ms a token", "share of the time")


def draw(checkpoints: Mapping[str, CheckpointInfo]) -> None:
    """Draw the view of a test set."""
    info = controls.model(checkpoints)
    here = fits(info.data.languages, own.NAME)
    found = _found(info)
    if found:
        controlled = st.container(
            horizontal=True, vertical_alignment="bottom", gap="medium"
        )
        with controlled:
            curves = found[_asked("Test set", "set", list(found))]
            shown, along = _view(curves)
        _measured(curves, shown, along)
    else:
        st.info(
            f"{escape.markdown(info.name)} has not been measured with candidate lists "
            f"yet. Measure it {'below, or ' if here else ''}with the command "
            "`python -m nmtviz candidates`.",
            icon=":material/hourglass_empty:",
        )
    if here:
        measuring.draw(info)
    _papers(list(found.values())[:1])


def table(curves: CandidateCurves) -> pd.DataFrame:
    """Return a row for each list, the whole vocabulary first."""
    points = sorted(
        curves.points,
        key=lambda p: (p.frequent_size is not None, p.frequent_size, p.per_word_size),
    )
    return pd.DataFrame([_row(point, curves.whole) for point in points])


def _found(info: CheckpointInfo) -> dict[str, CandidateCurves]:
    """Return the curves by what to call them; says what cannot be read."""
    found: dict[str, CandidateCurves] = {}
    try:
        found = {curves.data: curves for curves in read_curves(info.folder)}
    except NmtvizError as error:
        st.warning(escape.markdown(str(error)))
    if (here := measuring.finished(info)) is not None:
        found[f"{here.data}, measured here"] = here
    return found


def _asked(label: str, name: str, options: list[str]) -> str:
    """Ask for one of a few names, which are in the address."""
    held.fit(name, options, options[0])
    widgets.check({name: options})
    return st.selectbox(label, options, key=name, bind="query-params", width=300)


def _view(curves: CandidateCurves) -> tuple[Measure, Along]:
    """Ask what to draw, and against what."""
    lists = [point for point in curves.points if point.frequent_size is not None]
    several = len({point.per_word_size for point in lists}) > 1
    shown: Measure | None = st.segmented_control(
        "Show",
        _SHOWN,
        default=_SHOWN[0],
        required=True,
        key="measure",
        bind="query-params",
    )
    along: Along | None = st.segmented_control(
        "Against",
        _ALONG,
        default=_ALONG[0] if several else _ALONG[1],
        required=True,
        key="along",
        bind="query-params",
    )
    return shown or _SHOWN[0], along or _ALONG[0]


def _measured(curves: CandidateCurves, shown: Measure, along: Along) -> None:
    dark = charts.dark()
    _chart(
        candidate_curves(curves, shown, along=along, dark=dark),
        "candidate-curves",
        _alternative(curves, shown),
    )
    st.caption(
        escape.markdown(
            f"{curves.data}, n = {curves.n:,}; beam {curves.beam_size}; sacreBLEU "
            f"{curves.signature}; on {curves.device}, batches of 32 sentences, time of "
            "one processor core. BLEU has no band here, so small differences may be "
            "chance."
        )
    )
    number = st.column_config.NumberColumn
    st.dataframe(
        table(curves),
        hide_index=True,
        key="candidate-points",
        column_config={
            "words on a list": number(format="localized"),
            "coverage, %": number(format="%.1f"),
            **dict.fromkeys(_TWO_DIGITS, number(format="%.2f")),
        },
    )


def _row(point: CandidatePoint, whole: CandidatePoint | None) -> dict[str, object]:
    row: dict[str, object] = {
        "K": _frequent(point),
        "K'": point.per_word_size,
        "words on a list": round(point.list_size),
        "BLEU": point.bleu,
        "coverage, %": 100 * point.coverage,
        "ms a token": 1e3 * point.token_seconds,
    }
    if whole and whole.token_seconds:
        row["share of the time"] = point.token_seconds / whole.token_seconds
    return row


def _frequent(point: CandidatePoint) -> str:
    """Return K for people."""
    return "all" if point.frequent_size is None else f"{point.frequent_size:,}"


def _papers(ours: list[CandidateCurves]) -> None:
    """Show what the paper found, beside ours and never among it."""
    st.subheader("Beside the paper", anchor=False)
    if ours:
        _chart(
            vocabulary_coverage(
                ours[0],
                [(row.words, row.test) for row in JEAN_TABLE_1],
                paper_name=f"{JEAN}, newstest2014",
                dark=charts.dark(),
            ),
            "vocabulary-coverage",
            "Share of target tokens that the most frequent words cover",
        )
    left, right = st.columns(2)
    number = st.column_config.NumberColumn
    with left:
        st.caption(f"Vocabulary coverage, Table 1 of {JEAN}, English to French")
        st.dataframe(
            pd.DataFrame(JEAN_TABLE_1).rename(
                columns={"train": "train, %", "test": "newstest2014, %"}
            ),
            hide_index=True,
            key="paper-coverage",
            column_config={
                "words": number(format="localized"),
                **dict.fromkeys(("train, %", "newstest2014, %"), number(format="%.1f")),
            },
        )
    with right:
        st.caption(f"Seconds for a decoded word, Table 4 of {JEAN}")
        st.dataframe(
            pd.DataFrame(JEAN_TABLE_4).rename(columns={"cpu": "CPU", "gpu": "GPU"}),
            hide_index=True,
            key="paper-time",
            column_config=dict.fromkeys(("CPU", "GPU"), number(format="%.2f")),
        )
    st.caption(
        f"In Figure 1 of {JEAN} BLEU rises from K' = 1 and is best around 10 to 20. "
        "Their networks are several times as large as ours, with 500,000 words, so "
        "compare shapes, not numbers."
    )


def _chart(figure: go.Figure, key: str, alt: str) -> None:
    st.plotly_chart(
        figure,
        theme=None,
        width="stretch",
        key=key,
        config=svg_button(key),
        alt=alt,
    )


def _alternative(curves: CandidateCurves, shown: Measure) -> str:
    """Return the points for those who do not see the picture."""
    title, value = MEASURES[shown]
    points = (
        f"K {_frequent(point)}, K' {point.per_word_size}: {value(point):.1f}"
        for point in curves.points
    )
    return f"{title}: {'; '.join(points)}"
