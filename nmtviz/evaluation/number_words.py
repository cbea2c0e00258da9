"""What says how large a number or how late an hour is, and a translation lacks.

The digits of *2 trillion* or *9 p.m.* are there, so nobody who knows no French sees
that it became a thousandth of it, or that the evening became the morning.
"""

import re
from collections.abc import Iterator

from nmtviz.evaluation.numbers import InWords, lost_numbers

_SCALED = re.compile(
    r"(?<![\w.,])(?P<currency>[$€£])?(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?:[\s-](?P<word>thousand|million|billion|trillion)|(?P<letter>[kmb]|bn))\b",
    re.IGNORECASE,
)
_LETTERS = {"k": "thousand", "m": "million", "b": "billion", "bn": "billion"}
_ONLY_OF_MONEY = {"m", "b"}
"""Letters that stand for other things, too: *5m* is a length."""

_ZEROS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_THOUSAND = 1000
_SCALES = {
    "thousand": r"\bmill(?:e|iers?)\b|\d\s?[kK]\b",
    "million": r"\bmillions?\b|\d\s?M\b",
    "billion": r"\bmilliards?\b|\d\s?Mds?\b|\d\s?\d{3} millions",
    "trillion": r"\b(?:b|tr)illions?\b|\b(?:mille|milliers de) milliards\b|"
    r"\d\s?\d{3} milliards",
}
"""How French says a scale."""

_TIME = re.compile(
    r"(?<![\w:.,])(?P<hour>1[0-2]|0?[1-9])(?P<minutes>:[0-5]\d)? ?"
    r"(?P<half>[ap])(?:m\b|\.m\b\.?)",
    re.IGNORECASE,
)
_HALVES = {
    "a": r"\b(?:minuit|matin|nuit)\b|\ba\.?m\b",
    "p": r"\b(?:midi|soir|soirée|nuit)\b|\bp\.?m\b",
}
"""How French says a half of the day; *après-midi* ends in *midi*."""

_MINUTES = re.compile(r"(?<=\dh)[0-5]\d|(?<= h )[0-5]\d|(?<=\d:)[0-5]\d")
"""As a French time has them: *14h30*, *14 h 30*, *14:30*."""

_NOON = 12


_QUARTERS = {15: r"quart\b", 30: r"demie?\b", 45: r"quart\b"}
"""How French says minutes, if not as a number."""


def lost_scales(source: str, translation: str) -> tuple[str, ...]:
    """Return the English numbers whose scale a French translation has not.

    It has neither the word nor as many zeros: *£350k* may be *350 000*.

    Args:
        source: The sentence.
        translation: What was made of it.
    """
    digits = _without_spaces(translation)
    return tuple(
        found[0]
        for found, scale in _scaled(source)
        if not any(re.search(_SCALES[one], translation) for one in _ways(found, scale))
        and _in_full(found["number"], scale) not in digits
    )


def _without_spaces(text: str) -> str:
    """Return a text whose thousands stand together."""
    return re.sub(r"(?<=\d)[\s.,](?=\d{3}(?!\d))", "", text)


def _scaled(source: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the numbers that have a scale, and which."""
    for found in _SCALED.finditer(source):
        letter = (found["letter"] or "").lower()
        if found["currency"] or letter not in _ONLY_OF_MONEY:
            yield found, _LETTERS[letter] if letter else found["word"].lower()


def _ways(found: re.Match[str], scale: str) -> list[str]:
    """Return the scales that may stand there: *1,200 million* may be 1.2 milliard."""
    scales, value = [*_ZEROS], _value(found)
    first = scales.index(scale)
    begin = max(first - 1, 0) if value < 1 else first  # 0.5 billion is 500 millions
    return scales[begin : first + (2 if value >= _THOUSAND else 1)]


def _value(found: re.Match[str]) -> float:
    return float(found["number"].replace(",", ""))


def _in_full(number: str, scale: str) -> str:
    """Return a number with its zeros: *1.5* million has five."""
    whole, _, decimals = number.replace(",", "").partition(".")
    return f"{whole}{decimals.ljust(_ZEROS[scale], '0')}".lstrip("0")


def said_otherwise(
    source: str, translation: str, in_words: InWords = lambda _: ""
) -> frozenset[str]:
    """Return the English numbers that a French translation has in other digits.

    *350* of *£350k* may stand there as 350 000, *1,360* million as 1,36 milliard, and
    *9* p.m. as *vingt et une heures*.

    Args:
        source: The sentence.
        translation: What was made of it.
        in_words: How French words say a number.
    """
    digits = _without_spaces(translation)
    scaled = (
        found["number"]
        for found, scale in _scaled(source)
        if _in_full(found["number"], scale) in digits
        or any(
            not lost_numbers(f"{_value(found) * times:g}", translation, in_words)
            for times in (1 / _THOUSAND, _THOUSAND)
        )
    )
    timed = (
        f"{found['hour']}{found['minutes'] or ''}"
        for found in _TIME.finditer(source)
        if _is_time_said(found, in_words, translation)
    )
    return frozenset((*scaled, *timed))


def _is_time_said(time: re.Match[str], in_words: InWords, translation: str) -> bool:
    """Say whether a translation has an hour and its minutes, in digits or words."""
    hour, minutes = int(time["hour"]), int((time["minutes"] or ":0")[1:])
    ways = [hour, hour + _NOON, 0 if hour == _NOON else hour]
    is_noon = hour == _NOON and re.search(r"\b(?:minuit|midi)\b", translation)
    if not is_noon and not any(_is_said(way, in_words, translation) for way in ways):
        return False
    words = _QUARTERS.get(minutes, "(?!)")
    return (
        not minutes
        or not lost_numbers(str(minutes), translation, in_words)
        or bool(re.search(rf"\b{words}", translation))
    )


def lost_halves(
    source: str, translation: str, in_words: InWords = lambda _: ""
) -> tuple[str, ...]:
    """Return the English times that are another half of the day in French.

    A time of the afternoon is counted on from 12 or said to be one, and one of the
    morning is not; twelve at night is 0 or said to be of the night.

    Args:
        source: The sentence.
        translation: What was made of it.
        in_words: How French words say a number.
    """
    return tuple(
        found[0]
        for found in _TIME.finditer(source)
        if not re.search(_HALVES[found["half"].lower()], translation, re.IGNORECASE)
        and _is_another_half(found, in_words, translation)
    )


def _is_another_half(time: re.Match[str], in_words: InWords, translation: str) -> bool:
    """Say whether a translation without a word for it has an hour of the other half."""
    hour, is_late = int(time["hour"]), time["half"].lower() == "p"
    if hour == _NOON:
        return not (is_late or _is_said(0, in_words, translation))
    is_counted_on = _is_said(hour + _NOON, in_words, translation)
    if is_late:
        return not is_counted_on
    return is_counted_on and not _is_said(hour, in_words, translation)


def _is_said(hour: int, in_words: InWords, translation: str) -> bool:
    """Say whether a translation has an hour, in digits or in words."""
    words = re.sub("-", " ", in_words(hour)) or hour
    text = _MINUTES.sub("", re.sub(r"[\s-]+", " ", translation.lower()))
    return bool(re.search(rf"(?<!\d)0?{hour}(?!\d)|\b{words}e?\b", text))
