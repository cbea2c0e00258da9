"""Hard links in text files: Pharaoh's `i-j`, gold links with `ipj`.

A line is a sentence pair, source position first, both from 0. The words stand in the
same line (`source<TAB>target<TAB>links`, words with white space between) or in two
other files with a sentence a line.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nmtviz.alignments.pairs import AlignedPair
from nmtviz.data.words import moses_words
from nmtviz.errors import DataError
from nmtviz.gold import GoldLinks
from nmtviz.languages import ENGLISH_FRENCH

Words = Literal["spaces", "moses"]
"""What links count: words with white space between, or those of Moses' rules."""

_COLUMNS = 3
_COUNTED: dict[Words, str] = {
    "spaces": "Words were split at white space; links may count Moses' words instead.",
    "moses": "Moses' words were counted; links may count those at white space instead.",
}


class GoldPair(NamedTuple):
    """A sentence pair with links that a person made, or without."""

    source: str
    """The source sentence as the file has it."""

    target: str
    """Its translation as the file has it."""

    source_words: tuple[str, ...]
    """The words that the links count."""

    target_words: tuple[str, ...]
    """The words that the links count."""

    gold: GoldLinks | None
    """The links; None where the line has no third column, or an empty one."""


def read_gold(
    lines: Sequence[str],
    name: str,
    words: Words = "spaces",
    languages: tuple[str, str] = ENGLISH_FRENCH,
) -> list[GoldPair]:
    r"""Read `source\ttarget\tlinks`; the third column may be missing or empty.

    Args:
        lines: Lines of the file.
        name: What errors call the file.
        words: What the links count.
        languages: Of source and target, for Moses' rules.

    Raises:
        DataError: If a line has other columns, or a link is outside its sentences.
    """
    return [
        _gold_pair(line, f"{name}, line {number}", words, languages)
        for number, line in enumerate(lines, start=1)
    ]


def read_tabbed(lines: Sequence[str], name: str) -> list[AlignedPair]:
    r"""Read `source\ttarget\tlinks` with white space between words.

    Raises:
        DataError: If a line has other columns, or a link is outside its sentences.
    """
    pairs = []
    for number, line in enumerate(lines, start=1):
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            raise DataError(
                f"{name}, line {number}: source, target and links must have tabs "
                f"between, got {len(columns)} columns."
            )
        source, target, links = columns
        pairs.append(_linked(source, target, links, f"{name}, line {number}"))
    return pairs


def read_pharaoh(
    lines: Sequence[str], name: str, sources: Sequence[str], targets: Sequence[str]
) -> list[AlignedPair]:
    """Read links whose words are in two other files.

    Raises:
        DataError: If the files differ in length, or a link is outside its sentences.
    """
    check_lengths(name, len(lines), source=sources, target=targets)
    rows = zip(sources, targets, lines, strict=True)
    return [
        _linked(*row, f"{name}, line {number}")
        for number, row in enumerate(rows, start=1)
    ]


def check_lengths(name: str, count: int, **sides: Sequence[str]) -> None:
    """Refuse files of words that have not a line for each alignment.

    Args:
        name: What errors call the file of alignments.
        count: Alignments in it.
        sides: Sentences of each side, by its name.

    Raises:
        DataError: If a side is missing or has another number of lines.
    """
    for side, sentences in sides.items():
        if not sentences:
            raise DataError(
                f"{name} holds no {side} words, so a file of {side} sentences must be "
                "given too."
            )
        if len(sentences) != count:
            raise DataError(
                f"{name} and the {side} sentences must be as many, got {count} "
                f"alignments and {len(sentences)} sentences."
            )


def _linked(source: str, target: str, links: str, place: str) -> AlignedPair:
    try:
        return AlignedPair.of_links(source, target, links)
    except DataError as error:
        raise DataError(f"{place}: {error}") from error


def _gold_pair(
    line: str, place: str, words: Words, languages: tuple[str, str]
) -> GoldPair:
    columns = line.split("\t")
    if not 2 <= len(columns) <= _COLUMNS:
        raise DataError(
            f"{place}: source, target and links must have tabs between, the links may "
            f"be missing, got {len(columns)} columns."
        )
    if not all(map(str.strip, columns[:2])):
        raise DataError(f"{place}: both sentences must have words, but one is empty.")
    sides = [
        tuple(text.split() if words == "spaces" else moses_words(text, language))
        for text, language in zip(columns, languages, strict=False)
    ]
    gold = None
    if any(map(str.strip, columns[2:])):  # tables are padded with empty cells
        try:
            gold = GoldLinks.parse(columns[2], *map(len, sides))
        except DataError as error:
            raise DataError(f"{place}: {error} {_COUNTED[words]}") from error
    return GoldPair(columns[0], columns[1], sides[0], sides[1], gold)
