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


class Weighed(NamedTuple):
    """Weights of a network beside the links that a person made."""

    row: int
    """Place of the pair among all of its file, from 0."""

    gold: GoldLinks
    """The person's links."""

    weights: FloatArray
    """Weights on the words that the links count, shape (T, S)."""


def weighed(
    translator: "Translator",
    pairs: Sequence[GoldPair],
    name: str,
    *,
    attention: bool = True,
) -> Iterator[Weighed]:
    """Yield the weights of a network that is made to write each linked target.

    Args:
        translator: What is asked.
        pairs: All lines of the file; those without links are left out.
        name: What errors call the file.
        attention: Where it looks, which it must have attention for; if not, what its
            words lose when each source word is left out.

    Raises:
        DataError: If a sentence with links has no words or too many.
    """
    for row, pair in enumerate(tqdm(pairs, unit=" sentences", disable=None)):
        if pair.gold is None:
            continue
        try:
            weights = _weights(translator, pair, attention=attention)
        except InputError as error:
            raise DataError(f"{name}, line {row + 1}: {error}") from error
        if weights is not None:
            yield Weighed(row, pair.gold, weights)


def _weights(
    translator: "Translator", pair: GoldPair, *, attention: bool
) -> FloatArray | None:
    from nmtviz.evaluation.alignment import (  # noqa: PLC0415
        lost_on_words,
        on_words,
        word_groups,
    )

    forced = translator.score(pair.source, pair.target)
    if attention:
        return on_words(forced, pair.source_words, pair.target_words)
    groups = word_groups(pair.source_words, forced.source)
    found = translator.leave_out(pair.source, pair.target, groups)
    return lost_on_words(found, pair.target_words)
