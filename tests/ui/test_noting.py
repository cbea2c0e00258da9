from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from nmtviz.errors import InputError
from nmtviz.notes import Note, Notes, Place
from nmtviz.ui.errors import noting


def test_two_sessions_that_save_at_once_both_keep_their_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, load = tmp_path / "notes.json", Notes.load

    def slowly(path: Path) -> Notes:
        found = load(path)
        sleep(0.1)  # time for the other one to read the same
        return found

    monkeypatch.setattr(Notes, "load", staticmethod(slowly))
    notes = {Place("own", line): Note(("good",), "") for line in (1, 2)}
    sessions = [
        Thread(target=noting.keep, args=(path, place, Note(), note))
        for place, note in notes.items()
    ]
    for session in sessions:
        session.start()
    for session in sessions:
        session.join()

    assert load(path).at == notes


def test_a_note_of_another_window_is_not_lost_unseen(tmp_path: Path) -> None:
    path, place = tmp_path / "notes.json", Place("own", 3)
    noting.keep(path, place, Note(), Note(text="a remark"))

    with pytest.raises(InputError, match="meanwhile: a remark"):
        noting.keep(path, place, Note(), Note(("good",)))
    assert Notes.load(path).of(place) == Note(text="a remark")

    noting.keep(path, place, Note(text="a remark"), Note(("good",)))
    assert Notes.load(path).of(place) == Note(("good",))
