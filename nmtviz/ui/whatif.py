"""What a person imposes on a translation, as a value and as the text in the link."""

import json
from dataclasses import dataclass, field, replace
from typing import Any, Self

from nmtviz.constraints import Constraints, ForcedRow, Words
from nmtviz.errors import ConfigError
from nmtviz.figures.labels import plain
from nmtviz.files import parse_json
from nmtviz.results import Tokens
from nmtviz.ui.links import WHAT_IF


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatIf:
    """A changed sentence and what its translation has to keep to."""

    sentence: str | None = None
    """What stands in the place of the sentence; None leaves it."""

    constraints: Constraints = field(default_factory=Constraints)

    def __bool__(self) -> bool:
        """Say whether anything is changed."""
        return self.sentence is not None or bool(self.constraints)

    def starting_with(self, words: Words) -> Self:
        """Return the same with another prefix."""
        return replace(self, constraints=replace(self.constraints, prefix=words))

    def without(self, words: Words) -> Self:
        """Return the same with one more word banned."""
        if words in self.constraints.banned:
            return self
        banned = (*self.constraints.banned, words)
        return replace(self, constraints=replace(self.constraints, banned=banned))

    def looking(self, row: ForcedRow) -> Self:
        """Return the same with a row of the alignment set."""
        rows = [*self.free(row.position).constraints.alignment, row]
        rows.sort(key=lambda row: row.position)
        return replace(
            self, constraints=replace(self.constraints, alignment=tuple(rows))
        )

    def free(self, position: int) -> Self:
        """Return the same without a row for a target position."""
        rows = (r for r in self.constraints.alignment if r.position != position)
        return replace(
            self, constraints=replace(self.constraints, alignment=tuple(rows))
        )

    def rows_within(self, length: int) -> tuple[ForcedRow, ...]:
        """Return the rows of alignment for a translation of so many tokens."""
        rows = self.constraints.alignment
        return tuple(row for row in rows if row.position < length)

    def reading(self, sentence: str) -> Self:
        """Return the same with another sentence; rows belong to the one before."""
        constraints = replace(self.constraints, alignment=())
        return replace(self, sentence=sentence, constraints=constraints)

    def to_text(self) -> str:
        """Return what the link holds; empty if nothing is changed."""
        constraints = self.constraints
        values = {
            "sentence": self.sentence,
            "prefix": constraints.prefix,
            "banned": constraints.banned,
            "rows": list(map(str, constraints.alignment)),
        }
        kept = {name: value for name, value in values.items() if value}
        return json.dumps(kept, ensure_ascii=False) if kept else ""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` returned.

        Raises:
            ConfigError: If it is something else.
        """
        try:
            values = parse_json(text) if text else {}
            if not isinstance(values, dict):
                raise ConfigError(f"it must be a JSON object, got {values!r:.60}.")
            constraints = Constraints(
                prefix=_words(values.pop("prefix", [])),
                banned=tuple(map(_words, _list(values, "banned"))),
                alignment=tuple(ForcedRow.parse(str(r)) for r in _list(values, "rows")),
            )
            sentence = values.pop("sentence", None)
        except ConfigError as error:
            raise ConfigError(
                f"The link's {WHAT_IF} cannot be used: {error}"
            ) from error
        except ValueError as error:
            raise ConfigError(
                f"The link's {WHAT_IF} cannot be used: it is cut off, or no JSON."
            ) from error
        if values or not isinstance(sentence, str | None):
            raise ConfigError(f"The link's {WHAT_IF} cannot be used: {text!r}.")
        return cls(sentence=sentence, constraints=constraints)

    def allowing(self, words: Words) -> Self:
        """Return the same without a ban."""
        banned = tuple(one for one in self.constraints.banned if one != words)
        return replace(self, constraints=replace(self.constraints, banned=banned))

    def told(self, source: Tokens) -> list[tuple[str, Self]]:
        """Say in words each what is changed, and return the same without it."""
        constraints = self.constraints
        told = []
        if self.sentence is not None:
            # Rows were set for that sentence.
            free = replace(self, constraints=replace(constraints, alignment=()))
            text = f"It reads: {plain(self.sentence)}"
            told.append((text, replace(free, sentence=None)))
        if constraints.prefix:
            text = f"It starts with: {spoken(constraints.prefix)}"
            told.append((text, self.starting_with(())))
        told += [
            (f"It never writes: {spoken(words)}", self.allowing(words))
            for words in constraints.banned
        ]
        texts = dict(enumerate(map(plain, source.texts)))
        for row in constraints.alignment:
            places = ", ".join(
                texts.get(place, f"word {place + 1}") for place, _ in row.weights
            )
            text = f"It looks at {places} while writing token {row.position + 1}"
            told.append((text, self.free(row.position)))
        return told


def spoken(words: Words) -> str:
    """Return words as a person reads them."""
    return plain(words if isinstance(words, str) else " ".join(words))


def _list(values: dict[str, Any], name: str) -> list[Any]:
    found = values.pop(name, [])
    if not isinstance(found, list):
        raise ConfigError(f"{name} must be a list, got {found!r:.60}.")
    return found


def _words(value: Any) -> Words:  # noqa: ANN401  whatever a link may hold
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ConfigError(f"words must be text or a list of tokens, got {value!r}.")
    return tuple(value)
