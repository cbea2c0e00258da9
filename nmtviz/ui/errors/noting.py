"""Tags and remarks of the person at the page, in a file of their choice."""

from pathlib import Path

import streamlit as st

from nmtviz.errors import InputError, NmtvizError
from nmtviz.notes import Note, Notes, Place, keep
from nmtviz.ui import escape, places

SUGGESTED = (
    *("left out", "added", "repeated", "wrong word", "word order"),
    *("agreement", "unknown word", "good"),
)
"""Tags that are offered before a person has made any."""

_FILE = "notes-file"
_DEFAULT = "notes.json"
_SAID = "errors.said"


def file() -> Path:
    """Ask where notes are kept; a link cannot name the file, as it is written to."""
    named = st.text_input(
        "Notes are kept in",
        _DEFAULT,
        key=_FILE,
        persist_state="session",
        width=200,
        help="A JSON file on the machine that runs the app, in the folder of runs "
        "unless you say where; it is made with the first note.",
    )
    try:
        return places.runs() / Path(named.strip() or _DEFAULT).expanduser()
    except RuntimeError as error:  # the home of somebody who is not here
        st.error(escape.markdown(f"{named}: {error} Name another file."))
        return places.runs() / _DEFAULT


def read(path: Path) -> Notes | None:
    """Return the notes of a file; says so and returns None if it cannot be used."""
    try:
        return Notes.load(path)
    except NmtvizError as error:
        st.error(escape.markdown(f"{error} Name another file."))
        return None


def form(path: Path, notes: Notes, place: Place) -> None:
    """Ask for the tags and the remark of one sentence, and save them.

    What is written and not saved yet stays while the person reads other sentences.
    """
    note = notes.of(place)
    # Another file of notes has another one, another set of the same name, too.
    key = f"{place.data}.{place.line}.{place.source}.{path}"
    if _draft(key) in (None, st.session_state.get(f"note-before.{key}")):
        _begin(key, note)
    offered = list(dict.fromkeys([*note.tags, *notes.tags, *SUGGESTED]))
    st.multiselect(
        "Tags",
        offered,
        key=f"tags.{key}",
        accept_new_options=True,
        placeholder="choose, or type a new one",
        persist_state="session",
    )
    st.text_area("Note", key=f"note-text.{key}", height=80, persist_state="session")
    if st.button("Save the note", key=f"save-note.{key}"):
        _save(path, place, key)
    elif _draft(key) != note:
        st.caption("Not saved yet.")
    if said := st.session_state.pop(_SAID, None):
        st.toast(said)


def _draft(key: str) -> Note | None:
    """Return what is written, saved or not; None before the first look."""
    if (text := st.session_state.get(f"note-text.{key}")) is None:
        return None
    return Note(tuple(st.session_state[f"tags.{key}"]), text.strip())


def _begin(key: str, note: Note) -> None:
    """Show what is noted, and remember what the person has begun with."""
    st.session_state[f"note-before.{key}"] = note
    st.session_state[f"tags.{key}"] = list(note.tags)
    st.session_state[f"note-text.{key}"] = note.text


def _save(path: Path, place: Place, key: str) -> None:
    """Write what is written and say so."""
    before, note = f"note-before.{key}", _draft(key) or Note()
    try:
        keep(path, place, st.session_state[before], note)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        if isinstance(error, InputError):  # now the person has seen what there is
            st.session_state[before] = Notes.load(path).of(place)
        return
    st.session_state[before] = note
    st.session_state[_SAID] = "Saved." if note else "Taken away."
    st.rerun()
