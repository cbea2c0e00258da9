"""What can be done with a run: stop, go on, clone, rename, delete, export."""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count
from math import ceil

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from nmtviz.errors import NmtvizError, TrainingError
from nmtviz.runs import launcher
from nmtviz.runs.overview import RunOverview
from nmtviz.ui import escape, onward, places
from nmtviz.ui.train import choice

_TROUBLE, _DONE, _MADE = "train.trouble", "train.done", "train.made"
_LEAST_MINUTES = 0.5


def tell() -> None:
    """Say how the last action went."""
    # The container is always there: if what follows moved, open popovers would shut.
    with st.container():
        if trouble := st.session_state.pop(_TROUBLE, None):
            st.error(escape.markdown(trouble))
        if done := st.session_state.pop(_DONE, None):
            st.success(escape.markdown(done))
        if made := st.session_state.pop(_MADE, None):
            onward.to_translate(None, [made], f"Translate with {made}")


def draw(run: RunOverview) -> None:
    """Draw the buttons of a run."""
    with st.container(horizontal=True, gap="small"):
        if run.running:
            st.button(
                "Stop",
                key=f"stop.{run.name}",
                icon=":material/stop:",
                on_click=_do,
                args=(lambda: _stop(run),),
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
    if run.state == "finished":
        st.caption(
            "It has trained as long as it was to. *Export* makes it a model that the "
            f"other pages offer{'; *Resume* lets it train on' if run.saved else ''}."
        )


def _menu(run: RunOverview, name: str, icon: str, *, disabled: bool) -> DeltaGenerator:
    """Return what opens below a button; it does not stay open for another run."""
    return st.popover(name, icon=icon, disabled=disabled, key=f"{name}-menu.{run.name}")


def _resume(run: RunOverview) -> None:
    with _menu(run, "Resume", ":material/play_arrow:", disabled=not run.config):
        offered = _budget(run)
        # By its own key, not `choice.propose`: in a closed popover, the browser forgets
        # what a state was set to, and opens with the default.
        key = f"resume.{run.name}.{offered:g}"
        st.number_input(
            "Minutes to train, over all starts",
            min_value=_LEAST_MINUTES,
            value=offered,
            key=key,
            help=f"It has trained for {run.seconds / 60:.1f} minutes so far.",
        )
        if updates := _updates_to_make(run):
            st.caption(f"It ends after {updates:,} updates at the latest.")
        if run.events and not run.saved:
            st.warning(
                "Its saved state is no longer there, so it begins again from nothing, "
                "and its best network so far is deleted. *Export* keeps that."
            )
        elif _used_up(run) and run.config and run.config.training.schedule == "linear":
            st.caption(
                "Its step size had come down to 0 with its budget. With more of a "
                "budget it begins larger again, so the loss leaps up before it falls."
            )
        st.button(
            "Go on",
            key=f"go-on.{run.name}",
            type="primary",
            on_click=_do,
            args=(lambda: _start(run, st.session_state[key]),),
        )


def command(run: RunOverview) -> None:
    """Show how to train the run from a shell."""
    with st.expander("The same from a shell", icon=":material/terminal:"):
        st.caption("This goes on with the run, or repeats it in another folder.")
        launch = _again(run)
        if launch.max_minutes is None and launch.max_updates is None:
            launch = launcher.last_launch(run.path)  # else it would never end
        if _used_up(run):  # it would end at once
            launch = replace(launch, max_minutes=_budget(run), max_updates=None)
        st.code(launch.command_line(run.path), language=None, wrap_lines=True)


def _budget(run: RunOverview) -> float:
    """Return minutes to offer: those it has, or five more if they are used up.

    For a run that is to make some updates, as many as these take.
    """
    spent = run.seconds / 60
    minutes = run.status.budget_minutes if run.status else None
    updates = _updates_to_make(run)
    if minutes is None and updates and run.update:
        return float(ceil(spent * updates / run.update) + 1)
    if minutes is None or minutes < _LEAST_MINUTES or minutes <= spent or _used_up(run):
        return float(round(spent + 5))
    return minutes


def _updates_to_make(run: RunOverview) -> int | None:
    """Return how many updates a run is to make; None if no more, or without limit."""
    updates = launcher.last_launch(run.path).max_updates
    return updates if updates and run.update < updates else None


def _used_up(run: RunOverview) -> bool:
    """Say whether a run has had all of its budget; patience may end it before."""
    patience = run.status.patience if run.status else None
    return run.share == 1 and (patience is None or run.stale < patience)


def _export(run: RunOverview) -> None:
    with _menu(run, "Export", ":material/ios_share:", disabled=not run.of("dev")):
        free = _free_name(run.name)
        key = f"export.{run.name}.{free}"  # another offer is another field
        st.text_input("Checkpoint's name", free, key=key)
        folder = escape.markdown(str(places.checkpoints()))
        st.caption(f"It becomes a folder in {folder}; delete that to be rid of it.")
        st.button(
            "Make a checkpoint",
            key=f"make.{run.name}",
            type="primary",
            on_click=_do,
            args=(lambda: _make(run, st.session_state[key]),),
        )


def _free_name(name: str) -> str:
    """Return what a checkpoint of a run may be called: as the run, or with a number."""
    others = (f"{name}-{number}" for number in count(2))
    tries = chain([name], others)
    return next(each for each in tries if not (places.checkpoints() / each).exists())


def _rename(run: RunOverview) -> None:
    with _menu(run, "Rename", ":material/edit:", disabled=run.running):
        key = f"rename.{run.name}"
        st.text_input("New name", run.name, key=key)
        st.button(
            "Rename it",
            key=f"rename-it.{run.name}",
            on_click=_do,
            args=(lambda: _call(run, st.session_state[key]),),
        )


def _delete(run: RunOverview) -> None:
    with _menu(run, "Delete", ":material/delete:", disabled=run.running):
        st.markdown(
            f"What **{escape.markdown(run.name)}** has learned is gone for good; a "
            "checkpoint exported from it stays."
        )
        st.button(
            "Delete it",
            type="primary",
            key=f"delete.{run.name}",
            on_click=_do,
            args=(lambda: _forget(run),),
        )


def _stop(run: RunOverview) -> str:
    launcher.stop(run.path)
    return ""


def _start(run: RunOverview, minutes: float) -> str:
    if not run.path.exists():  # another window deleted it
        raise TrainingError(f"There is no run {run.name} any longer.")
    if run.config:
        updates = _updates_to_make(run)
        launch = replace(_again(run), max_minutes=minutes, max_updates=updates)
        launcher.start(run.path, run.config, launch)
    return ""


def _again(run: RunOverview) -> launcher.Launch:
    """Return how it was trained last, less a patience that would end it at once."""
    launch = launcher.last_launch(run.path)
    if launch.patience is not None and run.stale >= launch.patience:
        return replace(launch, patience=None)
    return launch


def _make(run: RunOverview, name: str) -> str:
    name = launcher.checked_name(name)
    folder = places.checkpoints() / name
    launcher.export(run.path, folder)
    st.session_state[_MADE] = name
    return (
        f"{name} is a checkpoint now, in {folder}: Translate and Search offer it, and "
        "so do Lengths and Errors once it has translated a test set there."
    )


def _call(run: RunOverview, name: str) -> str:
    choice.show(launcher.rename(run.path, name).name)
    return ""


def _forget(run: RunOverview) -> str:
    launcher.delete(run.path)
    choice.show()
    return f"{run.name} is deleted."


def _do(action: Callable[[], str]) -> None:
    """Do something and remember what it says, for the drawing that follows.

    Called back before the page is drawn anew: an action asks the session what was typed
    last, as what the page has drawn may be older than the click.
    """
    try:
        st.session_state[_DONE] = action()
    except NmtvizError as error:
        st.session_state[_TROUBLE] = str(error)
