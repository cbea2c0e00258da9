"""How candidate lists of several sizes do on test sets; numbers, no sentences.

A checkpoint folder keeps them in `candidates.json`. [J] is Jean et al. (2015),
https://arxiv.org/abs/1412.2007.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from nmtviz.errors import DataError, writing
from nmtviz.files import locked, parse_json, write_text
from nmtviz.typed_json import typed

FILE = "candidates.json"
"""What a checkpoint folder calls its curves."""

_FORMAT = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidatePoint:
    """A test set translated with lists of one kind."""

    frequent_size: int | None
    """K; None for the whole vocabulary, without a list."""

    per_word_size: int
    """K'."""

    list_size: float
    """Words of a list, special symbols included, on average."""

    bleu: float
    """Corpus BLEU, 0-100."""

    coverage: float
    """Share of the references' tokens that are on the list of their sentence, 0-1."""

    token_seconds: float
    """Processor time a target token took, END included, in seconds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidateCurves:
    """Everything measured on one test set."""

    data: str
    """Name of the test set."""

    n: int
    """Sentences."""

    beam_size: int
    """Hypotheses kept by the search."""

    signature: str
    """sacreBLEU's signature."""

    device: str
    """Where it was translated."""

    points: tuple[CandidatePoint, ...]

    vocabulary: tuple[tuple[int, float], ...]
    """Sizes of a vocabulary of the most frequent words, rising, and the share of the
    references' tokens that each covers: [J] Table 1."""

    @property
    def whole(self) -> CandidatePoint | None:
        """The point without a list."""
        found = (point for point in self.points if point.frequent_size is None)
        return next(found, None)


def read_curves(folder: Path) -> tuple[CandidateCurves, ...]:
    """Return the curves of a checkpoint; none if nothing was measured.

    Raises:
        DataError: If the file is damaged or of another nmtviz.
    """
    path = folder / FILE
    try:
        values = parse_json(path.read_text("utf-8"))
        if values["format"] != _FORMAT:
            raise DataError(
                f"{path} has format {values['format']}, this nmtviz reads {_FORMAT}."
            )
        return tuple(typed(CandidateCurves, one) for one in values["curves"])
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise DataError(f"{path} must hold candidate curves, but: {error}.") from error
    except (KeyError, TypeError) as error:
        raise DataError(
            f"{path} must hold candidate curves, but: {error!r}."
        ) from error


def write_curves(folder: Path, curves: CandidateCurves) -> None:
    """Put curves into a checkpoint folder, in place of older ones of the test set.

    Several processes may do so at once.

    Raises:
        DataError: If the file is damaged or the disk refuses it.
    """
    path = folder / FILE
    with writing(path), locked(folder / "config.json"):
        kept = [found for found in read_curves(folder) if found.data != curves.data]
        write_text(path, to_text([*kept, curves]))


def to_text(curves: Sequence[CandidateCurves]) -> str:
    """Return JSON of curves."""
    values = {"format": _FORMAT, "curves": [asdict(found) for found in curves]}
    return json.dumps(values, indent=1) + "\n"
