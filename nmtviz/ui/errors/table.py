"""A table of a test set, a row a sentence, and what of it a person asks for."""

import math
import time
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, repeat

import numpy as np
import pandas as pd
import regex  # type: ignore[import-untyped]  # unlike `re`, it can give up in time

from nmtviz.arrays import BoolArray
from nmtviz.data.words import composed
from nmtviz.errors import InputError
from nmtviz.evaluation.chrf import sentence_chrf
from nmtviz.gold import AlignmentScore
from nmtviz.notes import Notes, Place
from nmtviz.scores import SentenceScores
from nmtviz.ui import lacking
from nmtviz.ui.shelf.systems import System, Texts

# Columns that every table has, whoever translated; without attention, some are NaN:
LINE = "line"
WORDS = "words"
CHRF = "chrF"  # its system's name behind it
DELTA = "Δ chrF"
COVERAGE = "uneven coverage"
ENTROPY = "entropy"
UNKNOWN = "unknown"
REPEATS = "repeats"
NUMBERS_LOST = "numbers lost"  # only where texts are here; else NaN
RATIO = "length ratio"
TAGS = "tags"
NOTE = "note"

AER = "AER"
"""Column of one whose attention was compared with gold links; NaN where none are."""

# Columns of texts:
SOURCE = "source"
REFERENCE = "reference"
OUTPUT = "output"  # its system's name behind it

ANYWHERE = "everything"
IN_SOURCE = "the source"
IN_TARGET = "the target side"
PARTS = (ANYWHERE, IN_SOURCE, IN_TARGET)
"""Where a text can be searched for; the target side is reference and outputs."""

_CALLS_ITSELF = regex.compile(r"\(\?(?:R|&|P>|[-+]?\d)")
_LEAST_TIMES = regex.compile(r"\{\s*(\d+)")
LONGEST_PATTERN = 200
"""Characters of a regular expression."""

MOST_TIMES = 10_000
"""How often a part of one must come at least, at most: it is written out in memory."""

_SECONDS = 2.0
"""What a search may take."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Filter:
    """Which sentences to show."""

    words: tuple[int, int | None] = (1, None)
    """Fewest and most source words; None means no limit."""

    delta: tuple[float, float] = (-100.0, 100.0)
    """Least and greatest chrF of the first system minus the second's."""

    least: Mapping[str, float] = field(default_factory=dict)
    """Least value by column, such as coverage or numbers lost."""

    text: str = ""
    """What a text must contain, case aside."""

    part: str = ANYWHERE
    """Where: one of `PARTS`."""

    is_pattern: bool = False
    """Whether `text` is a regular expression."""

    tags: Collection[str] = ()
    """Tags of which a sentence must have one."""


def table(
    first: System,
    second: System | None,
    texts: Texts | None,
    notes: Notes,
    gold: Collection[int] = (),
) -> pd.DataFrame:
    """Return a row a sentence: its length, measures, notes and texts.

    Args:
        first: Whose attention, unknown words and repetitions are shown.
        second: Whom to compare it with.
        texts: The sentences, where they are here.
        notes: What was noted about them.
        gold: Lines that have gold links, from 1.
    """
    scores = first.scores
    lines = range(1, scores.n + 1)
    columns: dict[str, object] = {LINE: lines, WORDS: scores.source_words}
    if texts:
        columns[SOURCE] = texts.sources
    systems = [first, second] if second else [first]
    chrf = [sentence_chrf(system.scores.chrf) for system in systems]
    for system, values in zip(systems, chrf, strict=True):
        columns[f"{CHRF} {system.name}"] = values
    # Adding 0 makes a plain 0 of -0.0.
    columns[DELTA] = (
        (chrf[0] - chrf[1]).round(1) + 0.0 if second else np.full(scores.n, np.nan)
    )
    columns |= _measures(first, texts)
    if gold:
        columns["gold"] = [line in gold for line in lines]
    if scores.links is not None:
        rates = [AlignmentScore.from_counts(counts).aer for counts in scores.links]
        columns[AER] = np.array(rates, dtype=float)
    sources = texts.sources if texts else [""] * scores.n
    places = map(Place, repeat(scores.data), lines, sources)
    found = [notes.of(place) for place in places]
    columns[TAGS] = [note.tags for note in found]
    columns[NOTE] = [note.text for note in found]
    if texts:
        columns[REFERENCE] = texts.references
    for system in systems:
        if system.outputs:
            columns[f"{OUTPUT} {system.name}"] = system.outputs
    return pd.DataFrame(columns)


def matching(rows: pd.DataFrame, asked: Filter) -> pd.DataFrame:
    """Return the rows that were asked for.

    Raises:
        InputError: If a regular expression cannot be used.
    """
    (low, high), asked_tags = asked.words, set(asked.tags)
    masks = [rows[WORDS].between(low, high or np.inf)]
    if asked.delta != (-100.0, 100.0):
        masks.append(rows[DELTA].between(*asked.delta))
    masks += [rows[name] >= least for name, least in asked.least.items() if least > 0]
    if asked.tags:
        masks.append(rows[TAGS].map(lambda tags: not asked_tags.isdisjoint(tags)))
    if asked.text:
        texts = _texts(rows, asked.part)
        found = _contains(texts, asked.text, is_pattern=asked.is_pattern)
        masks.append(pd.Series(found, index=rows.index))
    return rows[np.logical_and.reduce(masks)]


def pattern_of(words: Sequence[str]) -> str:
    """Return a regular expression that finds words in a row, as they are written.

    Between words there may be no space where a punctuation mark is one of them. Texts
    are a line each, and words in a row stand in one of them.
    """
    text = regex.escape(words[0], special_only=True)
    for before, word in pairwise(words):
        apart = _is_of_word(before[-1]) and _is_of_word(word[0])
        text += r"[^\S\n]" + ("+" if apart else "*")
        text += regex.escape(word, special_only=True)
    ends = words[0][0], words[-1][-1]
    first, last = (r"\b" * _is_of_word(letter) for letter in ends)
    return f"(?-i:{first}{text}{last})"


def _is_of_word(letter: str) -> bool:
    """Say whether a pattern's words have a letter: *2* is of one, *²* is of none.

    An underscore is none either: Moses' rules split words at it.
    """
    return regex.fullmatch(r"[^\W_]", letter) is not None


def with_plain_tags(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the tags of each as one text."""
    return rows.assign(**{TAGS: rows[TAGS].map(", ".join)})


def _measures(system: System, texts: Texts | None) -> dict[str, object]:
    """Return columns of what is odd about a system's translations."""
    scores = system.scores
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = scores.bleu[:, 0] / scores.bleu[:, 1]
    return {
        COVERAGE: scores.under + scores.over,
        ENTROPY: scores.entropy,
        UNKNOWN: _unknown(scores),
        REPEATS: scores.repeats,
        NUMBERS_LOST: _numbers_lost(system, texts),
        RATIO: ratio,
    }


def _unknown(scores: SentenceScores) -> object:
    """Return unknown words that were read and written."""
    read = 0 if scores.source_unknown is None else scores.source_unknown
    return read + scores.output_unknown


def _numbers_lost(system: System, texts: Texts | None) -> Sequence[float]:
    """Return how many numbers and signs of each sentence a translation lacks."""
    if texts is None or system.outputs is None:
        return [np.nan] * system.scores.n
    return _count_lost(system.key, texts.sources, system.outputs, system.language)


@lru_cache(maxsize=32)
def _count_lost(
    key: str, sources: Sequence[str], outputs: Sequence[str], language: str
) -> list[float]:
    del key  # makes the others quick to tell from those of another system
    pairs = zip(sources, outputs, strict=True)
    return [float(len(lacking.lost(*pair, language))) for pair in pairs]


def _texts(rows: pd.DataFrame, part: str) -> list[str]:
    """Return the texts of a part of each row, a line each."""
    texts = with_plain_tags(rows).select_dtypes(exclude=["number", "bool"])
    if part == IN_SOURCE:
        texts = texts.filter([SOURCE])
    elif part == IN_TARGET:
        texts = texts.filter(regex=f"^({REFERENCE}$|{OUTPUT} )")
    return ["\n".join(row) for row in texts.to_numpy()]


def _contains(texts: Sequence[str], asked: str, *, is_pattern: bool) -> BoolArray:
    # As words are counted: without what nobody sees, an accent with its letter.
    texts = ["\n".join(map(composed, text.split("\n"))) for text in texts]
    asked = unicodedata.normalize("NFC", asked)
    if not is_pattern:
        return np.array([asked.lower() in text.lower() for text in texts])
    if len(asked) > LONGEST_PATTERN:
        raise InputError(
            f"A regular expression must have at most {LONGEST_PATTERN} characters, "
            f"got {len(asked)}."
        )
    if _CALLS_ITSELF.search(asked):
        raise InputError(
            f"A regular expression must not call itself, as {asked!r} does: it may "
            "take all the memory there is."
        )
    times = math.prod(max(int(n), 1) for n in _LEAST_TIMES.findall(asked))
    if times > MOST_TIMES:
        raise InputError(
            f"A regular expression may ask for at most {MOST_TIMES:,} repetitions, "
            f"those inside of others multiplied, got {times:.3g} in {asked!r}."
        )
    until = time.monotonic() + _SECONDS
    try:
        pattern = regex.compile(asked, regex.IGNORECASE | regex.MULTILINE)
        return np.array([_found(pattern, text, until) for text in texts])
    except (regex.error, ValueError) as error:
        raise InputError(f"{asked!r} is no regular expression: {error}.") from error
    except TimeoutError as error:
        raise InputError(
            f"A search must be done in {_SECONDS:.0f} seconds, but {asked!r} takes "
            "longer: it can match in too many ways."
        ) from error


def _found(pattern: regex.Pattern, text: str, until: float) -> bool:
    left = max(until - time.monotonic(), 0.001)
    return pattern.search(text, timeout=left) is not None
