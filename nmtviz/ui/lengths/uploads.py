"""Other people's translations: for a test set that is here, or for one of their own."""

from collections.abc import Collection, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Protocol

import streamlit as st

from nmtviz.data.corpus import (
    Pair,
    check_sides,
    read_sentences,
    split_pairs,
)
from nmtviz.errors import DataError, NmtvizError
from nmtviz.scores import data_name
from nmtviz.ui import escape, places, widgets
from nmtviz.ui.lengths.controls import BIN, OPEN, LengthsView
from nmtviz.ui.shelf import kept, own, sets
from nmtviz.ui.shelf.sets import Shelf
from nmtviz.ui.shelf.systems import System, Texts, measured

_SAID, _TROUBLE = "lengths.said", "lengths.trouble"

_HEADINGS = (
    *("line", "words", "source", "reference", "system", "setting"),
    *("Source words", "n", "difference", "p", "better", "Rank", "n-gram"),
)
"""What tables call columns of their own, beside one a system."""


class Upload(Protocol):
    """A file from a person."""

    name: str

    def getvalue(self) -> bytes:
        """Return all of it."""


def draw(view: LengthsView, shelf: Shelf) -> None:
    """Offer to add translations or a whole test set."""
    if said := st.session_state.pop(_SAID, None):
        st.success(escape.markdown(said))
    if trouble := st.session_state.pop(_TROUBLE, None):
        st.error(escape.markdown(trouble))
    left, right = st.columns(2, gap="large")
    with left:
        _outputs(view, shelf)
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


def read_outputs(
    files: Sequence[Upload], data: str, texts: Texts, taken: Collection[str] = ()
) -> list[System]:
    """Return a system a file of translations, each called after its file.

    Args:
        files: A translation a line, in the order of the test set.
        data: Name of the test set.
        texts: Its sentences.
        taken: Names of other systems; a file of such a name gets a number too.

    Raises:
        DataError: If a file is no text or has not a line for each sentence.
    """
    names: list[str] = []
    for file in files:
        names.append(_numbered(_base(file.name), [*taken, *names, *_HEADINGS]))
    return [
        measured(name, data, texts, _lines(file))
        for file, name in zip(files, names, strict=True)
    ]


def read_texts(source: Upload, reference: Upload | None) -> Texts:
    """Return the sentences of a test set.

    Args:
        source: Source sentences; with their references behind a tab if those have no
            file of their own.
        reference: Their references.

    Raises:
        DataError: If a file is no text, a line is empty on a side, or the files
            differ in length.
    """
    sources = _lines(source)
    if reference is None:
        pairs = split_pairs(sources, source.name)
        sources, references = [one for one, _ in pairs], [other for _, other in pairs]
    else:
        references = _lines(reference)
        if len(references) != len(sources):
            raise DataError(
                f"{reference.name} must have a line for each line of {source.name}, "
                f"which has {len(sources)}, but it has {len(references)}."
            )
    if not sources:
        raise DataError(f"{source.name} must hold at least one line, but it is empty.")
    files = (source.name, (reference or source).name)
    for number, sides in enumerate(zip(sources, references, strict=True), 1):
        check_sides(Pair(*sides), files, number)
    return Texts(
        sources=tuple(map(kept.one_space, sources)),
        references=tuple(map(kept.one_space, references)),
    )


def _outputs(view: LengthsView, shelf: Shelf) -> None:
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
            key=widgets.renewable("output-files"),
        )
        if (
            not st.form_submit_button("Add these systems", key="add-outputs-now")
            or not files
        ):
            return
    try:
        systems = read_outputs(files, view.data, view.texts, _ours(shelf, view.data))
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    for system in systems:
        sets.add_system(view.data, view.texts, system)
    _say_and_restart(f"Added {', '.join(system.name for system in systems)}.")


def _test_set(shelf: Shelf) -> None:
    st.markdown("**A test set of your own**")
    with st.form("add-set", border=False):
        source = st.file_uploader(
            "Source sentences (or both sides, with a tab between)",
            key=widgets.renewable("source-file"),
        )
        reference = st.file_uploader(
            "Reference translations", key=widgets.renewable("reference-file")
        )
        outputs = st.file_uploader(
            "Translations, a file a system",
            accept_multiple_files=True,
            key=widgets.renewable("set-output-files"),
        )
        if not st.form_submit_button("Add this test set", key="add-set-now"):
            return
    if source is None:
        st.error("A test set needs a file of source sentences.")
        return
    try:
        texts = read_texts(source, reference)
        data = _recognised(texts, shelf) or _free_name(source.name, shelf)
        systems = read_outputs(outputs, data, texts, _ours(shelf, data))
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    known = shelf.texts.get(data)
    if known is None or known.file is None:  # evaluations know the file that is there
        sets.add_texts(data, texts)
    for system in systems:
        sets.add_system(data, known or texts, system)
    st.session_state[OPEN] = data  # the widgets take it in the run that follows
    _say_and_restart(
        f"Added {data}: {len(texts.sources)} sentences. In Evaluate, the models here "
        "translate them."
    )


def _ours(shelf: Shelf, data: str) -> list[str]:
    """Return the names of our own models; what a person added may be added anew."""
    systems = shelf.systems.get(data, {}).values()
    return [system.name for system in systems if system.info]


def _lines(file: Upload) -> list[str]:
    return read_sentences(file.getvalue(), file.name)


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


def _base(name: str) -> str:
    """Return a file's name as another file may have it, without any folder."""
    base = "".join(filter(str.isprintable, Path(name).name))
    return base.lstrip(".") or "file"


def _free_name(file: str, shelf: Shelf) -> str:
    """Return what to call a new test set: its file's name, or that and a number."""
    name = _base(file).removesuffix(".gz")
    name = data_name(Path(name)) if name.endswith(".tsv") else Path(name).stem
    return _numbered(name, shelf.systems)


def _numbered(name: str, taken: Collection[str]) -> str:
    """Return a name, with a number behind it if it is taken."""
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(name for name in names if name not in taken)


def _removal(data: str, texts: Texts) -> None:
    """Ask what to remove of what was added; it is gone for everybody."""
    with st.popover("Remove what was added", icon=":material/delete:"):
        everything = f"all of {data}" if data != own.NAME else "all of these"
        chosen = st.selectbox(
            "Which",
            [None, *sets.added_systems(data, texts)],
            format_func=lambda name: everything if name is None else name,
            key="forget-what",
        )
        told = "The translations" if chosen or data == own.NAME else "All"
        st.markdown(
            f"{told} will be gone for good, for everybody who uses this app. Files "
            "they came from stay where they are."
        )
        st.button(
            "Remove it",
            type="primary",
            key="forget-added",
            on_click=_remove,
            args=(data, texts, chosen),
        )


def _remove(data: str, texts: Texts, system: str | None) -> None:
    """Remove what was added to a test set, or say why that is not possible."""
    try:
        if system is None:
            sets.remove_added(data, texts)
        else:
            sets.remove_system(data, texts, system)
    except NmtvizError as error:
        st.session_state[_TROUBLE] = str(error)
    st.session_state[BIN] = None


def _say_and_restart(text: str) -> None:
    st.session_state[_SAID] = text
    widgets.renew()
    st.rerun()
