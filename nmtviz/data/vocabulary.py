"""Words and their ids. The first four ids are special and equal in every model."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

from nmtviz.data.corpus import read_sentences
from nmtviz.errors import DataError
from nmtviz.results import END, UNKNOWN

PAD_ID = 0
UNKNOWN_ID = 1
START_ID = 2
END_ID = 3

SPECIALS = ("<pad>", UNKNOWN, "<s>", END)
"""Texts of the special ids, in the order of the ids."""


class Vocabulary:
    """The tokens a network knows; any other token is `<unk>` to it."""

    def __init__(self, tokens: Sequence[str]) -> None:
        """Make a vocabulary of known tokens, which follow the special ones."""
        self._tokens = (*SPECIALS, *tokens)
        # A corpus token spelled like a special one stays unknown.
        self._ids = {
            token: number for number, token in enumerate(tokens, start=len(SPECIALS))
        }
        if len(self._ids) != len(tokens) or not self._ids.keys().isdisjoint(SPECIALS):
            raise DataError(
                "The tokens of a vocabulary must differ from each other and from "
                f"{', '.join(SPECIALS)}, got {_repeated(self._tokens)!r} twice."
            )

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, int], size: int, min_count: int = 1
    ) -> Self:
        """Keep the most frequent tokens, in alphabetical order where counts tie.

        Args:
            counts: How often each token occurs.
            size: Most entries to have, special ones included.
            min_count: Occurrences a token must have.
        """
        frequent = {token for token, count in counts.items() if count >= min_count}
        known = frequent - set(SPECIALS)
        ranked = sorted(known, key=lambda token: (-counts[token], token))
        return cls(ranked[: size - len(SPECIALS)])

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote.

        Raises:
            DataError: If the file is missing or is not a vocabulary.
        """
        try:
            tokens = read_sentences(path.read_bytes(), str(path))
        except OSError as error:
            raise DataError(f"{path} cannot be read: {error.strerror}.") from error
        if (found := tuple(tokens[: len(SPECIALS)])) != SPECIALS:
            raise DataError(
                f"{path} must begin with {', '.join(SPECIALS)}, got {', '.join(found)}."
            )
        try:
            return cls(tokens[len(SPECIALS) :])
        except DataError as error:
            raise DataError(f"{path}: {error}") from error

    def save(self, path: Path) -> None:
        """Write one token a line as UTF-8."""
        path.write_bytes("".join(f"{token}\n" for token in self._tokens).encode())

    def __len__(self) -> int:
        return len(self._tokens)

    def ids(self, tokens: Iterable[str]) -> list[int]:
        """Return the id of each token."""
        return [self._ids.get(token, UNKNOWN_ID) for token in tokens]

    def ranks(self) -> dict[str, int]:
        """Return the rank of each token that is not special, 1 for the most frequent.

        So it is in a vocabulary of `from_counts`.
        """
        first = len(SPECIALS)
        return {token: number for number, token in enumerate(self._tokens[first:], 1)}

    def token(self, number: int) -> str:
        """Return the token of an id."""
        return self._tokens[number]


def _repeated(tokens: Sequence[str]) -> str:
    seen: set[str] = set()
    return next(token for token in tokens if token in seen or seen.add(token))  # type: ignore[func-returns-value]
