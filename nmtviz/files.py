"""Files that are whole or absent: written under another name, then renamed."""

import errno
import hashlib
import json
import os
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import portalocker

from nmtviz.errors import DataError


@contextmanager
def replacing(path: Path, *, alone: bool = False) -> Iterator[Path]:
    """Give a name to write under, which becomes the file when all is written.

    A reader sees the old file or the new one, never a part of it. What could not be
    written to its end is deleted: it would keep a full disk full. A link stays one: the
    file it leads to is written. A device or a pipe is written to directly, and a file
    that is open already, such as /dev/stdout, goes on: others write there, too.

    Args:
        path: The file to write, or to write anew.
        alone: Nobody else writes it, so what a killed process left is written over.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    if file := reopened(path):
        with file, TemporaryDirectory() as folder:
            yield Path(folder) / path.name
            file.write((Path(folder) / path.name).read_bytes())
        return
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{path.name}{'' if alone else writer()}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def reopened(path: Path) -> BinaryIO | None:
    """Open a file that a process has open, such as /dev/stdout, to go on with it.

    Returns:
        The file, where it ends or where this process is in it; None if the path names
        no file that is open.
    """
    while path.is_file():
        folder = Path(os.path.realpath(path.parent))
        if folder.name == "fd" and folder.parts[1] in {"dev", "proc"}:
            if folder.is_relative_to(os.path.realpath("/proc/self")):
                return os.fdopen(os.dup(int(path.name)), "wb")
            return (folder / path.name).open("ab")
        if not path.is_symlink():
            return None
        path = folder / path.readlink()
    return None


def from_root(path: Path) -> Path:
    """Return a path from the root, in which links keep their names."""
    return Path(os.path.abspath(path))  # noqa: PTH100, `resolve` follows links


def is_gzip(name: str) -> bool:
    """Say whether a file's name says that it is gzipped."""
    return name.lower().endswith(".gz")


def write_text(path: Path, text: str, *, alone: bool = False) -> None:
    """Write a text file so that it is whole or as it was; arguments as `replacing`."""
    with replacing(path, alone=alone) as temporary:
        temporary.write_text(text, encoding="utf-8")


def content_hash(path: Path) -> str:
    """Return the SHA-256 digest of a file's bytes, in hexadecimal digits.

    Raises:
        DataError: If the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error


def parse_json(text: str | bytes) -> Any:  # noqa: ANN401, JSON may be anything
    """Return what JSON from a file says.

    Raises:
        ValueError: If it is none, brackets stand in brackets too deep, or a text in it
            holds half a character, which no file can be written with.
    """
    try:
        found = json.loads(text)
        escape = "\\ud" if isinstance(text, str) else b"\\ud"
        if escape in text.lower():  # type: ignore[operator]  # both of one kind
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("its brackets are too deep") from error
    except UnicodeEncodeError as error:
        raise ValueError("a text in it holds half a character") from error
    return found


def told_apart(paths: Sequence[Path]) -> list[str]:
    """Return names of files or folders, with as much around as tells them apart."""
    paths = [from_root(path) for path in paths]
    return [_name(path, set(paths) - {path}) for path in paths]


def _name(folder: Path, others: Collection[Path]) -> str:
    """Return a folder's name, with as many around it as tell it from the others."""
    for n in range(1, len(folder.parts)):
        end = folder.parts[-n:]
        if all(other.parts[-n:] != end for other in others):
            return "/".join(end)
    return str(folder)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Be alone with what a file stands for: another who asks for it waits.

    Args:
        path: A file that is there, and that is not the one to be replaced.

    Raises:
        OSError: If it cannot be read or locked.
    """
    with path.open("rb") as file:
        try:
            portalocker.lock(file, portalocker.LOCK_EX)
        except portalocker.LockException as error:  # a file system without locks
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK), path) from error
        yield


def writer() -> str:
    """Return an ending for names that nobody else on this machine writes under."""
    # Several sessions of the app are threads of one process.
    return f".{os.getpid()}.{threading.get_ident()}"
