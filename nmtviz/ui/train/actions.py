"""What can be done with a run: stop, go on, clone, rename, delete, export."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.runs import launcher
from nmtviz.runs.launcher import Launch
from nmtviz.runs.overview import RunOverview
from nmtviz.ui import cache, escape
from nmtviz.ui.train import choice

_TROUBLE, _DONE = "train.trouble", "train.done"
_LEAST_MINUTES = 0.5


def tell() -> None:
    """Say how the last action went."""
    if trouble := st.session_state.pop(_TROUBLE, None):
        st.error(escape.markdown(trouble))
    if done := st.session_state.pop(_DONE, None):
        st.success(escape.markdown(done))


def draw(run: RunOverview) -> None:
    """Draw the buttons of a run."""
    with st.container(horizontal=True, gap="small"):
        if run.running:
            st.button(
                "Stop",
                key=f"stop.{run.name}",
                icon=":material/stop:",
                on_click=_do,
                args=(lambda: launcher.stop(run.path),),
                disabled=run.state in ("starting", "stopping"),
                help="Ends after the update at hand; nothing is lost.",
            )
        else:
            _resume(run)
        st.button(
            "Clone",
            key=f"clone.{run.name}",
            icon=":material/content_copy:",
            on_click=choice.clone,
            args=(run.name,),
            disabled=run.config is None,
            help="A new run with these settings, to be changed.",
        )
        _export(run)
        _rename(run)
        _delete(run)


def _resume(run: RunOverview) -> None:
    with st.popover("Resume", icon=":material/play_arrow:", disabled=not run.config):
        minutes = st.number_input(
            "Minutes to train, over all starts",
            min_value=_LEAST_MINUTES,
            value=_budget(run),
            key=f"resume.{run.name}",
            help=f"It has trained for {run.seconds / 60:.1f} minutes so far.",
        )
        launch = replace(
            launcher.last_launch(run.path), max_minutes=minutes, max_updates=None
        )
        st.button(
            "Go on",
            key=f"go-on.{run.name}",
            type="primary",
            on_click=_do,
            args=(lambda: _start(run, launch),),
        )


def _budget(run: RunOverview) -> float:
    """Return minutes to offer: those it has, or five more if they are used up."""
    spent = run.seconds / 60
    minutes = run.status.budget_minutes if run.status else None
    if (
        minutes is None
        or minutes < _LEAST_MINUTES
        or minutes <= spent
        or run.share == 1
    ):
        return float(round(spent + 5))
    return minutes


def _export(run: RunOverview) -> None:
    with st.popover("Export", icon=":material/ios_share:", disabled=not run.of("dev")):
        name = st.text_input("Checkpoint's name", run.name, key=f"export.{run.name}")
        st.button(
            "Make a checkpoint",
            key=f"make.{run.name}",
            type="primary",
            on_click=_do,
            args=(
                lambda: launcher.export(
                    run.path, cache.folder() / launcher.checked_name(name)
                ),
                f"{name} is a checkpoint now: every page offers it.",
            ),
        )


def _rename(run: RunOverview) -> None:
    with st.popover("Rename", icon=":material/edit:", disabled=run.running):
        name = st.text_input("New name", run.name, key=f"rename.{run.name}")
        st.button(
            "Rename it",
            key=f"rename-it.{run.name}",
            on_click=_do,
            args=(lambda: choice.show(launcher.rename(run.path, name).name),),
        )


def _delete(run: RunOverview) -> None:
    with st.popover("Delete", icon=":material/delete:", disabled=run.running):
        st.markdown("What it has learned is gone for good.")
        st.button(
            "Delete it",
            type="primary",
            key=f"delete.{run.name}",
            on_click=_do,
            args=(lambda: _forget(run), f"{run.name} is deleted."),
        )


def _start(run: RunOverview, launch: Launch) -> None:
    if run.config:
        launcher.start(run.path, run.config, launch)


def _forget(run: RunOverview) -> None:
    launcher.delete(run.path)
    choice.show()


def _do(action: Callable[[], None], done: str = "") -> None:
    """Do something and remember how it went, for the drawing that follows."""
    try:
        action()
    except NmtvizError as error:
        st.session_state[_TROUBLE] = str(error)
    else:
        st.session_state[_DONE] = done
