import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from nmtviz.files import locked, replacing, write_text


@pytest.mark.parametrize("alone", [True, False])
def test_a_file_is_replaced_when_all_is_written(tmp_path: Path, alone: bool) -> None:
    path = tmp_path / "notes.txt"
    write_text(path, "old", alone=alone)
    with replacing(path, alone=alone) as temporary:
        temporary.write_text("né", "utf-8")
        assert path.read_text("utf-8") == "old"
        assert temporary.parent == tmp_path
    assert path.read_text("utf-8") == "né"
    assert list(tmp_path.iterdir()) == [path]


def write_half(path: Path) -> None:
    with replacing(path) as temporary:
        temporary.write_text("half", "utf-8")
        raise OSError("The disk is full.")


def test_what_was_not_written_to_its_end_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    write_text(path, "old")
    with pytest.raises(OSError, match="full"):
        write_half(path)
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_left_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "state"
    (tmp_path / ".state.tmp").write_text("half of it", "utf-8")
    write_text(path, "all", alone=True)
    assert path.read_text("utf-8") == "all"
    assert list(tmp_path.iterdir()) == [path]


def test_two_writers_use_two_names(tmp_path: Path) -> None:
    with replacing(tmp_path / "a") as one, replacing(tmp_path / "a", alone=True) as two:
        assert one != two
        for temporary in (one, two):
            temporary.touch()


def test_two_threads_of_a_process_use_two_names(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    with replacing(path) as temporary:
        temporary.write_text("first", "utf-8")
        other = Thread(target=write_text, args=(path, "other"))
        other.start()
        other.join()
        assert path.read_text("utf-8") == "other"
        assert temporary.read_text("utf-8") == "first"
    assert path.read_text("utf-8") == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "note.json"
    write_text(path, "old")
    with path.open(encoding="utf-8") as reader:
        write_text(path, json.dumps({"new": "é"}))
        assert reader.read() == "old"  # it still reads the file that was there

    assert json.loads(path.read_text("utf-8")) == {"new": "é"}
    assert list(tmp_path.iterdir()) == [path]


def test_who_asks_for_what_is_locked_waits(tmp_path: Path) -> None:
    key, number = tmp_path / "key", tmp_path / "number"
    key.touch()
    number.write_text("0")

    def count() -> None:
        for _ in range(50):
            with locked(key):
                write_text(number, str(int(number.read_text()) + 1))

    threads = [Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert number.read_text() == "200"


@pytest.mark.usefixtures("no_locks")
def test_a_lock_that_there_cannot_be_is_an_error_of_the_system(
    tmp_path: Path,
) -> None:
    (tmp_path / "key").touch()

    with pytest.raises(OSError, match="key") as caught, locked(tmp_path / "key"):
        pass
    assert caught.value.errno == errno.ENOLCK


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    link = tmp_path / "notes.txt"
    link.symlink_to(tmp_path / "disk" / "notes.txt")

    write_text(link, "new")

    assert link.is_symlink()
    assert (tmp_path / "disk" / "notes.txt").read_text("utf-8") == "new"
    assert len(list((tmp_path / "disk").iterdir())) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    write_text(pipe, "passed on")

    assert os.read(reader, 99) == b"passed on"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc here")
@pytest.mark.parametrize(
    "name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"]
)
@pytest.mark.parametrize("mode", ["w", "a"])
def test_a_file_that_is_open_goes_on(name: str, mode: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    write = (
        "import sys; from pathlib import Path; from nmtviz.files import write_text; "
        "write_text(Path(sys.argv[1]), 'new\\n')"
    )
    log = tmp_path / "log"
    with log.open(mode) as file:
        file.write("before\n")
        file.flush()
        command = [sys.executable, "-c", write, str(tmp_path / name)]
        subprocess.run(command, stdout=file, check=True)
        file.write("after\n")

    assert log.read_text() == "before\nnew\nafter\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "log"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc here")
def test_a_file_that_another_process_has_open_is_not_cut(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as file:
        command = [sys.executable, "-c", "input()"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file) as other:
            file.write("before\n")
            file.flush()
            write_text(Path(f"/proc/{other.pid}/fd/1"), "new\n")
            other.communicate(b"\n")

    assert log.read_text() == "before\nnew\n"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_text(tmp_path, "new")
