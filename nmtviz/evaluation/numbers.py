"""Numbers of a sentence that its translation does not have: an error one can see."""

import re
from collections.abc import Callable

_NUMBER = re.compile(
    r"\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?![.,:/-]?\d)|\d+(?:[.,:/-]\d+)*"
)
_ORDINAL = re.compile(r"\b\d+(?:,\d{3})*(?:st|nd|rd|th)\b", re.IGNORECASE)
_AFTERNOON = re.compile(r"\b([1-9]|1[01])(?= ?p\.?m\b)", re.IGNORECASE)
_DECADE = re.compile(r"\b(?:1[89]|20)(\d0)(?=s\b)")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+")
_MORE = re.compile(r"[\u00a0\u202f ]\d{3}(?![\dA-Z])")
"""What goes on with thousands, and is none of a code such as *600E*."""

_BEFORE_MORE = re.compile(r"(?<![\d.,])\d{1,3}[\u00a0\u202f ]$")
"""What three digits may be the thousands' end of."""

_NOON, _THREE = 12, 3
_DAY = 2  # digits of a day or a month, whose zero may go
_MOST_SAID = 7  # digits of a number that somebody might write in words

_PARTS = (*range(2, 17), *range(20, 100, 10), 100, 1000)
"""Numbers whose words are parts of others' words."""

InWords = Callable[[int], str]
"""Writes a number as the translation may; the empty text if nobody knows how."""


def lost_numbers(
    source: str, translation: str, in_words: InWords = lambda _: ""
) -> tuple[str, ...]:
    """Return the numbers in digits that a translation has neither so nor in words.

    Separators may change, as 1,250.50 becomes 1 250,50 in French; so may the order of
    the parts of dates, and hours may be counted to 24. A decade may lack its century,
    and ordinals are left alone: 1st may have become *premier*, or *1er*.

    Args:
        source: The sentence.
        translation: What was made of it.
        in_words: How words of the translation's language say a number.
    """
    words = _plain(translation)
    source = re.sub(r"(?<![\w.])\.(?=\d)", "0.", source)
    source = _ORDINAL.sub("", source)
    source = _DECADE.sub(lambda m: "" if _has(translation, m[1]) else m[0], source)
    source = _AFTERNOON.sub(
        lambda m: "" if _has(translation, str(int(m[1]) + _NOON)) else m[0], source
    )
    return tuple(
        number
        for number in find_numbers(source)
        if not (_is_in(number, translation) or _is_said(number, words, in_words))
    )


def find_numbers(text: str) -> list[str]:
    """Return the numbers in digits of a text, as they stand there."""
    return _NUMBER.findall(text)


def _is_in(number: str, text: str) -> bool:
    """Say whether a text has a number in digits, in whatever way it writes it."""
    if re.search("[:/-]", number):
        return _has_parts(text, number)
    if _is_whole(number):
        return _has_whole(text, number)
    whole, decimals = re.split(r"[.,](?=\d+$)", number)
    if _is_whole(whole):
        decimals = decimals.rstrip("0")  # zeros at the end may come and go
        if not decimals:
            return _has_whole(text, whole)
        return _has(text, rf"{_grouped(whole)}\D{decimals}0*")
    return _has(text, r"\D{1,3}".join(re.findall(r"\d+", number)))


def _is_whole(number: str) -> bool:
    """Say whether a number has no decimals, as 1,250 has none; 0.125 has three."""
    has_thousands = _THOUSANDS.fullmatch(number) and not re.match("0[.,]", number)
    return number.isdigit() or bool(has_thousands)


def _has_parts(text: str, number: str) -> bool:
    """Say whether the parts of a date or a time are there, in any order."""
    return all(
        (
            _is_in(part, text)  # such as an end of 1.5-2.5, or of a telephone number
            if re.search("[.,]", part) or re.match(r"0\d\d", part)
            else any(_has(text, one) for one in _ways(part, place, number))
        )
        for place, part in enumerate(re.split("[:/-]", number))
        if not (":" in number and place and not part.strip("0"))  # 7:00 is 7 h
    )


def _has_whole(text: str, number: str) -> bool:
    """Say whether a whole number is there, its thousands apart or not."""
    if number.isdigit() and not number.startswith("0"):
        return _has_alone(text, _grouped(number))
    if number.isdigit() and len(number) > _DAY:  # a code: its zeros count
        return re.search(rf"(?<!\d){number}(?!\d)", text) is not None
    has = _has if number.isdigit() else _has_alone
    parts = number.split(" ")  # a space may as well stand between two numbers
    return has(text, _grouped(number)) or (
        len(parts) > 1 and all(_has(text, part) for part in parts)
    )


def _grouped(number: str) -> str:
    """Return a pattern of a whole number, its thousands apart or not."""
    digits = re.sub(r"\D", "", number).lstrip("0") or "0"
    first = len(digits) % 3
    groups = [digits[:first], *re.findall("...", digits[first:])]
    return r"\D?".join(filter(None, groups))


def _ways(part: str, place: int, number: str) -> set[str]:
    """Return how a part of a date or a time may stand in a translation."""
    ways = {part, part.lstrip("0") or "0"}
    if ":" in number and not place and len(part) <= 2:
        ways.add(str((int(part) + _NOON) % (2 * _NOON)))
    return ways


def _has(text: str, pattern: str) -> bool:
    return re.search(rf"(?<!\d)0*{pattern}(?!\d)", text) is not None


def _has_alone(text: str, pattern: str) -> bool:
    """Say whether a number is there, with no decimals but zeros, not as thousands.

    Four digits or more in a row are no thousands of what comes behind a space.
    """
    alone = rf"(?<!\d)(?<!\d[.,])0*{pattern}(?!\d)(?![.,](?!0+(?!\d))\d)"
    return any(
        re.fullmatch(r"\d{4,}", found[0])
        or not (_MORE.match(text, found.end()) or _is_end(text, found))
        for found in re.finditer(alone, text)
    )


def _is_end(text: str, found: re.Match[str]) -> bool:
    """Say whether three digits are but the last ones of thousands: *5 500*."""
    before = text[: found.start()]
    return len(found[0]) == _THREE and re.search(_BEFORE_MORE, before) is not None


def _is_said(number: str, words: str, in_words: InWords) -> bool:
    digits = re.sub(r"[,.\u00a0\u202f ]", "", number)
    if not _is_whole(number) or len(digits) > _MOST_SAID:
        return False
    said = _plain(in_words(int(digits)))
    if not said:
        return False
    part = "|".join(filter(None, (_plain(in_words(number)) for number in _PARTS)))
    # With a part on either side it is another number: *dix* is none in *dix-huit*.
    found = re.finditer(
        rf"\b(?:(?:{part}) (?:et )?)?(?P<said>{re.escape(said)}e?)"
        rf"(?: (?:{part})s?)?\b",
        words,
    )
    return any(one[0] == one["said"] for one in found)


def _plain(text: str) -> str:
    return re.sub(r"[\s-]+", " ", text.lower())
