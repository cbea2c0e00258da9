"""Files of translations and test sets as a person gives them."""

from collections.abc import Collection, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Protocol

from nmtviz.data.corpus import (
    Pair,
    check_sides,
    read_sentences,
    refuse_tabs,
    split_pairs,
)
from nmtviz.errors import DataError
from nmtviz.gold import are_links
from nmtviz.ui.shelf import kept
from nmtviz.ui.shelf.systems import HEADINGS, System, Texts, measured


class Upload(Protocol):
    """A file from a person."""

    name: str

    def getvalue(self) -> bytes:
        """Return all of it."""


def read_outputs(
    files: Sequence[Upload], data: str, texts: Texts, taken: Collection[str] = ()
) -> list[System]:
    """Return a system a file of translations, each called after its file.

    Args:
        files: A translation a line, in the order of the test set.
        data: Name of the test set.
        texts: Its sentences.
        taken: Names of other systems; a file of such a name gets a number too.

    Raises:
        DataError: If a file is no text or has not a line for each sentence.
    """
    names: list[str] = []
    for file in files:
        names.append(numbered(base(file.name), [*taken, *names, *HEADINGS]))
    return [
        measured(name, data, texts, _translations(file))
        for file, name in zip(files, names, strict=True)
    ]


def read_texts(source: Upload, reference: Upload | None) -> Texts:
    """Return the sentences of a test set.

    Args:
        source: Source sentences; with their references behind a tab if those have no
            file of their own.
        reference: Their references.

    Raises:
        DataError: If a file is no text or a table, a line is empty on a side, or the
            files differ in length.
    """
    sources = _lines(source)
    if reference is None:
        _check_columns(sources, source.name)
        pairs = split_pairs(sources, source.name)
        sources, references = [one for one, _ in pairs], [other for _, other in pairs]
    else:
        references = _lines(reference)
        refuse_tabs(sources, source.name, "a source sentence")
        refuse_tabs(references, reference.name, "a reference")
        if len(references) != len(sources):
            raise DataError(
                f"{reference.name} must have a line for each line of {source.name}, "
                f"which has {len(sources)}, but it has {len(references)}."
            )
    if not sources:
        raise DataError(f"{source.name} must hold at least one line, but it is empty.")
    files = (source.name, (reference or source).name)
    for number, sides in enumerate(zip(sources, references, strict=True), 1):
        check_sides(Pair(*sides), files, number)
    return Texts(
        sources=tuple(map(kept.one_space, sources)),
        references=tuple(map(kept.one_space, references)),
    )


def _check_columns(lines: Sequence[str], name: str) -> None:
    """Refuse a table whose first two columns are perhaps not source and reference.

    Raises:
        DataError: If there are more columns, other than gold links.
    """
    for number, line in enumerate(lines, 1):
        columns = line.split("\t")
        if not are_links(" ".join(columns[2:])):
            raise DataError(
                f"{name}, line {number}: there must be a source sentence, a tab and "
                "its reference, and behind another tab at most gold links such as "
                f"0-0 1-2, got {len(columns)} columns. Leave out the others."
            )


def _translations(file: Upload) -> list[str]:
    """Return the lines of a file of translations.

    Raises:
        DataError: If it is no text, or a table.
    """
    lines = _lines(file)
    refuse_tabs(lines, file.name, "a translation")
    return lines


def _lines(file: Upload) -> list[str]:
    return read_sentences(file.getvalue(), file.name)


def base(name: str) -> str:
    """Return a file's name as another file may have it, without any folder."""
    base = "".join(filter(str.isprintable, Path(name).name))
    return base.lstrip(".") or "file"


def numbered(name: str, taken: Collection[str]) -> str:
    """Return a name, with a number behind it if it is taken."""
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(name for name in names if name not in taken)
