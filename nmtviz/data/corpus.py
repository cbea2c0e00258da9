r"""Parallel text as it lies on disk: TSV, `.gz` too.

Lines end at \n or \r\n and nowhere else, so a sentence may hold any other
character that Unicode calls a line break.
"""

import gzip
import re
import zlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeVar

from nmtviz.errors import DataError, writing
from nmtviz.files import is_gzip, replacing

T = TypeVar("T")

LARGEST_UNPACKED = 2**29
"""Bytes of a gzipped text that somebody gave; the app takes 64 MiB of it packed."""

_PLAIN = re.compile(r"([^\t]*)\t([^\t]*)")
_NUMBERED = re.compile(r"[0-9]+\t([^\t]*)\t[0-9]+\t([^\t]*)")


class Pair(NamedTuple):
    """A sentence and its translation."""

    source: str
    target: str


def spread(items: Sequence[T], most: int) -> tuple[T, ...]:
    """Return at most so many items, spread evenly over all, in their order."""
    count = min(most, len(items))
    return tuple(items[number * len(items) // count] for number in range(count))


def longer_side(pair: Pair) -> int:
    """Return the words, between spaces, of the longer side."""
    return max(len(side.split()) for side in pair)


def read_pairs(paths: Sequence[Path]) -> list[Pair]:
    r"""Return the pairs of TSV files `source\ttarget`, in the order of the files.

    Further columns are ignored.

    Raises:
        DataError: If a file cannot be read or a line is not a sentence pair.
    """
    return [pair for path in paths for pair in split_pairs(read_lines(path), str(path))]


def refuse_tabs(lines: Iterable[str], name: str, what: str) -> None:
    """Refuse a table where each line must be one thing.

    Args:
        lines: The lines of a file.
        name: The file's.
        what: What a line must be.

    Raises:
        DataError: If there is a tab.
    """
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            raise DataError(
                f"{name}, line {number}: there must be {what} and nothing else in a "
                "line, but there is a tab."
            )


def split_pairs(lines: Iterable[str], name: str) -> list[Pair]:
    r"""Return the pairs that lines `source\ttarget` hold, further columns ignored.

    Where a number stands before each sentence of the first line, `1\tsource\t2\ttarget`
    as tatoeba.org gives pairs, all lines are read like that.

    Args:
        lines: All lines of a text.
        name: What errors call the text.

    Raises:
        DataError: If a line is not a sentence pair.
    """
    pairs, form = [], _PLAIN
    for number, line in enumerate(lines, start=1):
        if number == 1 and _NUMBERED.match(line):
            form = _NUMBERED
        if not (found := form.match(line)):
            wanted = (
                "number, source, number and target must be separated by tabs, as in "
                "the first line"
                if form is _NUMBERED
                else "source and target must be separated by a tab"
            )
            raise DataError(f"{name}, line {number}: {wanted}, got {_shorten(line)}.")
        pair = Pair(*found.groups())
        check_sides(pair, (name, name), number)
        pairs.append(pair)
    return pairs


def write_rows(rows: Iterable[Sequence[str]], path: Path) -> None:
    r"""Write rows of `source\ttarget` and more, gzipped if the name ends in `.gz`.

    The same rows give the same bytes.

    Raises:
        DataError: If the file cannot be written.
    """
    lines = ("\t".join(row).encode() + b"\n" for row in rows)
    with writing(path), replacing(path) as temporary, temporary.open("wb") as file:
        if is_gzip(path.name):
            # No name and no time in the header, or bytes would differ.
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as zipped:
                zipped.writelines(lines)
        else:
            file.writelines(lines)


def read_sentences(
    data: bytes, name: str, *, largest: int | None = LARGEST_UNPACKED
) -> list[str]:
    """Return the sentences of a text with one sentence a line, which may be empty.

    Args:
        data: UTF-8, with or without a byte order mark; gzipped if the name ends in
            `.gz`.
        name: What errors call the text.
        largest: Most bytes that a gzipped one may unpack to; None for any number.

    Raises:
        DataError: If the text is not UTF-8, holds a NUL, is no whole gzip file or
            unpacks to more.
    """
    data = _unzipped(data, name, largest)
    if (nul := data.find(b"\0")) >= 0:
        raise DataError(
            f"{_place(name, data, nul)}: text must not hold NUL bytes, as pictures "
            "and archives do, but there is one. UTF-16 must be saved as UTF-8."
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark the codec counts from behind it.
        start = error.start + len(data) - len(error.object)
        raise DataError(
            f"{_place(name, data, start)}: text must be UTF-8, "
            f"got the byte 0x{data[start]:02x}."
        ) from error
    if "\r" in text and "\n" not in text:
        raise DataError(rf"{name}: lines must end with \n or \r\n, got \r alone.")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file, gzipped if its name ends with `.gz`.

    Raises:
        DataError: If it cannot be read, is empty, or it or its name is not UTF-8.
    """
    check_name(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise DataError(f"{path}: there is no such file.") from error
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    if not (lines := read_sentences(data, str(path), largest=None)):
        raise DataError(f"{path} must hold at least one line, but it is empty.")
    return lines


def check_file(path: Path) -> None:
    """Refuse what cannot be read twice, or written down by its name.

    Raises:
        DataError: If it is no file but a folder or a pipe, or its name is not UTF-8.
    """
    check_name(path)
    if not path.is_file():
        found = (
            "is no file but a folder or a pipe" if path.exists() else "is no such file"
        )
        raise DataError(f"{path}: there {found}.")


def check_name(path: Path) -> None:
    """Refuse a file whose name cannot be written down with what is measured of it.

    Raises:
        DataError: If its bytes are no UTF-8.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise DataError(
            f"A file's name must be of whole characters, got {str(path)!r}."
        ) from error


def check_sides(pair: Pair, files: tuple[str, str], number: int) -> None:
    """Refuse a pair of which a side has no text.

    Args:
        pair: What to look at.
        files: Where each side comes from.
        number: Its line there, from 1.

    Raises:
        DataError: If a side is empty or blank.
    """
    for side, sentence, file in zip(pair._fields, pair, files, strict=True):
        if not sentence.strip():
            raise DataError(f"{file}, line {number}: the {side} sentence is empty.")


def _unzipped(data: bytes, name: str, largest: int | None) -> bytes:
    if not is_gzip(name):
        return data
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            text = file.read(-1 if largest is None else largest + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{name} must be a whole gzip file, but: {error}.") from error
    if largest is not None and len(text) > largest:
        raise DataError(
            f"{name} must unpack to at most {largest:,} bytes, but there are more."
        )
    return text


def _place(name: str, data: bytes, position: int) -> str:
    line = data.count(b"\n", 0, position) + 1
    byte = position - data.rfind(b"\n", 0, position)
    return f"{name}, line {line}, byte {byte}"


def _shorten(line: str) -> str:
    return repr(line if len(line) <= 60 else f"{line[:57]}...")
