"""Numbers in English words that a translation does not have: *ninety-one*, *25th*."""

import re
from collections.abc import Iterator

from nmtviz.evaluation.numbers import InWords, lost_numbers

_UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_OTHERS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
    *("hundred", "thousand", "million", "billion", "trillion"),
)
_ANY = "|".join((*_UNITS, *_TENS, *_OTHERS))

_COUNT = re.compile(
    rf"\b(?:(?P<hundreds>a|{'|'.join(_UNITS)}) hundred (?:and )?)?"
    rf"(?P<tens>{'|'.join(_TENS)})[ -](?P<units>{'|'.join(_UNITS)})\b"
    rf"(?![ -](?:{_ANY})\b)",
    re.IGNORECASE,
)
_WITHIN = re.compile(rf"\b(?:{_ANY})[ -](?:and )?$", re.IGNORECASE)
"""Before a part of a larger number, or of a year."""

_ORDINAL = re.compile(r"\b(?P<number>[1-9]\d?)(?:st|nd|rd|th)\b", re.IGNORECASE)
_LEAST_ORDINAL = 4
"""Smaller ones have words of their own: *premier*, *second*, *tiers*."""

_LEAST_DIGITS = 40
"""Ordinals that are not written in Roman letters."""

_ROMAN = (("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


def lost_counts(
    source: str, translation: str, in_words: InWords = lambda _: ""
) -> tuple[str, ...]:
    """Return the English numbers in words that a translation has not, in any way.

    Of tens with units only, perhaps with hundreds: smaller ones may be left out or said
    otherwise, as *one* or *ten* often are.

    Args:
        source: The sentence.
        translation: What was made of it.
        in_words: How words of the translation's language say a number.
    """
    return tuple(
        found[0]
        for found in _COUNT.finditer(source)
        if not _WITHIN.search(source, 0, found.start())
        and lost_numbers(str(_value(found)), translation, in_words)
    )


def _value(found: re.Match[str]) -> int:
    hundreds = (found["hundreds"] or "").lower()
    tens, units = found["tens"].lower(), found["units"].lower()
    first = 1 if hundreds == "a" else (*("",), *_UNITS).index(hundreds)
    return 100 * first + 10 * (_TENS.index(tens) + 2) + _UNITS.index(units) + 1


def lost_ordinals(
    source: str, translation: str, in_words: InWords = lambda _: ""
) -> tuple[str, ...]:
    """Return the English ordinals in digits that a French translation has not.

    *25th* may be 25, 25e, XXVe or *vingt-cinquième*.

    Args:
        source: The sentence.
        translation: What was made of it.
        in_words: How French words say a number.
    """
    return tuple(
        found[0]
        for found in _ORDINAL.finditer(source)
        if (number := int(found["number"])) >= _LEAST_ORDINAL
        and not any(
            re.search(rf"(?<![\w,.]){way}", translation, flags)
            for way, flags in _ordinals(number, in_words)
        )
    )


def _ordinals(number: int, in_words: InWords) -> Iterator[tuple[str, re.RegexFlag]]:
    """Yield patterns of how French may write an ordinal, and their flags."""
    yield rf"{number}(?![\d,.]*\d)", re.NOFLAG
    yield rf"{_roman(number)}(?:e|è|ème)?\b", re.NOFLAG
    words = in_words(number)
    stem = re.sub("[ -]", "[ -]", re.sub("e$", "", words))
    if words:
        yield f"{re.sub('f$', '[fv]', stem)}(?:u?i|e\\b|\\b)", re.IGNORECASE


def _roman(number: int) -> str:
    """Return a Roman number; for one not so written, what fits nothing."""
    if number >= _LEAST_DIGITS:
        return "(?!)"
    letters = ""
    for letter, value in _ROMAN:
        times, number = divmod(number, value)
        letters += letter * times
    return letters
