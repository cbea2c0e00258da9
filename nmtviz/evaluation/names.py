"""Names of a sentence that its translation spells otherwise: an error one can see.

A network over pieces copies a name piece by piece, and may slip: *Raghunathan* becomes
*Raghanathan*. Whoever does not know the name cannot tell.
"""

import re
import unicodedata
from collections.abc import Callable
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from nmtviz.results import UNKNOWN

_WORD = re.compile(r"[^\W\d_]+")

_LEAST = 4
"""Letters of a name: shorter words are alike by chance."""

_ALIKE = 0.7
"""Similarity of what should be one name: twice the letters in common, of all."""

_APART = 2
"""Letters that a slip adds or drops at most."""

_ENDING = re.compile(r"(?:a|e|o|y|ia|ie|n|an|en|in|ne|ine|enne)?s?")
"""How a name may end in one language and not in another: *Lisbonne*."""

_SOUNDS = (("que", "c"), ("ph", "f"), ("w", "v"), ("k", "c"))
"""Letters that languages write for one sound."""


class Respelt(NamedTuple):
    """A name that is spelt otherwise in the translation."""

    source: str
    target: str


def respelt_names(
    source: str,
    translation: str,
    is_expected: Callable[[str, str], bool] = lambda *_: False,
) -> tuple[Respelt, ...]:
    """Return names that a translation has, but in other letters.

    A name is any word with a capital. Accents and endings may differ, as *Lisbon*
    becomes *Lisbonne*.

    Args:
        source: The sentence.
        translation: What was made of it.
        is_expected: Whether a word with a capital may well become another: a common
            one that begins a sentence, or a name that differs in the two languages.
    """
    # An accent that stands behind its letter, as some keyboards type it, ends a word.
    source = unicodedata.normalize("NFC", source)
    translation = unicodedata.normalize("NFC", translation)
    translation = " ".join(w for w in translation.split() if UNKNOWN not in w)
    kept = {_plain(word) for word in _WORD.findall(translation)}
    there = {_plain(word) for word in _WORD.findall(source)}
    news = [word for word in _capitals(translation) if _plain(word) not in there]
    found = []
    for name in _capitals(source):
        if len(name) >= _LEAST and _plain(name) not in kept:
            near = (new for new in news if abs(len(name) - len(new)) <= _APART)
            other = max(near, key=lambda new: _likeness(name, new), default="")
            if _is_slip(name, other) and not is_expected(name, other):
                found.append(Respelt(name, other))
    return tuple(found)


def _capitals(text: str) -> list[str]:
    """Return the words with a capital, each once."""
    words = _WORD.findall(text)
    return [*dict.fromkeys(word for word in words if word[0].isupper())]


def _is_slip(name: str, other: str) -> bool:
    return _likeness(name, other) >= _ALIKE and not _end_otherwise(name, other)


def _likeness(name: str, other: str) -> float:
    return SequenceMatcher(None, _plain(name), _plain(other), autojunk=False).ratio()


def _end_otherwise(name: str, other: str) -> bool:
    """Say whether two names differ only as languages do, in sounds and endings."""
    texts = [_plain(name), _plain(other)]
    for one, like in _SOUNDS:
        texts = [text.replace(one, like) for text in texts]
    pairs = zip(*texts, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return all(_ENDING.fullmatch(text[same:]) for text in texts)


def _plain(word: str) -> str:
    """Return a word in small letters without accents."""
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))
