"""What was measured of each sentence of a test set.

Numbers only, never a sentence: the figures of a test set may travel where its text may
not. Nothing here imports torch or sacreBLEU; `nmtviz/evaluation/` does the arithmetic.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from nmtviz.arrays import UNREADABLE, BoolArray, FloatArray, IntArray
from nmtviz.errors import DataError, writing
from nmtviz.files import parse_json, replacing

BLEU_COUNTS = 10
"""Columns of BLEU's counts: two lengths, matches and n-grams of order 1-4."""

CHRF_COUNTS = 18
"""Columns of chrF's counts: of translation, reference and both, order 1-6."""

LINK_COUNTS = 4
"""Columns of the link counts: |A|, |A ∩ S|, |A ∩ P|, |S|."""

_FORMAT = 1


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class SentenceScores:
    """One system on one test set of n sentences, a row a sentence.

    Words are whitespace words if nothing else is said. What a system that is only a
    text file cannot have is None (unknown words) or NaN (attention).
    """

    system: str
    """Name of the checkpoint, or what a person called the system."""

    data: str
    """Name of the test set, such as `laws.en-fr.test`."""

    beam_size: int | None
    """Hypotheses kept by the search; None for translations from outside."""

    bleu_signature: str
    """sacreBLEU's signature of BLEU."""

    chrf_signature: str
    """sacreBLEU's signature of chrF."""

    source_words: IntArray
    """Words of each source sentence, shape (n,)."""

    bleu: IntArray
    """BLEU's sufficient counts, shape (n, 10); see `evaluation/bleu.py`."""

    chrf: IntArray
    """chrF's sufficient counts, shape (n, 18); see `evaluation/chrf.py`."""

    output_unknown: IntArray
    """`<unk>` in each translation, shape (n,)."""

    repeats: IntArray
    """N-grams of each translation that were there before, shape (n,)."""

    entropy: FloatArray
    """Mean entropy of the rows of attention in nats, shape (n,), or NaN."""

    under: FloatArray
    """Under-translation by the attention's coverage, shape (n,), or NaN."""

    over: FloatArray
    """Over-translation by the attention's coverage, shape (n,), or NaN."""

    source_unknown: IntArray | None = None
    """Source words outside the system's vocabulary, shape (n,)."""

    reference_unknown: IntArray | None = None
    """Reference words outside the system's vocabulary, shape (n,)."""

    no_unknown_rows: IntArray | None = None
    """The m sentences without unknown words on either side, increasing, shape (m,)."""

    no_unknown_bleu: IntArray | None = None
    """BLEU's counts of those, translated with `<unk>` forbidden, shape (m, 10).

    [B] Table 1, second column.
    """

    links: IntArray | None = None
    """|A|, |A ∩ S|, |A ∩ P|, |S| of the links A by argmax, shape (n, 4).

    S and P are the sure and the possible gold links, P with S in it. Zeros where a
    sentence has no gold links.
    """

    def __post_init__(self) -> None:
        n = self.n
        rows = None if self.no_unknown_rows is None else len(self.no_unknown_rows)
        for name, shape in _shapes(n, rows).items():
            values = getattr(self, name)
            if values is not None and values.shape != shape:
                raise DataError(f"{name} must have shape {shape}, got {values.shape}.")
        if n == 0:
            raise DataError("A test set must have at least one sentence, got none.")
        if (self.no_unknown_rows is None) != (self.no_unknown_bleu is None):
            raise DataError(
                "no_unknown_rows and no_unknown_bleu must be given together."
            )
        if self.no_unknown_rows is not None:
            self._check_rows(self.no_unknown_rows)

    @property
    def n(self) -> int:
        """Sentences."""
        return len(self.source_words)

    @property
    def reference_letters(self) -> IntArray:
        """Characters of each reference but for spaces, as chrF counts them, (n,)."""
        return self.chrf[:, 1]

    def is_of_same(self, other: Self) -> bool:
        """Say whether others can be of the same test set, as far as lengths tell."""
        return self.n == other.n and bool(self.rows_of_same(other).all())

    def rows_of_same(self, other: Self) -> BoolArray:
        """Say of each sentence whether it can be that of others, shape (n,).

        Lengths are all one can see: of sources in words, of references in letters and
        in sacreBLEU's tokens.
        """
        same: BoolArray = (
            (self.source_words == other.source_words)
            & (self.reference_letters == other.reference_letters)
            & (self.bleu[:, 1] == other.bleu[:, 1])
        )
        return same

    def of(self, rows: IntArray) -> Self:
        """Return the scores of some sentences, without those of No UNK.

        Args:
            rows: Which sentences, from 0.

        Raises:
            DataError: If there are none.
        """
        given = {name: getattr(self, name) for name in _ARRAYS}
        chosen: dict[str, Any] = {
            name: None if array is None or name in _NO_UNKNOWN else array[rows]
            for name, array in given.items()
        }
        return replace(self, **chosen)

    def save(self, path: Path) -> None:
        """Write one compressed file under a temporary name and rename it.

        Raises:
            DataError: If the disk refuses it.
        """
        about = {name: getattr(self, name) for name in _WORDS} | {"format": _FORMAT}
        arrays: dict[str, Any] = {"about": np.array(json.dumps(about))}
        arrays |= {name: getattr(self, name) for name in _ARRAYS}
        given = {name: array for name, array in arrays.items() if array is not None}
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as temporary, temporary.open("wb") as file:
                np.savez_compressed(file, **given)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote.

        Raises:
            DataError: If it cannot be read, is damaged or something else.
        """
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                found: dict[str, Any] = dict(arrays)
            about: dict[str, Any] = parse_json(str(found.pop("about")))
            if about.pop("format") != _FORMAT:
                raise DataError("it has another format")
            return cls(**about, **found)
        except FileNotFoundError as error:
            raise DataError(f"{path}: there is no such file.") from error
        except (*UNREADABLE, DataError) as error:
            raise DataError(
                f"{path} must be a whole file of statistics that nmtviz wrote, but: "
                f"{error}"
            ) from error

    def _check_rows(self, rows: IntArray) -> None:
        inside = len(rows) == 0 or (rows[0] >= 0 and rows[-1] < self.n)
        if not (inside and (np.diff(rows) > 0).all()):
            raise DataError(
                f"no_unknown_rows must increase from 0 to at most {self.n - 1}, "
                f"got {rows}."
            )


_WORDS = ("system", "data", "beam_size", "bleu_signature", "chrf_signature")
_NAMES = tuple(field.name for field in fields(SentenceScores))
_ARRAYS = tuple(name for name in _NAMES if name not in _WORDS)
_NO_UNKNOWN = ("no_unknown_rows", "no_unknown_bleu")


def _shapes(n: int, rows: int | None) -> dict[str, tuple[int, ...]]:
    """Return the shape each array must have."""
    m = 0 if rows is None else rows
    wide = {
        "bleu": (n, BLEU_COUNTS),
        "chrf": (n, CHRF_COUNTS),
        "links": (n, LINK_COUNTS),
    }
    short = {"no_unknown_rows": (m,), "no_unknown_bleu": (m, BLEU_COUNTS)}
    return dict.fromkeys(_ARRAYS, (n,)) | wide | short


def data_name(file: Path) -> str:
    """Return what to call a test set: its file's name without .tsv and .gz."""
    return file.name.removesuffix(".gz").removesuffix(".tsv")


def chrf_signatures(systems: Sequence[SentenceScores]) -> str:
    """Return sacreBLEU's signatures of chrF; one, unless versions of it differ."""
    return " and ".join(dict.fromkeys(scores.chrf_signature for scores in systems))
