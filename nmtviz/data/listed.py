"""What our own sentences and lists say of words: which are common, which are names."""

import re
from functools import cache
from itertools import chain, product
from pathlib import Path

from nmtviz.data.corpus import read_pairs
from nmtviz.data.phrases.phrasebook import words

WRITTEN = Path(__file__).parent / "written.en-fr.tsv"
"""Sentence pairs of our own to learn from, of which there are many."""

_SMALL = re.compile(r"\b[a-z]+\b")


def is_expected(english: str, french: str) -> bool:
    """Say whether a word with a capital may well be spelt otherwise in French.

    It is common and no name, as it is in small letters somewhere in our sentences, or
    these are a listed name in both languages, or its plural.
    """
    if english.lower() in _common_words():
        return True
    pair = english, french.lower()
    one = english.removesuffix("s"), french.lower().removesuffix("s")
    are_many = english.endswith("s") and french.endswith("s")
    return pair in _names_in_both() or (are_many and one in _names_in_both())


def may_change(english: str) -> bool:
    """Say whether a word with a capital may well become any other word in French.

    It is common, or a listed name or its plural: *Greece*, *Mondays*.
    """
    forms = {english, english.removesuffix("s")}
    return english.lower() in _common_words() or not forms.isdisjoint(_names())


@cache
def _names() -> frozenset[str]:
    return frozenset(english for english, _ in _names_in_both())


@cache
def _common_words() -> frozenset[str]:
    """Return English words that our sentences have in small letters."""
    pairs = read_pairs([WRITTEN])
    return frozenset(_SMALL.findall(" ".join(pair.source for pair in pairs)))


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
