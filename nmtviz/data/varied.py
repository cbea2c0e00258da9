"""Sentence pairs made of others, as people type them: long, with rare words, careless.

Everyday sentences are short, and a network that has seen long ones in law alone takes
every long sentence for law. Pairs that are joined teach it otherwise (Kondo et al.
2021, *Sentence Concatenation Approach to Data Augmentation for Neural Machine
Translation*, https://arxiv.org/abs/2104.08478): here as sentences that follow each
other, or as one sentence with a connector between statements. And people leave out the
capital and the full stop, which no text that is made to be read does, or put more
marks than one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random

from nmtviz.data.corpus import Pair, longer_side
from nmtviz.data.marked import Marked
from nmtviz.data.replacements import Replacements, replaceable
from nmtviz.errors import DataError

CONNECTORS = (
    Pair(" and ", " et "),
    Pair(", and ", ", et "),
    Pair(" but ", " mais "),
    Pair(", but ", ", mais "),
    Pair(" because ", " car "),
    Pair(", so ", ", donc "),
    Pair("; ", " ; "),
)
"""What may stand between two statements, in English and in French."""

FEWEST_WORDS = 8
"""The shortest length that a joined pair may be meant to have."""

_APART = Pair(" ", " ")
_ONE_SENTENCE = 0.5  # how often two statements get a connector
_REPLACED = 0.5  # how often pairs of another kind get other names and words, too
_SMALL = 0.3  # how often a pair with other marks begins with a small letter
_TWO = 0.3  # how often two pairs with other marks stand together
_MARKS = ".,;:!?"
_TRIES = 20  # pairs drawn to fill a joined one up


class Varied:
    """Makes pairs of English and French sentences from others."""

    def __init__(self, pairs: Sequence[Pair], *, max_words: int, seed: int) -> None:
        """Take what to draw from.

        Args:
            pairs: Sentences in English and in French.
            max_words: Most words, between spaces, on either side of a joined pair;
                the lengths they are meant to have are equally frequent.
            seed: Makes the draws repeatable.

        Raises:
            DataError: If there are no pairs short enough to be joined.
        """
        self._short = [pair for pair in pairs if longer_side(pair) <= max_words // 2]
        if not self._short or max_words < FEWEST_WORDS:
            raise DataError(
                f"To join pairs to at most {max_words} words, which must be at least "
                f"{FEWEST_WORDS}, some must have at most half of that, got "
                f"{len(self._short)}."
            )
        self._max_words = max_words
        self._random = Random(seed)
        self._replace = Replacements(self._random)
        self._mark = Marked(self._random)
        self._inside = [_Inside(side) for side in zip(*self._short, strict=True)]

    def pairs(
        self, careless: float = 0.0, replaced: float = 0.0, marked: float = 0.0
    ) -> Iterator[Pair]:
        """Yield pairs without end; those of no other kind are joined ones.

        Args:
            careless: Share of them that are single pairs written carelessly, 0 to 1.
            replaced: Share of them that are single pairs with other names, numbers
                and words. If there are any, so does half of the careless and the
                joined ones.
            marked: Share of them that have other marks, such as *!!!*.

        Raises:
            DataError: If something is to be replaced, and no pair has anything.
        """
        if replaced and not self._by_kind:
            raise DataError(
                "To put other names, numbers and words in pairs, some must have a "
                f"listed one on both sides, got none in {len(self._short)}."
            )
        makers = (self._careless, self._replaced, self._marked, self._joined)
        shares = (careless, replaced, marked, 1.0 - careless - replaced - marked)
        while True:
            (make,) = self._random.choices(makers, shares)
            pair = make()
            may_change = replaced and make in (self._careless, self._joined)
            yield self._perhaps_replaced(pair) if may_change else pair

    @cached_property
    def _by_kind(self) -> dict[str, list[Pair]]:
        """Pairs in which something may be replaced, by its kind: slow to find."""
        by_kind: dict[str, list[Pair]] = {}
        for pair in self._short:
            for kind in {found.kind for found in replaceable(pair)}:
                by_kind.setdefault(kind, []).append(pair)
        return by_kind

    def _replaced(self) -> Pair:
        """Return a pair with something else; kinds come less unevenly than they do."""
        kinds = sorted(self._by_kind)
        weights = [len(self._by_kind[kind]) ** 0.5 for kind in kinds]
        (kind,) = self._random.choices(kinds, weights)
        return self._replace(self._random.choice(self._by_kind[kind]))

    def _perhaps_replaced(self, pair: Pair) -> Pair:
        """Return a pair as it is or, if that is not too long, with other words."""
        other = self._replace(pair) if self._random.random() < _REPLACED else pair
        return other if longer_side(other) <= self._max_words else pair

    def _joined(self) -> Pair:
        """Return several pairs as one."""
        wanted = self._random.randint(FEWEST_WORDS, self._max_words)
        joined = self._random.choice(self._short)
        for _ in range(_TRIES):
            more = self._random.choice(self._short)
            connects = self._random.random() < _ONE_SENTENCE
            between = _APART
            if connects and _tells(joined) and _tells(more):
                between = self._random.choice(CONNECTORS)
            longer = self._put_together(joined, between, more)
            if longer_side(longer) <= wanted:
                joined = longer
        return joined

    def _put_together(self, left: Pair, between: Pair, right: Pair) -> Pair:
        if between is _APART:
            sides = zip(left, between, right, strict=True)
        else:
            stems = (side.removesuffix(".") for side in left)
            insides = zip(self._inside, right, strict=True)
            rights = (inside(side) for inside, side in insides)
            sides = zip(stems, between, rights, strict=True)
        return Pair(*map("".join, sides))

    def _careless(self) -> Pair:
        """Return a pair whose English has no capital at its beginning, and no end."""
        source, target = self._random.choice(self._short)
        words = self._inside[0](source).rstrip(".!?").split()
        told = " ".join(f"i{word[1:]}" if _is_i(word) else word for word in words)
        return Pair(told or source, target)

    def _marked(self) -> Pair:
        """Return one pair or two that have other marks."""
        source, target = self._random.choice(self._short)
        if self._random.random() < _SMALL:
            source = self._inside[0](source)
        pair = self._mark(Pair(source, target))
        is_open = pair.source[-1].isalnum()  # an item of a list
        if self._random.random() < _TWO and not is_open:
            more = self._mark(self._random.choice(self._short))
            pair = self._put_together(pair, _APART, more)
        return pair


class _Inside:
    """Writes the first word of a sentence as it is written inside of one."""

    def __init__(self, sentences: Iterable[str]) -> None:
        """Learn from where they are not the first which words are names."""
        self._seen = Counter(
            word.strip(_MARKS)
            for sentence in sentences
            for word in sentence.split()[1:]
        )

    def __call__(self, sentence: str) -> str:
        first, space, rest = sentence.partition(" ")
        lower = first[:1].lower() + first[1:]
        is_name = self._seen[first.strip(_MARKS)] > self._seen[lower.strip(_MARKS)]
        return sentence if is_name else f"{lower}{space}{rest}"


def _is_i(word: str) -> bool:
    return word == "I" or word.startswith("I'")


def _tells(pair: Pair) -> bool:
    """Say whether both sides are statements, by their ends."""
    return all(side.endswith(".") and not side.endswith("..") for side in pair)
