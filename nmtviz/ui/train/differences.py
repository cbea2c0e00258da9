"""What runs that are looked at together were told otherwise."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from nmtviz.runs import launcher
from nmtviz.runs.overview import RunOverview
from nmtviz.ui import escape

_LIMITS = "minutes asked for", "updates asked for"


def draw(runs: Sequence[RunOverview]) -> None:
    """Show the settings in which runs differ, and what they were to take."""
    told = {run.name: _settings(run) for run in runs if run.config}
    names = dict.fromkeys(name for values in told.values() for name in values)
    rows = {
        name: {run: values.get(name, "-") for run, values in told.items()}
        for name in names
        if len({values.get(name, "-") for values in told.values()}) > 1
    }
    unread = [escape.markdown(run.name) for run in runs if run.name not in told]
    with st.expander("Where their settings differ", expanded=True):
        if unread:
            st.caption(f"The settings of {', '.join(unread)} cannot be read.")
        if rows:
            table = pd.DataFrame.from_dict(rows, orient="index")
            st.dataframe(table.rename_axis("setting"), width="stretch")
        elif len(told) > 1:
            st.caption("They have the same settings.")


def _settings(run: RunOverview) -> dict[str, str]:
    """Return all that a run was told, as texts."""
    launch = launcher.last_launch(run.path)
    limits = zip(_LIMITS, (launch.max_minutes, launch.max_updates), strict=True)
    flat = run.config.flat() if run.config else {}
    return {name: _text(value) for name, value in {**dict(limits), **flat}.items()}


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)
