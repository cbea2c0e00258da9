"""Other names, numbers and words in the place of those that a pair has.

A network whose text has few names learns those, and writes them for all others. So a
name is replaced by another of its kind, listed, made of two that are, or invented, and
a number by another, on both sides alike: it learns to copy what it has never seen.
(Luong et al. 2015, https://arxiv.org/abs/1410.8206, had it learn where an unknown word
is from.) And a word that is rare in the text is put where another is that needs the
same words around it (Fadaee et al. 2017, *Data Augmentation for Low-Resource Neural
Machine Translation*, https://arxiv.org/abs/1705.00440), here from lists and not by a
language model.
"""

import re
from collections import Counter
from functools import cache
from itertools import chain
from random import Random

from nmtviz.data.corpus import Pair
from nmtviz.data.grammar.numbers import MONTHS, in_digits, in_words
from nmtviz.data.grammar.tree import Number
from nmtviz.data.invented import invented_name
from nmtviz.data.replaceable import (
    NUMBER,
    Replaceable,
    alike,
    form_of_name,
    known,
    written,
)

_TITLES = {
    "man": (Pair("Mr. ", "M. "), Pair("Mr ", "M. ")),
    "woman": (Pair("Mrs. ", "Mme "), Pair("Ms. ", "Mme "), Pair("Ms ", "Mme ")),
}
_NAMES = {*_TITLES, "family", "city"}
_SCALES = {"hundred", "thousand", "million", "billion", "dozen"}
_YEARS = (1850, 2030)

_BEHIND_DETERMINER = re.compile(
    r"\b(?:une?|des|du|aux?|[cmts]es|cet|cette|[mts]on|[mts]a|[nv]otre|[nv]os|"
    r"quelques|chaque|plusieurs) +([\w-]+)",
    re.IGNORECASE,
)
"""What is written like a verb is a noun there: *son aide*."""

_MONTHS = "|".join(english for english, _ in MONTHS)
_OF_TIME = re.compile(
    rf"(\d+):(\d+)|([\w-]+) (?=o'clock|[ap]\.?m\b|(?:{_MONTHS})\b)|"
    rf"\b(?:{_MONTHS}) (\d\d?)\b"
)
"""Hours and days, of which there are no 59: *at 9:45*, *on 3 May*, *June 21*."""

_HOURS = re.compile(r"\bhours?\b", re.IGNORECASE)
_HEURES = re.compile(r"\b(?:heures?|h)\b", re.IGNORECASE)
"""Where French has more of them, some tell the time: *at six*, *à six heures*."""

_TOKEN = re.compile(r"[\w-]+")
_HEAD_AND_TAIL = re.compile(r"(.+?[^aeiouyéè])([aeiouyéè].+)")

_INVENTED = 0.4  # how often a name is nobody's
_MADE_UP = 0.4  # how often another one is made of two
_WITH_TITLE = 0.1  # how often a title and a family name stand for a first name
_WITH_FAMILY = 0.2  # how often a first name gets a family name
_IN_WORDS = 0.4  # how often what was in words is so again
_SMALL = 0.7  # how often a number in digits then has at most two


def replaceable(pair: Pair) -> list[Replaceable]:
    """Return what stands as often on one side as on the other, and is one thing."""
    english, french = (Counter(_TOKEN.findall(side)) for side in pair)
    scaled = not _SCALES.isdisjoint(english)  # *two hundred* is one number
    nouns = _BEHIND_DETERMINER.findall(pair.target)
    of_time = {*chain.from_iterable(_OF_TIME.findall(pair.source))}
    tells_time = len(_HEURES.findall(pair.target)) > len(_HOURS.findall(pair.source))
    found = []
    for token, count in english.items():
        entries = [one for one in known(token) if french[one.texts.target] == count]
        if len(entries) == 1 and not (
            (entries[0].kind == NUMBER and (scaled or tells_time or token in of_time))
            or (entries[0].kind == "verb" and entries[0].texts.target in nouns)
        ):
            found += entries
    meant = Counter(one.texts.target for one in found)
    return [one for one in found if meant[one.texts.target] == 1]


class Replacements:
    """Draws names, numbers and words in the place of others."""

    def __init__(self, random: Random) -> None:
        """Take where the draws come from."""
        self._random = random

    def __call__(self, pair: Pair) -> Pair:
        """Return a pair with others of all that may be replaced in it."""
        tables: tuple[dict[str, str], ...] = ({}, {})
        for old in replaceable(pair):
            texts = zip(tables, old.texts, self._other(old), strict=True)
            for table, text, other in texts:
                table[text] = other
        return Pair(*map(_put, pair, tables))

    def _other(self, old: Replaceable) -> Pair:
        if old.kind == NUMBER:
            digits = old.texts.source.isdigit()
            return self._digits(len(old.texts.source)) if digits else self._number()
        if old.kind in _NAMES:
            return self._person_or_place(old)
        return self._random.choice(alike(old.kind, old.form))

    def _person_or_place(self, old: Replaceable) -> Pair:
        (may_elide,), draw = old.form, self._random.random()
        if old.kind in _TITLES and not may_elide and draw < _WITH_TITLE:
            title = self._random.choice(_TITLES[old.kind])
            return _join(title, self._name("family"))
        name = self._name(old.kind, old.form)
        if old.kind in _TITLES and draw > 1 - _WITH_FAMILY:
            return _join(name, Pair(" ", " "), self._name("family"))
        return name

    def _name(self, kind: str, form: tuple[object, ...] | None = None) -> Pair:
        """Draw a name of a kind and form: invented, listed or made of two that are."""
        if self._random.random() < _INVENTED:
            return self._invented(form)
        names = alike(kind, form)
        one, other = self._random.choice(names), self._random.choice(names)
        head, tail = (_HEAD_AND_TAIL.fullmatch(name.source) for name in (one, other))
        if head and tail and self._random.random() < _MADE_UP:
            return Pair(head[1] + tail[2], head[1] + tail[2])
        return one

    def _invented(self, form: tuple[object, ...] | None) -> Pair:
        while True:
            name = invented_name(self._random)
            if form in {None, form_of_name(name)}:
                return Pair(name, name)

    def _digits(self, length: int) -> Pair:
        """Draw a number of so many digits; four are a year."""
        least, most = max(2, 10 ** (length - 1)), 10**length - 1
        text = str(self._random.randint(*(_YEARS if length == 4 else (least, most))))
        return Pair(text, text)

    def _number(self) -> Pair:
        """Draw a number that may count something."""
        draw = self._random.random
        if draw() < _IN_WORDS:
            return written(self._random.choice(_agreeing()))
        largest = 99 if draw() < _SMALL else 9999
        return written(in_digits(self._random.randint(2, largest)))


@cache
def _agreeing() -> tuple[Number, ...]:
    """Return the numbers in words that count men and women alike: not *vingt et un*."""
    numbers = (in_words(number) for number in range(2, 100))
    return tuple(number for number in numbers if len({*number.french}) == 1)


def _join(*parts: Pair) -> Pair:
    return Pair(*map("".join, zip(*parts, strict=True)))


def _put(side: str, others: dict[str, str]) -> str:
    return _TOKEN.sub(lambda found: others.get(found[0], found[0]), side)
