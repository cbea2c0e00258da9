"""Folders that are whole or absent: made under another name, then renamed."""

import errno
import glob
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nmtviz.files import writer
from nmtviz.libc import of_libc

_ENDS = (".new", ".old")
_STALE = 3600.0  # seconds after which nobody can still be at a folder
_TAKEN = {errno.ENOTEMPTY, errno.EEXIST}

_FROM_HERE, _EXCHANGE = -100, 2  # AT_FDCWD of fcntl.h, RENAME_EXCHANGE of linux/fs.h


@contextmanager
def replacing_folder(folder: Path) -> Iterator[Path]:
    """Give a path to make a folder at, which then takes another one's place.

    Several may do so at once: one of them is the last, and its folder stays. Linux lets
    two folders change places in one step; elsewhere there is none for an instant.

    Args:
        folder: The folder to make, or to make anew.
    """
    folder = Path(os.path.realpath(folder))  # a link stays one
    _remove_remains(folder)
    new, old = (folder.with_name(f".{folder.name}{writer()}{end}") for end in _ENDS)
    try:
        yield new
        while not (change_places(new, folder) or _takes_place(new, folder, old)):
            pass
    finally:
        for path in (new, old):
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def making_folder(folder: Path) -> Iterator[Path]:
    """Give a path to make a folder at, which becomes it unless another was quicker.

    For folders of which it does not matter who made them. What could not be made to
    its end is deleted.

    Args:
        folder: The folder to make.
    """
    _remove_remains(folder)
    new = folder.with_name(f".{folder.name}{writer()}{_ENDS[0]}")
    try:
        yield new
        try:
            new.rename(folder)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)


def remove_stale(folders: Iterable[Path]) -> None:
    """Remove those of some folders that nobody can still be at."""
    for path in folders:
        with suppress(OSError):  # it may be gone by now
            if time.time() - path.stat().st_mtime > _STALE:
                shutil.rmtree(path, ignore_errors=True)


def change_places(one: Path, other: Path) -> bool:
    """Let two folders change places; say whether both are there and the system can."""
    rename = of_libc("renameat2")
    if rename is None:
        return False
    first, second = os.fsencode(one), os.fsencode(other)
    return rename(_FROM_HERE, first, _FROM_HERE, second, _EXCHANGE) == 0


def _takes_place(new: Path, folder: Path, old: Path) -> bool:
    """Put a folder in another one's place; say whether nobody was quicker."""
    shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):  # there is none, or somebody else has moved it
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        if old.exists() and not folder.exists():
            old.rename(folder)
        raise
    return True


def _remove_remains(folder: Path) -> None:
    """Remove what processes that were killed have left beside a folder."""
    for end in _ENDS:
        remove_stale(folder.parent.glob(f".{glob.escape(folder.name)}.*{end}"))
