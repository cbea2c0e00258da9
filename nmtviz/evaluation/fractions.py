"""Fractions such as *2 1/2* that a translation does not have."""

import re
from collections.abc import Iterator

from nmtviz.evaluation.numbers import InWords, lost_numbers

_FRACTION = re.compile(
    r"(?<![\d.,:/-])(?:(?P<whole>\d+) )?(?P<over>\d)/(?P<under>[1-9]\d?)(?![\d/])"
)
_SAID = {2: "demi|moitié|half|halves", 3: "tiers|third", 4: "quart"}
"""How English and French begin to say a part."""

_HOURS = re.compile(r" (?:of )?(?:an? )?hours?\b")
"""Behind a fraction of time."""

_MINUTES = 60
_MOST_DIGITS = 3
"""Decimals of a fraction that somebody may write as a decimal number."""


def lost_fractions(
    source: str, translation: str, in_words: InWords = lambda _: ""
) -> tuple[str, ...]:
    """Return the fractions that a translation has neither so nor otherwise.

    *2 1/2* may be 2,5 or *deux et demi*; of an hour, 2 h 30 or 150 minutes.

    Args:
        source: The sentence, its fractions in digits.
        translation: What was made of it, fractions in digits, too.
        in_words: How words of the translation's language say a number.
    """
    return tuple(
        found[0]
        for found in _FRACTION.finditer(source)
        if not _is_there(found, translation, in_words)
    )


def without_fractions(source: str) -> str:
    """Return a sentence without those that are looked for."""
    return _FRACTION.sub("", source)


def _is_there(found: re.Match[str], translation: str, in_words: InWords) -> bool:
    whole, under = found["whole"] or "", int(found["under"])
    before = rf"{whole}\s(?:\w+\s)?" if whole else ""  # 2 et 1/2
    fraction = rf"{found['over']}\s?/\s?{under}"
    if re.search(rf"(?<!\d){before}{fraction}(?!\d)", translation) or any(
        not lost_numbers(other, translation, in_words) for other in _others(found)
    ):
        return True
    part = _SAID.get(under, in_words(under) or "(?!)")
    is_said = re.search(rf"\b(?:{part})", translation, re.IGNORECASE)
    return bool(is_said) and not lost_numbers(whole, translation, in_words)


def _others(found: re.Match[str]) -> Iterator[str]:
    """Yield the numbers that may stand in place of a fraction."""
    whole, over, under = (
        int(found["whole"] or 0),
        int(found["over"]),
        int(found["under"]),
    )
    value = whole + over / under
    if value == round(value, _MOST_DIGITS):
        yield f"{value:g}"
    if not whole:
        yield found[0]  # it may be a date, too
    if _HOURS.match(found.string, found.end()):
        yield f"{value * _MINUTES:g}"
        yield f"{whole}:{over * _MINUTES // under:02}"
