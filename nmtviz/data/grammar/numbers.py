"""Numbers, dates, years and hours in both languages, in words and in digits."""

import re

from nmtviz.data.grammar.entries import Phrase
from nmtviz.data.grammar.tree import Number


def _words(text: str) -> list[str]:
    return text.split()


MONTHS = (
    ("January", "janvier"),
    ("February", "février"),
    ("March", "mars"),
    ("April", "avril"),
    ("May", "mai"),
    ("June", "juin"),
    ("July", "juillet"),
    ("August", "août"),
    ("September", "septembre"),
    ("October", "octobre"),
    ("November", "novembre"),
    ("December", "décembre"),
)
_ENGLISH = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
)
_ENGLISH_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
# Nothing is elided before huit and onze.
_FRENCH = _words(
    "zéro un deux trois quatre cinq six sept *huit neuf dix *onze douze treize "
    "quatorze quinze seize dix-sept dix-huit dix-neuf"
)
_FRENCH_TENS = _words("vingt trente quarante cinquante soixante")
_ROUND = {
    "en": {100: "hundred", 1_000: "thousand", 1_000_000: "million"},
    "fr": {100: "cent", 1_000: "mille", 1_000_000: "million"},
}
_PARTS_OF_DAY = (("morning", "matin", range(5, 12)), ("evening", "soir", range(6, 12)))


def english_words(number: int) -> str:
    """Return a number from 0 to 99 in English."""
    if number < 20:
        return _ENGLISH[number]
    tens, units = divmod(number, 10)
    word = _ENGLISH_TENS[tens - 2]
    return f"{word}-{_ENGLISH[units]}" if units else word


def french_words(number: int, *, feminine: bool) -> tuple[str, ...]:
    """Return a number from 0 to 99 in French, in the traditional spelling."""
    one = "une" if feminine else "un"
    if number < 20:
        return (one if number == 1 else _FRENCH[number],)
    tens, units = divmod(number, 10)
    if tens >= 8:  # quatre-vingts, quatre-vingt-un, quatre-vingt-dix
        rest = number - 80
        if rest == 0:
            return ("quatre-vingts",)
        word = one if rest == 1 else _FRENCH[rest].lstrip("*")
        return (f"quatre-vingt-{word}",)
    if tens == 7:
        tens, units = 6, units + 10
    word = _FRENCH_TENS[tens - 2]
    if units in {1, 11}:  # vingt et un, soixante et onze
        return (word, "et", one if units == 1 else "*onze")
    return (f"{word}-{_FRENCH[units].lstrip('*')}" if units else word,)


def in_words(number: int) -> Number:
    """Return a number from 2 to 99, said in words."""
    masculine = french_words(number, feminine=False)
    feminine = french_words(number, feminine=True)
    return Number((english_words(number),), (masculine, feminine))


def in_digits(number: int) -> Number:
    """Return a number in digits: 1,250 and 1 250."""
    french = tuple(f"{number:,}".split(","))
    return Number((f"{number:,}",), (french, french))


def date(day: int, month: int, year: int) -> Phrase:
    """Return *on 12 May 1987*, *le 12 mai 1987*; months count from 0."""
    english, french = MONTHS[month]
    return Phrase(
        ("on", str(day), english, str(year)),
        ("le", "1er" if day == 1 else str(day), french, str(year)),
        ((0, 0), (1, 1), (2, 2), (3, 3)),
        frozenset({"past"}),
    )


def year(number: int) -> Phrase:
    """Return *in 1987*, *en 1987*."""
    return Phrase(
        ("in", str(number)),
        ("en", str(number)),
        ((0, 0), (1, 1)),
        frozenset({"past"}),
    )


def hours() -> list[Phrase]:
    """Return *at seven in the evening*, *à sept heures du soir*, and the others."""
    return [
        Phrase(
            ("at", english_words(hour), "in", "the", part),
            ("à", *french_words(hour, feminine=True), "heures", "de", "+le", french),
            ((0, 0), (1, 1), (1, 2), (2, 3), (3, 4), (4, 5)),
            frozenset({"past", "present", "future"}),
        )
        for part, french, range_of_hours in _PARTS_OF_DAY
        for hour in range_of_hours
    ]


def plain_words(number: int, language: str) -> str:
    """Return how a language says a number; nothing if only others know.

    Args:
        number: From 0 to 1,000,000; nothing beyond.
        language: Its code, such as `fr`.
    """
    if number in (round_ones := _ROUND.get(language, {})):
        return round_ones[number]
    if number >= 1_000_000 or language not in {"en", "fr"}:
        return ""
    below = _below_1000_in_english if language == "en" else _below_1000_in_french
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return below(rest)
    if language == "fr":  # deux cents, deux cent mille
        said = re.sub(r"\b(cent|vingt)s$", r"\1", below(thousands))
        said = "mille" if thousands == 1 else f"{said} mille"
    else:
        said = f"{below(thousands)} thousand"
    return f"{said} {below(rest)}" if rest else said


def _below_1000_in_english(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return english_words(rest)
    said = f"{_ENGLISH[hundreds]} hundred"
    return f"{said} and {english_words(rest)}" if rest else said


def _below_1000_in_french(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = " ".join(french_words(rest, feminine=False)).replace("*", "")
    if not hundreds:
        return said
    cent = "cent" if hundreds == 1 else f"{_FRENCH[hundreds].lstrip('*')} cent"
    if rest:
        return f"{cent} {said}"
    return cent if hundreds == 1 else f"{cent}s"
