"""Other people's translations: for a test set that is here, or for one of their own."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.figures.labels import counted
from nmtviz.scores import data_name
from nmtviz.ui import cache, escape, held, places
from nmtviz.ui.lengths.controls import BIN, OPEN, LengthsView
from nmtviz.ui.lengths.given import base, numbered, read_outputs, read_texts
from nmtviz.ui.shelf import own, sets
from nmtviz.ui.shelf.sets import Shelf
from nmtviz.ui.shelf.systems import System, Texts

_ALL = "\n"
"""Stands for all that was added: no system is called so."""

_SAID, _TROUBLE = "lengths.said", "lengths.trouble"


def draw(view: LengthsView, shelf: Shelf) -> None:
    """Offer to add translations or a whole test set."""
    if said := st.session_state.pop(_SAID, None):
        st.success(escape.markdown(said))
    if trouble := st.session_state.pop(_TROUBLE, None):
        st.error(escape.markdown(trouble))
    left, right = st.columns(2, gap="large")
    with left:
        _outputs(view)
    with right:
        _test_set(shelf)
    st.caption(
        "Plain text, UTF-8, a sentence a line; `.gz` too. Nothing leaves this machine. "
        "What you add, and our models' translations of it, are kept in "
        f"{escape.markdown(str(places.evaluations()))}, for everybody who uses this "
        "app, until somebody removes them."
    )
    if view.texts and sets.is_added(view.data, view.texts):
        _removal(view.data, view.texts)


def _outputs(view: LengthsView) -> None:
    st.markdown(f"**Translations of {escape.markdown(view.data)}**")
    if view.texts is None:
        st.caption(
            "Its sentences are not here, so nothing can be compared with them. Add "
            "their file on the right first: it is recognised by its sentences."
        )
        return
    with st.form("add-outputs", border=False):
        files = st.file_uploader(
            "A file a system, a translation a line",
            accept_multiple_files=True,
            key=held.renewable("output-files"),
        )
        if (
            not st.form_submit_button("Add these systems", key="add-outputs-now")
            or not files
        ):
            return
    try:
        systems = read_outputs(files, view.data, view.texts, cache.measured())
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    _say_and_restart(*_add(view.data, view.texts, systems))


def _add(data: str, texts: Texts, systems: Sequence[System]) -> tuple[str, list[str]]:
    """Keep what systems made of a test set.

    Returns:
        What was added and what that replaced; what keeps it from lasting.
    """
    there = sets.added_systems(data, texts)
    problems = [sets.add_system(data, texts, system) for system in systems]
    names = [system.name for system in systems]
    told = f"Added {', '.join(names)}." if names else ""
    if replaced := [name for name in names if name in there]:
        told += f" What was called {', '.join(replaced)} before is replaced."
    return told, problems


def _test_set(shelf: Shelf) -> None:
    st.markdown("**A test set of your own**")
    with st.form("add-set", border=False):
        source = st.file_uploader(
            "Source sentences (or both sides, with a tab between)",
            key=held.renewable("source-file"),
        )
        reference = st.file_uploader(
            "Reference translations", key=held.renewable("reference-file")
        )
        outputs = st.file_uploader(
            "Translations, a file a system",
            accept_multiple_files=True,
            key=held.renewable("set-output-files"),
        )
        if not st.form_submit_button("Add this test set", key="add-set-now"):
            return
    if source is None:
        st.error("A test set needs a file of source sentences.")
        return
    try:
        texts = read_texts(source, reference)
        data = _recognised(texts, shelf) or _free_name(source.name, shelf)
        systems = read_outputs(outputs, data, texts, cache.measured())
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    known, problem = shelf.texts.get(data), ""
    if known is None or known.file is None:  # evaluations know the file that is there
        problem = sets.add_texts(data, texts)
    added, problems = _add(data, known or texts, systems)
    st.session_state[OPEN] = data  # the widgets take it in the run that follows
    size = counted(len(texts.sources), "sentence")
    told = f"{data} was here: {size}." if known else f"Added {data}: {size}."
    if not problem:
        told += " In Evaluate, the models here translate them."
    _say_and_restart(f"{told} {added}".strip(), [problem, *problems])


def _recognised(texts: Texts, shelf: Shelf) -> str | None:
    """Return the test set that has these sentences, or numbers of them."""
    for data, systems in shelf.systems.items():
        if known := shelf.texts.get(data):
            same = known.is_same(texts)
        else:
            same = any(texts.belong_to(system.scores) for system in systems.values())
        if same:
            return data
    return None


def _free_name(file: str, shelf: Shelf) -> str:
    """Return what to call a new test set: its file's name, or that and a number."""
    name = base(file).removesuffix(".gz")
    name = data_name(Path(name)) if name.endswith(".tsv") else Path(name).stem
    return numbered(name, shelf.systems)


def _removal(data: str, texts: Texts) -> None:
    """Ask what to remove of what was added; it is gone for everybody."""
    with st.popover("Remove what was added", icon=":material/delete:"):
        everything = f"all of {data}" if data != own.NAME else "all added translations"
        chosen = st.selectbox(
            "Which",
            [_ALL, *sets.added_systems(data, texts)],
            index=None,
            format_func=lambda name: everything if name == _ALL else name,
            placeholder="choose",
            key="forget-what",
        )
        everything_goes = chosen == _ALL and data != own.NAME
        told = "All" if everything_goes else "The translations"
        st.markdown(
            f"{told} will be gone for good, for everybody who uses this app. Files "
            "they came from stay where they are."
        )
        st.button(
            "Remove it",
            type="primary",
            key="forget-added",
            disabled=chosen is None,
            on_click=_remove,
            args=(data, texts, None if chosen == _ALL else chosen),
        )


def _remove(data: str, texts: Texts, system: str | None) -> None:
    """Remove what was added to a test set, or say why that is not possible."""
    try:
        if system is None:
            sets.remove_added(data, texts)
        else:
            sets.remove_system(data, texts, system)
        st.session_state[_SAID] = f"Removed {system or f'what was added to {data}'}."
    except NmtvizError as error:
        st.session_state[_TROUBLE] = str(error)
    st.session_state[BIN] = None


def _say_and_restart(text: str, problems: Iterable[str]) -> None:
    """Say what was done and what keeps it from lasting, in a new run of the page."""
    if told := " ".join(dict.fromkeys(filter(None, problems))):
        text += f" Only until this page is closed: {told}"
    st.session_state[_SAID] = text
    held.renew()
    st.rerun()
