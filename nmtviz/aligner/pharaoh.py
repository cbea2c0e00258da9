"""Links as lines of text: `i-j i-j`, source first, counted from 0, a line a pair."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from nmtviz.aligner.bitext import IdArray
from nmtviz.data.corpus import Pair
from nmtviz.errors import DataError
from nmtviz.gold import GoldLinks, Link


def lines_of(links: Sequence[IdArray]) -> Iterator[str]:
    """Yield the line of each pair.

    Args:
        links: Source and target positions of each pair, shape (links, 2).
    """
    for found in links:
        yield " ".join(f"{source}-{target}" for source, target in found.tolist())


def read_links(
    path: Path, lines: Sequence[str], pairs: Sequence[Pair]
) -> Iterator[frozenset[Link]]:
    """Yield the links of each pair, by any aligner; only possible ones `ipj` too.

    Args:
        path: What errors call the lines.
        lines: A line a pair, which may be empty.
        pairs: The words that are linked, with a space between.

    Raises:
        DataError: If there are more or fewer lines than pairs, or a line holds
            anything but links between words of its pair.
    """
    if len(lines) != len(pairs):
        raise DataError(
            f"{path} must have a line for each of {len(pairs)} sentence pairs, "
            f"got {len(lines)}."
        )
    for number, (line, pair) in enumerate(zip(lines, pairs, strict=True), start=1):
        lengths = (side.count(" ") + 1 for side in pair)
        try:
            yield GoldLinks.parse(line, *lengths).possible
        except DataError as error:
            raise DataError(f"{path}, line {number}: {error}") from error
