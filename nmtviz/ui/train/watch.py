"""Runs while they learn: numbers, curves, and the alignment as it emerges."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from nmtviz.curves import number_or_dash
from nmtviz.errors import NmtvizError
from nmtviz.figures.emergence import FEW_ROWS, emerging_alignment
from nmtviz.figures.told import heaviest
from nmtviz.figures.training import Curve, Measure, learning_curve
from nmtviz.runs.overview import Event, RunOverview, overview
from nmtviz.runs.sightings import (
    Sighting,
    follow,
    read_sightings,
    sighted_updates,
    sightings_file,
)
from nmtviz.runs.status import State
from nmtviz.ui import charts, escape, links
from nmtviz.ui.train import actions, choice, differences

_EVERY = 3.0  # seconds between two looks at a run that trains
_MOST_FRAMES = 60
_SEEN = "train.seen"

_MEASURES = (
    ("training loss in nats a token", "train", "loss", False),
    ("development loss in nats a token", "dev", "loss", False),
    ("BLEU on the development set", "dev", "bleu", True),
    ("tokens a second", "train", "words_per_second", False),
    ("gradient norm before clipping", "train", "gradient_norm", False),
    ("alignment error rate against gold links", "dev", "aer", True),
)
"""Title, kind of event, field, and whether it is a rate; what nobody has is missing."""

AXES: dict[str, tuple[str, Callable[[Event], float]]] = {
    "minutes": ("minutes of training", lambda event: event["seconds"] / 60),
    "updates": ("updates", lambda event: event["update"]),
    "epochs": ("passes over the text", lambda event: event["epoch"]),
}

_STATES = {
    "new": ":gray-badge[not started]",
    "starting": ":blue-badge[starting]",
    "preparing": ":blue-badge[reading its text]",
    "training": ":green-badge[training]",
    "stopping": ":orange-badge[stopping]",
    "stopped": ":gray-badge[stopped]",
    "finished": ":green-badge[finished]",
    "failed": ":red-badge[failed]",
    "killed": ":red-badge[killed]",
}


def draw(runs: Sequence[RunOverview]) -> None:
    """Show one run in full, or several on the same axes."""
    for run in runs:
        _head(run)
        actions.draw(run)
    axis = st.segmented_control(
        "Against",
        list(AXES),
        default="minutes",
        required=True,
        key=choice.AXIS,
        bind="query-params",
    )
    st.session_state[_SEEN] = _signs(runs)
    going = any(run.running for run in runs)
    st.fragment(_live, run_every=_EVERY if going else None)(
        [run.path for run in runs], axis or "minutes"
    )
    if len(runs) == 1:
        actions.command(runs[0])
    else:
        differences.draw(runs)


def _head(run: RunOverview) -> None:
    st.subheader(f"{escape.markdown(run.name)} {_STATES[run.state]}", anchor=False)
    if run.problem:
        st.error(escape.markdown(run.problem), icon=":material/error:")
    if run.status and run.status.warning:
        st.warning(escape.markdown(run.status.warning), icon=":material/warning:")
    if run.state == "failed":
        st.caption(
            "Its last saved state is kept: when the reason is gone, *Resume* goes on "
            "from there."
            if run.saved
            else "Nothing was saved yet: when the reason is gone, *Resume* begins."
        )


def _signs(runs: Sequence[RunOverview]) -> list[tuple[State, bool]]:
    """Return what the buttons depend on: states, and who can be exported."""
    return [(run.state, bool(run.of("dev"))) for run in runs]


def _live(paths: Sequence[Path], axis: str) -> None:
    """Draw what changes; start the page anew when a run comes into another state."""
    runs = [overview(path) for path in paths]
    if _signs(runs) != st.session_state[_SEEN]:
        st.rerun()
    alone = len(runs) == 1
    for run in runs:
        _numbers(run, named=not alone)
        if alone:
            _sightings(run)  # what it is all for comes before the curves
    if any(run.events for run in runs):
        _curves(runs, axis)
    elif any(run.running for run in runs):
        st.info("The curves begin after the first updates.")
    if not alone:
        for run in runs:
            _sightings(run)


def _curves(runs: Sequence[RunOverview], axis: str) -> None:
    title, place = AXES[axis]
    end = max(place(event) for run in runs for event in run.events)
    with st.container(horizontal=True, gap="small", key="figure-learning"):
        for name, kind, field, rate in _MEASURES:
            curves = tuple(_curve(run, kind, field, place) for run in runs)
            if not any(curve.x for curve in curves):
                continue
            figure = learning_curve(
                Measure(title=name, curves=curves, from_zero=rate),
                runs=[run.name for run in runs],
                x_title=title,
                x_end=end,
                dark=charts.dark(),
            )
            alt = _alternative(f"{name}, against {title}", curves)
            charts.still(figure, key=f"learning.{kind}.{field}", alt=alt)


def _alternative(title: str, curves: Sequence[Curve]) -> str:
    """Return where each curve is, for those who do not see the picture."""
    told = "; ".join(
        f"{curve.run}: first {curve.y[0]:.4g} at {curve.x[0]:.4g}, last "
        f"{curve.y[-1]:.4g} at {curve.x[-1]:.4g}, lowest {min(curve.y):.4g}, highest "
        f"{max(curve.y):.4g}"
        for curve in curves
        if curve.y
    )
    return f"{title}. {told}"


def _curve(
    run: RunOverview, kind: str, field: str, place: Callable[[Event], float]
) -> Curve:
    events = run.telling(kind, field)
    return Curve(
        run=run.name,
        x=tuple(place(event) for event in events),
        y=tuple(event[field] for event in events),
    )


def _numbers(run: RunOverview, *, named: bool) -> None:
    if run.share is not None and run.running:
        left = run.seconds_left
        told = f"{run.share:.0%} of its budget"
        st.progress(run.share, f"{told}, {left / 60:.1f} min left" if left else told)
    speed = run.last("train", "words_per_second")
    facts = {
        "Updates": f"{run.update:,}",
        "Minutes": f"{run.seconds / 60:.1f}",
        "Loss, nats a token": number_or_dash(run.last("train", "loss"), ".3f"),
        "Tokens a second": number_or_dash(speed, ",.0f"),
        "Best dev BLEU": number_or_dash(run.best_bleu),
    }
    helps = {}
    if run.config:
        sentences = run.config.training.dev_sentences
        helps["Best dev BLEU"] = (
            "sacreBLEU of greedy translations of the run's own development text, at "
            f"most {sentences:,} sentences: to be compared within a run, or between "
            "runs of the same text."
        )
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if named:
            st.markdown(f"**{escape.markdown(run.name)}**", width=150)
        for name, value in facts.items():
            st.metric(name, value, width="content", help=helps.get(name))


def _sightings(run: RunOverview) -> None:
    """Show how the watched sentences are translated and aligned, look by look."""
    updates = sighted_updates(run.path)
    if not updates:
        return
    chosen = _spread(updates)
    try:
        looks = [look(run.path, update) for update in chosen]
    except NmtvizError as error:
        st.warning(escape.markdown(str(error)))
        return
    if not looks[-1]:
        return
    st.markdown(f"##### What {escape.markdown(run.name)} sees")
    name = f"{choice.SENTENCE}.{run.name}"
    links.restore(name, len(looks[-1]))
    number = st.selectbox(
        "Sentence",
        range(len(looks[-1])),
        format_func=lambda i: looks[-1][i].source,
        key=name,
    )
    links.remember(name, number)
    followed = follow(dict(zip(chosen, looks, strict=True)), number)
    updates, seen = list(followed), list(followed.values())
    translation = escape.markdown(seen[-1].translation)
    st.markdown(f"Its translation after {updates[-1]:,} updates: **{translation}**")
    _emerging(run, seen, updates)
    with st.expander("Its translations over time"):
        st.dataframe(
            pd.DataFrame(
                {"after updates": updates, "translation": [s.translation for s in seen]}
            ),
            hide_index=True,
            width="stretch",
        )


def look(run: Path, update: int) -> tuple[Sighting, ...]:
    """Return what was seen; a file that has not changed is not read again."""
    try:
        changed = sightings_file(run, update).stat().st_mtime_ns
    except OSError:  # told with all its reasons by who reads it
        return read_sightings(run, update)
    return _read_look(run, update, changed)


@st.cache_data(max_entries=1000, show_spinner=False)
def _read_look(run: Path, update: int, changed: int) -> tuple[Sighting, ...]:
    del changed  # a part of the cache's key
    return read_sightings(run, update)


def _emerging(run: RunOverview, seen: Sequence[Sighting], updates: list[int]) -> None:
    alignments = [one.alignment for one in seen if one.alignment is not None]
    if len(alignments) < len(seen):
        st.caption(
            "RNNencdec reads the sentence into one vector, so there is no alignment "
            "to watch."
        )
        return
    told = (
        "Where there is a reference, the picture is of that and not of this "
        "translation: the network is made to write it, so that rows stay the same."
    )
    if run.config and seen[-1].source in run.config.watch:
        told = (
            "There is no reference, so each look is at what the network wrote by then: "
            "rows change their words. What is longer than the last translation, or "
            f"than {FEW_ROWS} rows, is cut; what is shorter leaves rows empty."
        )
    if any(any((*one.source_unknown, *one.target_unknown)) for one in alignments):
        told += " Slanted words are not in its vocabulary."
    st.caption(told)
    figure = emerging_alignment(alignments, updates, dark=charts.dark())
    with st.container(key=f"figure-emerging-{run.name}"):
        charts.still(
            figure,
            key=f"emerging.{run.name}",
            alt=f"Alignments of {seen[-1].source!r} after {updates[0]:,} to "
            f"{updates[-1]:,} updates. In the end: {heaviest(alignments[-1])}",
        )


def _spread(updates: list[int]) -> list[int]:
    """Return at most so many of them, the first and the last among them."""
    if len(updates) <= _MOST_FRAMES:
        return updates
    last = len(updates) - 1
    steps = _MOST_FRAMES - 1
    return [updates[round(step * last / steps)] for step in range(_MOST_FRAMES)]
