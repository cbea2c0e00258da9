"""Names and numbers of English-French pairs, and others to put in their place.

A network whose text has few names learns those, and writes them for all others. So a
name is replaced by another of its kind, listed or made of two that are, and a number by
another, on both sides alike: it learns to copy what it has never seen. (Luong et al.
2015, https://arxiv.org/abs/1410.8206, had it learn where an unknown word is from.)
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from nmtviz.data.corpus import Pair
from nmtviz.data.grammar.numbers import in_digits, in_words
from nmtviz.data.grammar.tree import Number

NUMBER = "number"
"""The kind of what is no name."""

_LIST = Path(__file__).parent / "names.tsv"
_TITLES = {
    "man": (Pair("Mr. ", "M. "), Pair("Mr ", "M. ")),
    "woman": (Pair("Mrs. ", "Mme "), Pair("Ms. ", "Mme "), Pair("Ms ", "Mme ")),
}
_SCALES = {"hundred", "thousand", "million", "billion", "dozen"}
_YEARS = (1850, 2030)

_TOKEN = re.compile(r"[\w-]+")
_HEAD_AND_TAIL = re.compile(r"(.+?[^aeiouyéè])([aeiouyéè].+)")
_VOWELS = "AEIOUÉÎ"

_MADE_UP = 0.4  # how often a name is made of two
_WITH_TITLE = 0.1  # how often a title and a family name stand for a first name
_WITH_FAMILY = 0.2  # how often a first name gets a family name
_IN_WORDS = 0.4  # how often what was in words is so again
_SMALL = 0.7  # how often a number in digits then has at most two


class Entity(NamedTuple):
    """A name or a number."""

    kind: str
    """`man`, `woman`, `family`, `city` or `number`."""

    texts: Pair
    """How it is written in English and in French."""


def entities(pair: Pair) -> list[Entity]:
    """Return those that stand as often on one side as on the other."""
    english, french = (Counter(_TOKEN.findall(side)) for side in pair)
    scaled = not _SCALES.isdisjoint(english)  # *two hundred* is one number
    return [
        entity
        for token, count in english.items()
        for entity in _known(token)
        if french[entity.texts.target] == count
        and not (scaled and entity.kind == NUMBER)
    ]


class Replacements:
    """Draws names and numbers in the place of others."""

    def __init__(self, random: Random) -> None:
        """Take where the draws come from."""
        self._random = random

    def __call__(self, pair: Pair) -> Pair:
        """Return a pair with other names and numbers; without any, the pair itself."""
        tables: tuple[dict[str, str], ...] = ({}, {})
        for entity in entities(pair):
            other = self._other(entity)
            for table, old, new in zip(tables, entity.texts, other, strict=True):
                table[old] = new
        return Pair(*map(_put, pair, tables))

    def _other(self, entity: Entity) -> Pair:
        kind, texts = entity
        if kind == NUMBER:
            digits = texts.source.isdigit()
            return self._digits(len(texts.source)) if digits else self._number()
        # What French elides before the one, it must before the other.
        elides, draw = _elides(texts), self._random.random()
        if kind in _TITLES and not elides and draw < _WITH_TITLE:
            title = self._random.choice(_TITLES[kind])
            return _join(title, self._name(_names("family")))
        name = self._name(_names(kind, elides))
        if kind in _TITLES and draw > 1 - _WITH_FAMILY:
            return _join(name, Pair(" ", " "), self._name(_names("family")))
        return name

    def _name(self, names: Sequence[Pair]) -> Pair:
        """Draw one of these names, or one made of two of them."""
        one, other = self._random.choice(names), self._random.choice(names)
        head, tail = (_HEAD_AND_TAIL.fullmatch(name.source) for name in (one, other))
        if head and tail and self._random.random() < _MADE_UP:
            return Pair(head[1] + tail[2], head[1] + tail[2])
        return one

    def _digits(self, length: int) -> Pair:
        """Draw a number of so many digits; four are a year."""
        least, most = max(2, 10 ** (length - 1)), 10**length - 1
        text = str(self._random.randint(*(_YEARS if length == 4 else (least, most))))
        return Pair(text, text)

    def _number(self) -> Pair:
        """Draw a number that may count something."""
        draw = self._random.random
        if draw() < _IN_WORDS:
            return _written(in_words(self._random.randint(2, 99)))
        largest = 99 if draw() < _SMALL else 9999
        return _written(in_digits(self._random.randint(2, largest)))


def _known(token: str) -> list[Entity]:
    """Return what an English token may be."""
    if token.isdecimal() and token.isascii() and token[0] != "0" and token != "1":
        return [Entity(NUMBER, Pair(token, token))]
    return _listed().get(token, [])


@cache
def _listed() -> dict[str, list[Entity]]:
    """Return what is written in letters, by its English."""
    listed = defaultdict(list)
    for line in _LIST.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, english, french = line.split("\t")
            listed[english].append(Entity(kind, Pair(english, french)))
    for number in range(2, 100):
        texts = _written(in_words(number))
        listed[texts.source].append(Entity(NUMBER, texts))
    return dict(listed)


@cache
def _names(kind: str, elides: bool | None = None) -> tuple[Pair, ...]:
    """Return the listed names of a kind, or only those that French elides before."""
    every = (entity for found in _listed().values() for entity in found)
    names = (entity.texts for entity in every if entity.kind == kind)
    return tuple(name for name in names if elides in {None, _elides(name)})


def _written(number: Number) -> Pair:
    """Return a number as it is written; `*` only says that nothing is elided."""
    masculine, _ = number.french
    return Pair(" ".join(number.english), " ".join(masculine).replace("*", ""))


def _elides(name: Pair) -> bool:
    return name.target[0] in _VOWELS


def _join(*parts: Pair) -> Pair:
    return Pair(*map("".join, zip(*parts, strict=True)))


def _put(side: str, others: dict[str, str]) -> str:
    return _TOKEN.sub(lambda found: others.get(found[0], found[0]), side)
