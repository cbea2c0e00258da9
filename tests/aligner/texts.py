"""Small texts to align."""

from nmtviz.aligner.bitext import Bitext
from nmtviz.aligner.direction import Direction
from nmtviz.data.corpus import Pair

TEXTBOOK = [
    Pair("das Haus", "the house"),
    Pair("das Buch", "the book"),
    Pair("ein Buch", "a book"),
]
"""Koehn, Statistical Machine Translation (2010), figure 4.4."""

MIXED = [
    Pair("the cat sees the small dog", "le chat voit le petit chien"),
    Pair("the dog sleeps", "le chien dort"),
    Pair("a cat", "un chat"),
    Pair("the small cat sleeps now", "le petit chat dort"),
    Pair("a dog", "un chien"),
    Pair("now", "maintenant enfin"),
]
"""Lengths that differ and agree, a word twice in a sentence."""


def swapped(pairs: list[Pair]) -> list[Pair]:
    return [Pair(pair.target, pair.source) for pair in pairs]


def table(pairs: list[Pair], direction: Direction) -> dict[tuple[str, str], float]:
    """Return a direction's t by source and target word."""
    bitext = Bitext(pairs)
    sources = list(dict.fromkeys(w for pair in pairs for w in pair.source.split()))
    targets = list(dict.fromkeys(w for pair in pairs for w in pair.target.split()))
    words = zip(bitext.source_words, bitext.target_words, strict=True)
    return {
        (sources[source], targets[target]): float(t)
        for (source, target), t in zip(words, direction.table, strict=True)
    }
