"""What a person may impose on one translation. Nothing here imports torch."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

from nmtviz.errors import ConfigError

Words: TypeAlias = str | tuple[str, ...]
"""Text, or target tokens as a hypothesis' `tokens.texts` has them."""


@dataclass(frozen=True, slots=True)
class ForcedRow:
    """A row of the alignment set by hand: alpha_i of one target position."""

    position: int
    """The target position i, counted from 0."""

    weights: tuple[tuple[int, float], ...]
    """Source positions, counted from 0, with their weights; the others have none.

    Only how the weights compare matters: they are scaled to sum to 1.
    """

    def __post_init__(self) -> None:
        places = [place for place, _ in self.weights]
        if self.position < 0 or any(place < 0 for place in places):
            raise ConfigError(f"Alignment positions count from 0, got {self}.")
        if len(set(places)) < len(places):
            raise ConfigError(
                f"A source position must have one weight in a row, got {self}."
            )
        values = [weight for _, weight in self.weights]
        if not all(0 <= value < float("inf") for value in values) or not any(values):
            raise ConfigError(
                "The weights of an alignment row must be finite numbers of at least 0, "
                f"one of them above 0, got {self if places else 'only zeros'}."
            )

    @classmethod
    def of(cls, position: int, row: Sequence[float]) -> Self:
        """Make a row of one weight for each source position."""
        weights = ((place, float(weight)) for place, weight in enumerate(row))
        return cls(position, tuple(pair for pair in weights if pair[1]))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` of a row gives, such as `3:2=1.0,4=0.5`.

        Raises:
            ConfigError: If the text does not look like that, or the row is refused.
        """
        position, _, pairs = text.partition(":")
        try:
            weights = [pair.split("=") for pair in pairs.split(",")]
            return cls(
                int(position), tuple((int(place), float(w)) for place, w in weights)
            )
        except ValueError as error:
            raise ConfigError(
                "An alignment row must look like 3:2=1.0,4=0.5 (target position: "
                f"source position=weight, ...), got {text!r}."
            ) from error

    def __str__(self) -> str:
        pairs = ",".join(f"{place}={weight}" for place, weight in self.weights)
        return f"{self.position}:{pairs}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Constraints:
    """What every hypothesis for one sentence has to keep to; nothing by default."""

    prefix: Words = ()
    """What it starts with; tokens that end with the end symbol are all of it.

    Words outside the vocabulary become `<unk>`, even where the search forbids it.
    """

    banned: tuple[Words, ...] = ()
    """What it never contains: each a word, or tokens in a row.

    A word is banned as it is written, at the beginning of words and behind an
    apostrophe or another sign, also in the midst of a token; a sign is banned
    everywhere. With SentencePiece it is banned in whatever pieces, and with it longer
    words, if they would have been written as it and more pieces.
    """

    alignment: tuple[ForcedRow, ...] = ()
    """Rows the decoder looks at the source with instead of its own."""

    def __post_init__(self) -> None:
        positions = [row.position for row in self.alignment]
        if len(set(positions)) < len(positions):
            raise ConfigError(
                "A target position must have one alignment row, got "
                f"{' and '.join(map(str, self.alignment))}."
            )

    def __bool__(self) -> bool:
        """Say whether anything is imposed."""
        return bool(self.prefix or self.banned or self.alignment)
