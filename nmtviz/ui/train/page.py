"""The page that trains: all runs, or a new one."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from nmtviz.runs.overview import RunOverview, runs_in
from nmtviz.ui import links, places, widgets
from nmtviz.ui.train import actions, choice, new, watch

_SHAPES = {
    "updates": "localized",
    "minutes": "%.1f",
    "loss": "%.3f",
    "best dev BLEU": "%.2f",
    "tokens/s": "%d",
}
"""How numbers of runs are written."""


def draw() -> None:
    """Draw the view that is open."""
    runs = runs_in(places.runs())
    choice.apply([run.name for run in runs[:1]])
    widgets.warnings(problems(links.address(), [run.name for run in runs]))
    view = st.segmented_control(
        "View",
        [choice.RUNS, choice.NEW],
        default=choice.RUNS if runs else choice.NEW,
        required=True,
        key=choice.VIEW,
        bind="query-params",
        label_visibility="collapsed",
    )
    actions.tell()
    if view == choice.NEW:
        new.draw(runs)
    elif runs:
        _runs(runs)
    else:
        st.info("Nothing has been trained here yet: start with a new run.")


def problems(values: Mapping[str, Sequence[str]], runs: Sequence[str]) -> list[str]:
    """Say in a sentence each what in the address cannot be used.

    Args:
        values: Every name in the address and its texts.
        runs: The runs that are there.
    """
    known: dict[str, links.Allowed] = {
        choice.VIEW: (choice.RUNS, choice.NEW),
        choice.RUN: runs,
        choice.AXIS: watch.AXES,
        **{f"{choice.SENTENCE}.{run}": range(1, 1000) for run in runs},
    }
    return links.unusable(values, known)


def _runs(runs: list[RunOverview]) -> None:
    names = {run.name: run for run in runs}
    chosen = st.multiselect(
        "Look at",
        list(names),
        default=list(names)[:1],
        key=choice.RUN,
        bind="query-params",
        help="Two or more are drawn on the same axes.",
    )
    if chosen:
        watch.draw([names[name] for name in chosen])
    with st.expander("All runs", expanded=not chosen):
        st.dataframe(
            _table(runs),
            hide_index=True,
            width="stretch",
            column_config={
                name: st.column_config.NumberColumn(format=shape)
                for name, shape in _SHAPES.items()
            },
        )


def _table(runs: list[RunOverview]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "run": [run.name for run in runs],
            "state": [run.state for run in runs],
            "settings": [run.config.name if run.config else "" for run in runs],
            "updates": [run.update for run in runs],
            "minutes": [run.seconds / 60 for run in runs],
            "loss": [run.last("train", "loss") for run in runs],
            "best dev BLEU": [run.best_bleu for run in runs],
            "tokens/s": [run.last("train", "words_per_second") for run in runs],
        }
    )
