"""Sentences whose alignment is looked at again and again while a network learns."""

from collections.abc import Sequence

from nmtviz.config import SearchConfig
from nmtviz.data.corpus import Pair
from nmtviz.runs.folder import WATCHED
from nmtviz.runs.sightings import Sighting
from nmtviz.translator import Translator

_GREEDY = SearchConfig(beam_size=1)
_FEW_WORDS, _SOME_WORDS = 5, 16


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
    count = min(WATCHED, len(fits))
    return tuple(fits[number * len(fits) // count] for number in range(count))


def look(translator: Translator, pairs: Sequence[Pair]) -> tuple[Sighting, ...]:
    """Return how a network translates and aligns these pairs now."""
    found = translator.translate([pair.source for pair in pairs], _GREEDY)
    sightings = []
    for pair, translation in zip(pairs, found, strict=True):
        if not translation.hypotheses:  # a sentence without any word
            continue
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
