"""Copies of checkpoints, also while a run in training replaces them."""

import shutil
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from nmtviz.checkpoint import copy_checkpoint, load_checkpoint, save_checkpoint
from nmtviz.config import DataConfig
from nmtviz.errors import CheckpointError
from tests import tiny

copytree = shutil.copytree

Ignored: TypeAlias = Callable[[str, list[str]], set[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny.checkpoint(tmp_path / "run" / "checkpoint")


def improve(folder: Path) -> None:
    """Do what a trainer does: put another network with its own facts in place."""
    source, target = tiny.tokenizers()
    network = tiny.network(source, target, "rnnencdec")
    facts = replace(tiny.FACTS, dev_bleu=99.0)
    save_checkpoint(folder, network, (source, target), DataConfig(), facts)


def during_copies(monkeypatch: pytest.MonkeyPatch, *events: str) -> None:
    """Let something happen in the midst of each copy, and nothing after that."""
    left = iter(events)

    def copy(folder: Path, to: Path, *, ignore: Ignored) -> Path:
        event = next(left, None)
        if event == "improved before":
            improve(folder)
        copied = Path(copytree(folder, to, ignore=ignore))
        if event == "improved behind":
            improve(folder)
        if event == "improved between":
            improve(folder)
            raise FileNotFoundError(2, "No such file or directory")
        return copied

    monkeypatch.setattr(shutil, "copytree", copy)


def test_all_of_a_folder_comes_along(folder: Path, tmp_path: Path) -> None:
    (folder / "statistics").mkdir()
    (folder / "statistics" / "own.npz").write_bytes(b"numbers")

    copy_checkpoint(folder, tmp_path / "shown")

    loaded = load_checkpoint(tmp_path / "shown")
    assert loaded.info.facts == tiny.FACTS
    assert loaded.info.card.startswith("# shown")
    assert (tmp_path / "shown" / "statistics" / "own.npz").read_bytes() == b"numbers"


def test_what_is_noted_in_a_folder_meanwhile_makes_no_other_checkpoint_of_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.copytree

    def copy(source: Path, to: Path, *, ignore: Ignored) -> Path:
        (source / ".own.npz.tmp").write_bytes(b"half of the num")
        copied = real(source, to, ignore=ignore)
        (source / ".own.npz.tmp").rename(source / "own.npz")
        return Path(copied)

    monkeypatch.setattr(shutil, "copytree", copy)

    copy_checkpoint(folder, tmp_path / "shown")

    assert load_checkpoint(tmp_path / "shown").info.facts == tiny.FACTS
    assert not list((tmp_path / "shown").glob(".*"))


def test_the_copy_of_a_read_only_folder_can_be_written(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "statistics").mkdir()
    for path in (folder / "statistics", folder):
        path.chmod(0o555)

    copy_checkpoint(folder, tmp_path / "copy")

    modes = [(tmp_path / "copy" / name).stat().st_mode for name in ("", "statistics")]
    assert [mode & stat.S_IWUSR for mode in modes] == [stat.S_IWUSR] * 2


@pytest.mark.parametrize(
    "event", ["improved before", "improved between", "improved behind"]
)
def test_facts_are_those_of_the_weights(
    event: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    during_copies(monkeypatch, event)

    copy_checkpoint(folder, tmp_path / "shown")

    info = load_checkpoint(tmp_path / "shown").info
    assert (info.model.kind, info.facts.dev_bleu) == ("rnnencdec", 99.0)


def test_a_folder_that_is_never_at_rest_is_told(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    during_copies(monkeypatch, "improved between", "improved before")

    with pytest.raises(CheckpointError, match="checkpoint' must stay the same while"):
        copy_checkpoint(folder, tmp_path / "shown")
    assert list(tmp_path.iterdir()) == [tmp_path / "run"]


def test_a_disk_that_refuses_is_told_at_once(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Path, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copytree", full)

    with pytest.raises(CheckpointError, match=r"shown' cannot be written: .*No space"):
        copy_checkpoint(folder, tmp_path / "shown")
