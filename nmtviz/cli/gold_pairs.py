"""Sentence pairs with gold links, as the network looks at them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tqdm import tqdm

from nmtviz.alignments.links import GoldPair
from nmtviz.arrays import FloatArray
from nmtviz.errors import DataError, InputError
from nmtviz.gold import GoldLinks

if TYPE_CHECKING:
    from nmtviz.translator import Translator


class Attended(NamedTuple):
    """Attention beside the links that a person made."""

    row: int
    """Place of the pair among all of its file, from 0."""

    gold: GoldLinks
    """The person's links."""

    weights: FloatArray
    """Attention on the words that the links count, shape (T, S)."""


def attended(
    translator: "Translator", pairs: Sequence[GoldPair], name: str
) -> Iterator[Attended]:
    """Yield where the network looks while it is made to write each linked target.

    Args:
        translator: What is asked; it has attention.
        pairs: All lines of the file; those without links are left out.
        name: What errors call the file.

    Raises:
        DataError: If a sentence with links has no words or too many.
    """
    from nmtviz.evaluation.alignment import on_words  # noqa: PLC0415

    for row, pair in enumerate(tqdm(pairs, unit=" sentences", disable=None)):
        if pair.gold is None:
            continue
        try:
            forced = translator.score(pair.source, pair.target)
        except InputError as error:
            raise DataError(f"{name}, line {row + 1}: {error}") from error
        weights = on_words(forced, pair.source_words, pair.target_words)
        if weights is not None:
            yield Attended(row, pair.gold, weights)
