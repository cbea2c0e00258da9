"""Soft alignments as translation toolkits print them.

Nematus (`translate.py --output_alignment`; Sockeye and OpenNMT write the same blocks)
writes a block a sentence and an empty line after each:

    0 ||| target words ||| -1.5 ||| source words ||| 5 4
    0.9 0.05 0.03 0.01 0.01      a row a target word, the end symbol last
    ...

Marian (`marian-decoder --alignment soft`) writes a line a sentence, a group of weights
a target word, the end symbol last; the source words are in its input only:

    target words ||| 0.9,0.05,0.05 0.2,0.7,0.1 0,0,1
"""

from collections.abc import Iterator, Sequence

from nmtviz.alignments.links import check_lengths
from nmtviz.alignments.pairs import AlignedPair, soft
from nmtviz.errors import DataError

BAR = " ||| "
"""Between the fields of a line."""

NEMATUS_FIELDS = 5
MARIAN_FIELDS = 2


def read_nematus(lines: Sequence[str], name: str) -> list[AlignedPair]:
    """Read blocks of a head line and a row a target word.

    Raises:
        DataError: If a head or a row is not one, or they do not fit.
    """
    return [_block(name, start, lines[start:end]) for start, end in _blocks(lines)]


def read_marian(
    lines: Sequence[str], name: str, sources: Sequence[str]
) -> list[AlignedPair]:
    """Read a translation and its weights a line.

    Args:
        lines: Lines of the file.
        name: What errors call the file.
        sources: The sentences that were translated, in the toolkit's own words.

    Raises:
        DataError: If a line is none, or does not fit its source sentence.
    """
    check_lengths(name, len(lines), source=sources)
    pairs = []
    for number, (line, source) in enumerate(zip(lines, sources, strict=True), start=1):
        fields = line.split(BAR)
        if len(fields) != MARIAN_FIELDS:
            raise DataError(
                f"{name}, line {number}: a translation and its weights must have one "
                f"{BAR.strip()} between, got {len(fields)} fields."
            )
        rows = [group.split(",") for group in fields[1].split()]
        place = f"{name}, line {number}"
        pairs.append(_pair(source, fields[0], rows, place))
    return pairs


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Find where each run of lines that are not empty starts and ends."""
    start: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.strip() and start is None:
            start = number
        if not line.strip() and start is not None:
            yield start, number
            start = None


def _block(name: str, start: int, lines: Sequence[str]) -> AlignedPair:
    fields = lines[0].split(BAR)
    place = f"{name}, line {start + 1}"
    if len(fields) < NEMATUS_FIELDS:
        raise DataError(
            f"{place}: a block must begin with number, target, score, source and "
            f"lengths, {BAR.strip()} between, got {len(fields)} fields."
        )
    rows = [line.split() for line in lines[1:]]
    for number, row in enumerate(rows, start=start + 2):
        if len(row) != len(rows[0]):
            raise DataError(
                f"{name}, line {number}: the row must have {len(rows[0])} weights "
                f"like the first of its block, got {len(row)}."
            )
    return _pair(fields[3], fields[1], rows, place)


def _pair(
    source: str, target: str, rows: Sequence[Sequence[str]], place: str
) -> AlignedPair:
    try:
        return AlignedPair(alignment=soft(source.split(), target.split(), rows))
    except DataError as error:
        raise DataError(f"{place}: {error}") from error
