"""Folders that are whole or absent."""

from pathlib import Path
from threading import Event, Thread

import pytest

from nmtviz import folders
from nmtviz.folders import making_folder, replacing_folder


@pytest.fixture(params=["in one step", "in two"])
def _steps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in two":  # as where there is no Linux
        monkeypatch.setattr(folders, "of_libc", lambda _: None)


@pytest.mark.usefixtures("_steps")
def test_folders_made_at_once_are_whole_and_the_last_one_stays(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    failed: list[OSError] = []

    def write(name: str) -> None:
        try:
            for _ in range(50):
                with replacing_folder(folder) as new:
                    new.mkdir()
                    for part in "ab":
                        (new / part).write_text(name)
        except OSError as error:
            failed.append(error)

    threads = [Thread(target=write, args=(name,)) for name in "1234"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not failed
    assert [*tmp_path.iterdir()] == [folder]
    assert len({(folder / part).read_text() for part in "ab"}) == 1


def test_there_is_always_a_folder_while_others_take_its_place(tmp_path: Path) -> None:
    folder, done, missed = tmp_path / "model", Event(), 0
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.mkdir()
    if not folders.change_places(one, other):
        pytest.skip("this system knows no such step")
    one.rmdir()
    other.rmdir()

    def write() -> None:
        for text in map(str, range(300)):
            with replacing_folder(folder) as new:
                new.mkdir()
                (new / "part").write_text(text)
        done.set()

    folder.mkdir()
    writer = Thread(target=write)
    writer.start()
    while not done.is_set():
        missed += not folder.is_dir()
    writer.join()

    assert missed == 0
    assert (folder / "part").read_text() == "299"
    assert [*tmp_path.iterdir()] == [folder]


@pytest.mark.usefixtures("_steps")
def test_a_folder_that_cannot_take_the_place_of_another_leaves_it(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "a").write_text("old")
    with pytest.raises(FileNotFoundError), replacing_folder(folder):
        pass  # nothing is made
    assert (folder / "a").read_text() == "old"
    assert [*tmp_path.iterdir()] == [folder]


def test_a_folder_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "new"

    def fail() -> None:
        with making_folder(folder) as temporary:
            temporary.mkdir()
            (temporary / "a").write_text("half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert not [*tmp_path.iterdir()]

    for text in ("first", "second"):  # who comes second leaves what is there
        with making_folder(folder) as temporary:
            temporary.mkdir()
            (temporary / "a").write_text(text)
    assert [*tmp_path.iterdir()] == [folder]
    assert (folder / "a").read_text() == "first"


@pytest.mark.usefixtures("_steps")
def test_a_link_to_a_folder_stays_one(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "model")

    with replacing_folder(link) as new:
        new.mkdir()
        (new / "part").touch()

    assert link.is_symlink()
    assert [path.name for path in (tmp_path / "model").iterdir()] == ["part"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "model"]
