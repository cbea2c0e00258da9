from pathlib import Path
from threading import Thread
from time import sleep

import pytest

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
    sessions = [Thread(target=noting.keep, args=(path, *one)) for one in notes.items()]
    for session in sessions:
        session.start()
    for session in sessions:
        session.join()

    assert load(path).at == notes
