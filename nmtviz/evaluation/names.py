"""Names that a translation spells otherwise or has not at all: errors one can see.

A network over pieces copies a name piece by piece, and may slip: *Raghunathan* becomes
*Raghanathan*. Whoever does not know the name cannot tell.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from nmtviz.results import UNKNOWN

_WORD = re.compile(r"[^\W\d_]+")

_LEAST = 4
"""Letters of a name: shorter words are alike by chance."""

_ALIKE = 0.7
"""Similarity of what should be one name: twice the letters in common, of all."""

_RESEMBLES = 0.5
"""Similarity of a name and what it may be in another language."""

_CODE = re.compile(
    r"(?=[\w-]*\d)(?=[\w-]*[A-Z])(?!\d+(?:st|nd|rd|th)\b)[\w-]*\w"
    r"|\w*[a-z][A-Z]\w+"
    r"|\b[\w-]+\.(?:txt|json|py|docx?|xlsx?|pdf|csv|html?|jpe?g|png|zip|exe|com|org|net)\b"
)
"""A word with a capital beside a digit, or inside, or a file's name.

*KTCK-36*, *iPhone*, *notes.txt*; but not *19th-Century*.
"""

_MONEY = re.compile(r"[$€£]\d[\d.,]*(?:[KMBT]n?)\b")
"""A sum whose letter is a scale, such as *$500B*, and no code."""

_QUANTITY = re.compile(r"\d+(?:[AP]M|[KCM]?[MG]|[KMGT]B|[CFWVLHKSD])|\d{1,2}B")
"""What looks like a code, but has other letters in another language: *9AM*, *8GB*."""

_ACRONYM = re.compile(r"(?![IVXLCDM]+$)[A-Z]{2,5}")
"""Letters that stand for words, and no Roman number."""

_APART = 2
"""Letters that a slip adds or drops at most."""

_ENDING = re.compile(r"(?:a|e|o|y|ia|ie|n|an|en|in|ne|ine|enne)?s?")
"""How a name may end in one language and not in another: *Lisbonne*."""

_SLIPS = {("n", ""), ("o", "a"), ("a", "o")}
"""What French makes of no ending: *Macron* stays so, and *Mario* is not *Maria*."""

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
    becomes *Lisbonne*; so may the order of an acronym's letters.

    Args:
        source: The sentence.
        translation: What was made of it.
        is_expected: Whether a word with a capital may well become another: common
            ones of either language, or a name that differs in the two.
    """
    # An accent that stands behind its letter, as some keyboards type it, ends a word.
    source = unicodedata.normalize("NFC", source)
    translation = unicodedata.normalize("NFC", translation)
    translation = " ".join(w for w in translation.split() if UNKNOWN not in w)
    kept = {_plain(word) for word in _WORD.findall(translation)}
    there = {_plain(word) for word in _WORD.findall(source)}
    news = [word for word in _capitals(translation) if _plain(word) not in there]
    acronyms = _acronyms(source, news, is_expected)
    news = [word for word in news if word not in acronyms.values()]
    found = []
    for name in _capitals(source):
        if _plain(name) not in kept and name not in acronyms:
            other = _slip(name, news)
            if other and not is_expected(name, other):
                found.append(Respelt(name, other))
                news.remove(other)
    return tuple(found)


def _acronyms(
    source: str, news: Sequence[str], is_expected: Callable[[str, str], bool]
) -> dict[str, str]:
    """Return the acronyms that rightly became others, as *UN* is *ONU*, and which."""
    names = [name for name in _capitals(source) if _ACRONYM.fullmatch(name)]
    found: dict[str, str] = {}
    for new in filter(_ACRONYM.fullmatch, news):
        left = [name for name in names if name not in found and is_expected(name, new)]
        if left:
            found[max(left, key=lambda name: len({*name} & {*new}))] = new
    return found


def _slip(name: str, news: Sequence[str]) -> str:
    """Return the word that a name has become by a slip; empty if there is none."""
    # Other languages may have the letters of an acronym in another order: *VAT*, *TVA*.
    news = [new for new in news if not _are_same_letters(name, new)]
    if len(name) >= _LEAST:
        near = (new for new in news if abs(len(name) - len(new)) <= _APART)
        other = max(near, key=lambda new: _likeness(name, new), default="")
        return other if _is_slip(name, other) else ""
    if not _ACRONYM.fullmatch(name):
        return ""
    near = (new for new in news if _ACRONYM.fullmatch(new))
    other = max(near, key=lambda new: _likeness(name, new), default="")
    return other if _likeness(name, other) >= _RESEMBLES else ""


def _are_same_letters(name: str, other: str) -> bool:
    """Say whether two acronyms have the same letters, in whatever order."""
    are_acronyms = _ACRONYM.fullmatch(name) and _ACRONYM.fullmatch(other)
    return bool(are_acronyms) and sorted(name) == sorted(other)


def lost_names(
    source: str,
    translation: str,
    may_become: Callable[[str, str], bool] = lambda *_: False,
) -> tuple[str, ...]:
    """Return names and codes of which a translation has nothing.

    No word of it resembles the name; a code, such as *KTCK-36* or *iPhone*, is not
    there letter by letter. None is lost where an unknown word was written, as that may
    be any of them.

    Args:
        source: The sentence.
        translation: What was made of it.
        may_become: Whether a word with a capital may well be a word of the other
            language: a common one any, a name what it is called there.
    """
    if UNKNOWN in translation:
        return ()
    source = unicodedata.normalize("NFC", source)
    words = _WORD.findall(unicodedata.normalize("NFC", translation))
    names = [
        name
        for name in _capitals(source)
        if len(name) >= _LEAST
        and not any(_resembles(name, word) or may_become(name, word) for word in words)
    ]
    written = _letters_and_digits(translation)
    codes = [
        code
        for code in dict.fromkeys(_CODE.findall(_MONEY.sub("", source)))
        if not _QUANTITY.fullmatch(code)
        and not any(name in code for name in names)
        and _letters_and_digits(code) not in written
    ]
    return (*names, *codes)


def _resembles(name: str, word: str) -> bool:
    """Say whether a word may be a name in another language.

    One in small letters is alike by chance, unless it begins as the name does.
    """
    may_be = word[0].isupper() or _plain(word)[:1] == _plain(name)[:1]
    return (may_be and _likeness(name, word) >= _RESEMBLES) or _are_same_letters(
        name, word
    )


def _letters_and_digits(text: str) -> str:
    return re.sub(r"[\W_]", "", _plain(text))


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
    ends = tuple(text[same:] for text in texts)
    return ends not in _SLIPS and all(map(_ENDING.fullmatch, ends))


def _plain(word: str) -> str:
    """Return a word in small letters without accents."""
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))
