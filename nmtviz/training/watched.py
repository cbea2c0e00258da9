"""Sentences whose alignment is looked at again and again while a network learns.

Where the development files bring gold links (a generated corpus does), the alignment
error rate of some of them is measured at each look too.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from nmtviz.alignments.links import GoldPair, read_gold
from nmtviz.config import SearchConfig
from nmtviz.data.corpus import Pair, read_lines, spread
from nmtviz.errors import DataError
from nmtviz.evaluation.alignment import by_argmax, on_words
from nmtviz.runs.folder import WATCHED
from nmtviz.runs.sightings import Sighting
from nmtviz.translator import Translator

_GREEDY = SearchConfig(beam_size=1)
_FEW_WORDS, _SOME_WORDS = 5, 16
_LINKED = 50  # pairs whose links are compared


def to_watch(sentences: Sequence[str], dev: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the pairs to watch: what a person chose, or some of the development set.

    Args:
        sentences: What a person chose; their reference is empty if the development
            set does not know them.
        dev: The development set.
    """
    if sentences:
        references = dict(dev)
        return tuple(Pair(one, references.get(one, "")) for one in sentences)
    fits = [
        pair for pair in dev if _FEW_WORDS <= len(pair.source.split()) <= _SOME_WORDS
    ] or list(dev)
    return spread(fits, WATCHED)


def look(translator: Translator, pairs: Sequence[Pair]) -> tuple[Sighting, ...]:
    """Return how a network translates and aligns these pairs now."""
    found = translator.translate([pair.source for pair in pairs], _GREEDY)
    sightings = []
    for pair, translation in zip(pairs, found, strict=True):
        shown = (
            translator.score(pair.source, pair.target) if pair.target else translation
        )
        sightings.append(
            Sighting(
                source=pair.source,
                translation=translation.hypotheses[0].text,
                alignment=shown.alignment(unit="words"),
            )
        )
    return tuple(sightings)


def read_linked(
    files: Sequence[Path], languages: tuple[str, str]
) -> tuple[GoldPair, ...]:
    """Return pairs of development files that have gold links over Moses' words.

    A third column that holds something else is nobody's fault: then there are none. An
    empty one, as spreadsheets write them, holds no links either.
    """
    linked: list[GoldPair] = []
    for file in files:
        with suppress(DataError):
            lines = [line for line in read_lines(file) if _has_links(line)]
            some = spread(lines, _LINKED)  # Moses takes long to split all of them
            pairs = read_gold(some, str(file), "moses", languages)
            linked += [pair for pair in pairs if pair.gold]
    return spread(linked, _LINKED)


def _has_links(line: str) -> bool:
    *sides, links = line.split("\t")
    return len(sides) == 2 and bool(links.strip())


def alignment_error(translator: Translator, linked: Sequence[GoldPair]) -> float | None:
    """Return the AER of the heaviest links on given translations, 0-1.

    None without attention or gold links.
    """
    if not linked or not translator.has_alignment:
        return None
    weights, gold = [], []
    for pair in linked:
        translation = translator.score(pair.source, pair.target)
        found = on_words(translation, pair.source_words, pair.target_words)
        if found is not None and pair.gold:
            weights.append(found)
            gold.append(pair.gold)
    return by_argmax(weights, gold).aer
