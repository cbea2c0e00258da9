"""Tables of weights: JSON, NumPy's .npy, CSV."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from json import JSONDecodeError
from typing import Any

import numpy as np
import numpy.typing as npt

from nmtviz.alignments.links import check_lengths
from nmtviz.alignments.pairs import AlignedPair, soft
from nmtviz.arrays import UNREADABLE
from nmtviz.errors import DataError
from nmtviz.files import parse_json
from nmtviz.gold import GoldLinks
from nmtviz.results import Alignment

_BATCH = 3
"""Dimensions of an array that holds many sentences."""

_NUMBERS = "biuf"
"""Kinds of NumPy types that are numbers: truth values, whole ones, floats."""


def read_json(text: str, name: str) -> list[AlignedPair]:
    """Read what `write_json` or `nmtviz translate --format json` wrote.

    One object, a list of objects or an object a line; each has `source` and `target`,
    lists of words, and `weights`, a list of numbers a target word. Of a translation
    the first hypothesis counts; a sentence without any, as of an empty line, is left
    out.

    Raises:
        DataError: If it is no such JSON.
    """
    pairs = []
    for place, entry in _entries(text, name):
        try:
            if not _is_without_words(entry):
                pairs.append(_of_object(entry))
        except DataError as error:
            raise DataError(f"{place}: {error}") from error
    return pairs


def write_json(pairs: Sequence[AlignedPair]) -> str:
    """Return a list of objects that `read_json` reads again."""
    return json.dumps(
        [
            {
                "source": pair.alignment.source,
                "target": pair.alignment.target,
                "weights": pair.alignment.weights.tolist(),
                "source_unknown": pair.alignment.source_unknown,
                "target_unknown": pair.alignment.target_unknown,
                "links": None if pair.links is None else str(pair.links),
            }
            for pair in pairs
        ],
        ensure_ascii=False,
    )


def read_npy(
    data: bytes, name: str, sources: Sequence[str], targets: Sequence[str]
) -> list[AlignedPair]:
    """Read an array (target, source), or (sentences, target, source) padded with 0.

    Args:
        data: What `numpy.save` wrote; pickled objects are refused.
        name: What errors call the file.
        sources: The source sentence of each table, words with white space between.
        targets: Its target sentence.

    Raises:
        DataError: If it is no such array, or does not fit the sentences.
    """
    try:
        array = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    except UNREADABLE as error:
        raise DataError(
            f"{name} must hold one array of numbers (.npy, nothing pickled), but: "
            f"{error}"
        ) from error
    if array.dtype.kind not in _NUMBERS:
        raise DataError(
            f"{name} must hold an array of numbers, got one of {array.dtype}."
        )
    tables = array if array.ndim == _BATCH else array[None]
    check_lengths(name, len(tables), source=sources, target=targets)
    pairs = []
    rows = zip(tables, sources, targets, strict=True)
    for number, (table, source, target) in enumerate(rows, start=1):
        words = source.split(), target.split()
        try:
            pairs.append(AlignedPair(alignment=soft(*words, _unpadded(table, *words))))
        except DataError as error:
            raise DataError(f"{name}, table {number}: {error}") from error
    return pairs


def read_csv(text: str, name: str) -> list[AlignedPair]:
    """Read one sentence pair: source words first, then a target word a line.

    Raises:
        DataError: If it is no such table.
    """
    reader = csv.reader(io.StringIO(text, newline=""))
    rows: list[list[str]] = []
    try:
        head = next(reader, [])
        for row in reader:
            if len(row) != len(head):
                raise DataError(
                    f"{name}, line {reader.line_num}: a row must have {len(head)} "
                    f"cells like the first, got {len(row)}."
                )
            rows.append(row)
    except csv.Error as error:
        raise DataError(f"{name}, line {reader.line_num}: {error}.") from error
    try:
        # Texts stay a list: in an array each would be as wide as the longest one.
        cells = [row[1:] for row in rows]
        weights = cells or np.empty((0, len(head[1:])))
        return [
            AlignedPair(alignment=soft(head[1:], [row[0] for row in rows], weights))
        ]
    except (DataError, IndexError) as error:
        raise DataError(f"{name}: {error}") from error


def _entries(text: str, name: str) -> Iterator[tuple[str, Any]]:
    """Give each object and where it stands."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    by_line = len(lines) > 1 and all(line.startswith("{") for _, line in lines)
    for number, part in lines if by_line else [(1, text)]:
        try:
            found = parse_json(part)
        except ValueError as error:
            line, what = number, str(error)
            if isinstance(error, JSONDecodeError):  # which tells a line of its own
                line += error.lineno - 1
                what = f"{error.msg} at character {error.colno}"
            raise DataError(
                f"{name}, line {line}: this cannot be read as JSON: {what}."
            ) from error
        if by_line or not isinstance(found, list):
            yield f"{name}, line {number}", found
        else:
            yield from (
                (f"{name}, entry {n}", entry) for n, entry in enumerate(found, 1)
            )


def _is_without_words(entry: object) -> bool:
    """Say whether this is the translation of a line without a word."""
    return isinstance(entry, dict) and entry.get("hypotheses") == []


def _of_object(entry: dict[str, Any]) -> AlignedPair:
    try:
        source = _words(entry["source"])
        if "hypotheses" in entry:
            best = entry["hypotheses"][0]
            target = _words(best["tokens"])
            if best["alignment"] is None:
                raise DataError(
                    "a translation must have an alignment, but this is of a network "
                    "without attention."
                )
            return AlignedPair(alignment=soft(source, target, best["alignment"]))
        alignment = soft(source, _words(entry["target"]), entry["weights"])
        text = entry.get("links")
        links = None if text is None else GoldLinks.parse(text, *_lengths(alignment))
        unknown = [
            _marks(entry.get(f"{side}_unknown"), length)
            for side, length in zip(
                ("source", "target"), _lengths(alignment), strict=True
            )
        ]
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise DataError(
            "an object must have source and target (lists of words) and weights, but "
            f"{_said(error)}."
        ) from error
    marked = replace(alignment, source_unknown=unknown[0], target_unknown=unknown[1])
    return AlignedPair(alignment=marked, links=links)


def _lengths(alignment: Alignment) -> tuple[int, int]:
    return len(alignment.source), len(alignment.target)


def _words(found: object) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(w, str) for w in found):
        raise DataError(f"words must be a list of texts, got {str(found)[:60]!r}.")
    return found


def _marks(found: object, length: int) -> tuple[bool, ...]:
    if found is None:
        return (False,) * length
    if not isinstance(found, list) or len(found) != length:
        raise DataError(f"unknown words must be {length} marks, true or false.")
    return tuple(map(bool, found))


def _unpadded(
    table: npt.NDArray[Any], source: Sequence[str], target: Sequence[str]
) -> npt.NDArray[Any]:
    """Leave out rows and columns of zeros behind the last word."""
    if table.ndim != 2 or not table.size:
        return table
    for words in (target, source):  # rows first; then columns, as rows of the turned
        used = np.flatnonzero(table.any(axis=1))
        table = table[: max([len(words), *used + 1])].T
    return table


def _said(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}"
    return f"something in it is of another kind ({error})"
