"""Tags and remarks on sentences, kept in a file."""

import subprocess
import sys
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from nmtviz.errors import DataError, InputError
from nmtviz.notes import (
    Note,
    Notes,
    Place,
    all_tags,
    by_system,
    keep,
    plain_tag,
    tag_of,
)

PLACE = Place("own.en-fr", 7)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "notes.json"
    notes = Notes().noting(PLACE, Note(("word order", "très mal"), "Why „so“?\n"))

    notes.save(path)

    assert Notes.load(path) == notes
    assert [file.name for file in path.parent.iterdir()] == ["notes.json"]


def test_without_a_file_there_are_no_notes(tmp_path: Path) -> None:
    assert not Notes.load(tmp_path / "none.json").at


def test_an_empty_note_is_taken_away() -> None:
    notes = Notes().noting(PLACE, Note(("missing",)))

    assert not notes.noting(PLACE, Note()).at
    assert notes.of(PLACE).tags == ("missing",)
    assert notes.of(Place("own.en-fr", 8)) == Note()


def test_tags_of_all_notes_come_once() -> None:
    notes = Notes().noting(PLACE, Note(("b", "a"))).noting(Place("x", 1), Note(("b",)))

    assert notes.tags == ["a", "b"]


def test_tags_about_a_system_are_told_apart_and_put_together_again() -> None:
    tags = ("left out", "agreement @b.txt", "good @a", "word order", "added @b.txt")

    found = by_system(tags)

    assert found == {
        "": ["left out", "word order"],
        "b.txt": ["agreement", "added"],
        "a": ["good"],
    }
    assert tag_of("b.txt", "agreement") == tags[1]
    assert all_tags(found) == (
        *("left out", "word order"),
        *("good @a", "agreement @b.txt", "added @b.txt"),
    )


def test_a_system_s_name_may_look_like_a_tag_about_one() -> None:
    tag = tag_of("my model @v2.txt", "good")

    assert by_system([tag]) == {"": [], "my model @v2.txt": ["good"]}


def test_a_typed_tag_is_about_no_system() -> None:
    for typed in ("ask @paul", "ask  @paul"):
        assert by_system([plain_tag(typed)]) == {"": ["ask@paul"]}


def test_a_tag_that_only_begins_with_the_mark_is_about_nobody() -> None:
    assert by_system([" @home", "@home"]) == {"": [" @home", "@home"]}


@pytest.mark.parametrize(
    "text", ["no json", "[]", "{}", '{"format": 1, "notes": [{"line": 1}]}', "3"]
)
def test_a_file_of_something_else_is_neither_read_nor_overwritten(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)

    with pytest.raises(DataError, match=r"mine.json must be a file of notes"):
        Notes.load(path)
    with pytest.raises(DataError, match=r"mine.json must be a file of notes"):
        Notes().save(path)
    assert path.read_text() == text


def test_notes_of_a_later_format_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text('{"format": 2}')

    with pytest.raises(DataError, match="must be notes of format 1, got 2"):
        Notes.load(path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(DataError, match=r"notes.json cannot be (read|written)"):
        Notes().save(tmp_path / "file" / "notes.json")


def test_a_note_belongs_to_its_sentence() -> None:
    noted = Place("news", 1, "The cat sleeps.")
    notes = Notes().noting(noted, Note(("good",)))

    assert notes.of(noted) == Note(("good",))
    assert notes.of(Place("news", 1, "My house is green.")) == Note()


def test_a_note_of_before_sentences_were_kept_is_found_and_replaced() -> None:
    old = Notes().noting(Place("news", 1), Note(("good",)))
    now = Place("news", 1, "The cat sleeps.")

    assert old.of(now) == Note(("good",))
    assert old.noting(now, Note(text="fine")).at == {now: Note(text="fine")}


def test_who_cannot_read_the_test_set_sees_the_notes_of_its_lines() -> None:
    read, unread = Place("news", 5, "He runs."), Place("news", 5)
    notes = Notes().noting(read, Note(("good",), "first"))

    assert notes.of(unread) == Note(("good",), "first")
    assert notes.noting(unread, Note((), "second")).at == {read: Note((), "second")}


def test_a_note_that_was_not_shown_is_not_taken_away() -> None:
    read, unread = Place("news", 5, "He runs."), Place("news", 5)
    notes = Notes({read: Note(("good",)), unread: Note((), "another")})

    assert notes.noting(read, Note()).at == {unread: Note((), "another")}


@pytest.mark.parametrize("entry", ['"line": 1e999', '"line": 1, "text": "\\ud800"'])
def test_what_no_note_can_be_is_refused(tmp_path: Path, entry: str) -> None:
    text = '{"format": 1, "notes": [{"data": "x", "tags": [], "text": "", ENTRY}]}'
    (tmp_path / "notes.json").write_text(text.replace("ENTRY", entry), "utf-8")

    with pytest.raises(DataError, match="must be a file of notes"):
        Notes.load(tmp_path / "notes.json")


SLOW = """
import sys, time
from pathlib import Path
from nmtviz.notes import Note, Notes, Place, all_tags, by_system, keep, tag_of

load = Notes.load

def slowly(path):
    found = load(path)
    time.sleep(0.1)  # time for the other one to read the same
    return found

Notes.load = staticmethod(slowly)
first = int(sys.argv[2])
for line in range(first, first + 5):
    keep(Path(sys.argv[1]), Place("own", line), Note(), Note(("good",)))
"""


def test_two_processes_that_save_at_once_both_keep_their_notes(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    command = [sys.executable, "-c", SLOW, str(path)]

    processes = [subprocess.Popen([*command, first]) for first in ("10", "20")]

    assert [process.wait() for process in processes] == [0, 0]
    lines = [*range(10, 15), *range(20, 25)]
    assert sorted(place.line for place in Notes.load(path).at) == lines


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
        Thread(target=keep, args=(path, place, Note(), note))
        for place, note in notes.items()
    ]
    for session in sessions:
        session.start()
    for session in sessions:
        session.join()

    assert load(path).at == notes


def test_a_note_of_another_window_is_not_lost_unseen(tmp_path: Path) -> None:
    path, place = tmp_path / "notes.json", Place("own", 3)
    keep(path, place, Note(), Note(text="a remark"))

    with pytest.raises(InputError, match="meanwhile: a remark"):
        keep(path, place, Note(), Note(("good",)))
    assert Notes.load(path).of(place) == Note(text="a remark")

    keep(path, place, Note(text="a remark"), Note(("good",)))
    assert Notes.load(path).of(place) == Note(("good",))
