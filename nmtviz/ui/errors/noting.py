"""Tags and remarks of the person at the page, in a file of their choice."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from nmtviz.errors import InputError, NmtvizError
from nmtviz.notes import Note, Notes, Place, all_tags, by_system, keep, plain_tag
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


def form(path: Path, notes: Notes, place: Place, systems: Sequence[str]) -> None:
    """Ask for the tags and the remark of one sentence, and save them.

    What is written and not saved yet stays while the person reads other sentences.

    Args:
        path: The file.
        notes: What it holds.
        place: The sentence.
        systems: Who is compared; each may have tags of its own.
    """
    # Another file of notes has another one, another set of the same name, too.
    key = f"{place.data}.{place.line}.{place.source}.{path}"
    draft, note = _Draft(key, tuple(systems)), notes.of(place)
    if not draft.is_begun or not draft.differs:
        draft.begin(note)
    draft.complete()
    used = {tag for tags in by_system(notes.tags).values() for tag in tags}
    for system in ("", *systems):
        here = by_system(note.tags).get(system, [])
        st.multiselect(
            f"Tags of {escape.markdown(system)}" if system else "Tags",
            list(dict.fromkeys([*here, *sorted(used), *SUGGESTED])),
            key=draft.tags(system),
            accept_new_options=True,
            placeholder="choose, or type a new one",
            persist_state="session",
        )
    st.text_area("Note", key=draft.text, height=80, persist_state="session")
    if st.button("Save the note", key=f"save-note.{key}"):
        _save(path, place, draft)
    elif draft.differs:
        st.caption("Not saved yet.")
    if said := st.session_state.pop(_SAID, None):
        st.toast(said)


class _Draft(NamedTuple):
    """What is written about a sentence, saved or not, in fields of the page."""

    key: str
    """The sentence and the file."""

    systems: tuple[str, ...]
    """Who is compared now; the tags of others stay as they are."""

    @property
    def text(self) -> str:
        """Key of the field for the remark."""
        return f"note-text.{self.key}"

    def tags(self, system: str) -> str:
        """Return the key of the field for the tags of a system, or of none."""
        return f"tags.{self.key}.{system}" if system else f"tags.{self.key}"

    @property
    def before(self) -> Note:
        """What the person has begun with."""
        found: Note = st.session_state.get(f"note-before.{self.key}", Note())
        return found

    @property
    def is_begun(self) -> bool:
        """Whether the fields have been there before."""
        return self.text in st.session_state

    @property
    def note(self) -> Note:
        """What is written now."""
        tags: dict[str, list[str]] = by_system(self.before.tags)
        for system in ("", *self.systems):
            here = st.session_state.get(self.tags(system), tags.get(system, []))
            tags[system] = [plain_tag(tag) for tag in here]
        return Note(all_tags(tags), st.session_state[self.text].strip())

    @property
    def differs(self) -> bool:
        """Whether something else is written than was noted."""
        before = self.before
        tags = all_tags(by_system(before.tags))
        return self.note != Note(tags, before.text.strip())

    def know(self, note: Note) -> None:
        """Remember what there is, which the person has seen.

        Tags of systems that were compared earlier, and that nobody has changed here,
        become what is noted now: somebody else may have saved others.
        """
        before, now = by_system(self.before.tags), by_system(note.tags)
        begin = self.tags("") + "."
        for name in map(str, st.session_state):
            system = name.removeprefix(begin)
            is_other = system not in (name, *self.systems)
            if is_other and st.session_state[name] == before.get(system, []):
                st.session_state[name] = now.get(system, [])
        st.session_state[f"note-before.{self.key}"] = note

    def begin(self, note: Note) -> None:
        """Show what is noted, and remember it."""
        self.know(note)
        st.session_state[self.text] = note.text
        tags = by_system(note.tags)
        for system in ("", *self.systems):
            st.session_state[self.tags(system)] = tags.get(system, [])

    def complete(self) -> None:
        """Show what is noted of a system that is compared only now."""
        tags = by_system(self.before.tags)
        for system in self.systems:
            if self.tags(system) not in st.session_state:
                st.session_state[self.tags(system)] = tags.get(system, [])


def _save(path: Path, place: Place, draft: _Draft) -> None:
    """Write what is written and say so."""
    note = draft.note
    try:
        keep(path, place, draft.before, note)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        if isinstance(error, InputError):  # now the person has seen what there is
            draft.know(Notes.load(path).of(place))
        return
    draft.know(note)
    st.session_state[_SAID] = "Saved." if note else "Taken away."
    st.rerun()
