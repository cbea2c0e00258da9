"""How far an evaluation is, as its process says it and a page reads it."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from nmtviz.errors import writing
from nmtviz.files import parse_json, write_text
from nmtviz.typed_json import typed


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """How far an evaluation is."""

    what: str
    """What is being translated: all, or what is translated again."""

    done: int
    """Sentences translated."""

    total: int
    """Sentences to translate."""

    @property
    def part(self) -> float:
        """0-1."""
        return self.done / self.total if self.total else 1.0

    def write(self, path: Path) -> None:
        """Say it to whoever looks.

        Raises:
            DataError: If the disk refuses it.
        """
        with writing(path):
            write_text(path, json.dumps(asdict(self)), alone=True)

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """Return what was last said; None before the first word."""
        try:
            return typed(cls, parse_json(path.read_text("utf-8")))
        except (OSError, ValueError):
            return None
