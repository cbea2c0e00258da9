"""What our own sentences and lists say of words: which are common, which are names."""

import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import chain, product
from pathlib import Path

from nmtviz.data.corpus import read_lines, read_pairs
from nmtviz.data.phrases.phrasebook import words

WRITTEN = Path(__file__).parent / "written.en-fr.tsv"
"""Sentence pairs of our own to learn from, of which there are many."""

_WORD = re.compile(r"\b[A-Za-z]+\b")
_FIRST = re.compile(r"^[^A-Za-z\n]*\b([A-Za-z]+)\b", re.MULTILINE)
_SMALL = re.compile(r"\b[a-z]+\b")

_HARDLY = 16
"""Times that a word in small letters is there for each time that it has a capital."""

_MANY_MORE = 3
"""Times that a name has a capital for each time it has none: people type carelessly."""


def is_expected(english: str, french: str) -> bool:
    """Say whether a word with a capital may well be spelt otherwise in French.

    Both are common and no names, by our sentences, or these are a listed name in both
    languages, or its plural. An acronym may become any that our sentences have.
    """
    if english.isupper() and french.isupper() and _plain(french) in _french_words():
        return True
    if english.lower() in _common_words() and _plain(french) in _french_words():
        return True
    pair = english, french.lower()
    one = english.removesuffix("s"), french.lower().removesuffix("s")
    are_many = english.endswith("s") and french.endswith("s")
    return pair in _names_in_both() or (are_many and one in _names_in_both())


def may_become(english: str, french: str) -> bool:
    """Say whether a word with a capital may well be this word in French.

    A common one may be any; a listed name, what it is in French, of either one or more
    than one: *on Mondays*, *le lundi*.
    """
    if english.lower() in _common_words():
        return True
    pair = english, french.lower()
    ones, others = ({word, word.removesuffix("s")} for word in pair)
    return not _names_in_both().isdisjoint(product(ones, others))


def is_common(english: str) -> bool:
    """Say whether our sentences have an English word in small letters.

    And not in the way that *christmas* stands there, once, for a name.
    """
    return english in _common_words() and not is_name(english.capitalize())


def is_mostly_small(english: str) -> bool:
    """Say whether our sentences have a word with a capital hardly ever, as *dog*."""
    words, _ = _english_words()
    return words[english] > _HARDLY * words[english.capitalize()]


def is_name(english: str) -> bool:
    """Say whether our sentences have a word with a capital wherever it stands.

    A listed name more often than without, as *May* is not; another word three times as
    often, and more than once.
    """
    _, inside = _english_words()
    capital, small = inside[english], inside[english.lower()]
    if english in _names():
        return capital >= small
    return capital > _MANY_MORE * small + 1


@cache
def _names() -> frozenset[str]:
    return frozenset(english for english, _ in _names_in_both())


@cache
def _common_words() -> frozenset[str]:
    """Return English words that our sentences have in small letters."""
    return frozenset(filter(_SMALL.fullmatch, _english_words()[0]))


@cache
def _english_words() -> tuple[Counter[str], Counter[str]]:
    """Return how often our sentences have each English word, as it is written.

    All words, and those that no sentence begins with.
    """
    text = "\n".join(pair.source for pair in read_pairs([WRITTEN]))
    words = Counter(_WORD.findall(text))
    return words, words - Counter(_FIRST.findall(text))


@cache
def _french_words() -> frozenset[str]:
    """Return French words, plain, that were not copied from the English sentence."""
    found: set[str] = set()
    for line in _plain("\n".join(read_lines(WRITTEN))).split("\n"):
        source, _, target = line.partition("\t")
        found.update(set(_SMALL.findall(target)).difference(_SMALL.findall(source)))
    return frozenset(found)


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    letters = unicodedata.normalize("NFD", text.lower())
    return re.sub(r"[\u0300-\u036f]", "", letters)


@cache
def _names_in_both() -> frozenset[tuple[str, str]]:
    """Return listed names in English and, in small letters, what they are in French.

    A word of either a pair: *New* and *zélande* are one, too.
    """
    found: set[tuple[str, str]] = set()
    for word in chain.from_iterable(words().values()):
        for english, french in product(word.english.values(), word.french.values()):
            names = (name for name in english.split() if name[:1].isupper())
            found.update(product(names, re.findall(r"[^\W\d_]{2,}", french.lower())))
    return frozenset(found)
