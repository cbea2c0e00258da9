"""Where the sentences of a text end."""

import re
from itertools import pairwise

_OPEN, _CLOSE = "\"'(\\[\u201c\u201e\u2018«", "\"')\\]\u201d\u2019»"
"""Quotation marks and brackets inside a class of a regular expression."""

_DASHES = "\u2013\u2014"

_ENDS = re.compile(
    rf"(?<![.!?…])(?P<mark>[.!?…]+)[{_CLOSE}]*\s+(?=[{_OPEN}]*\s?(?P<next>[^\W_]))"
)

_BEFORE_NAMES = {
    "Mr",
    "Mrs",
    "Ms",
    "Dr",
    "Prof",
    "St",
    "Mt",
    "Gen",
    "Col",
    "Capt",
    "Lt",
    "Sgt",
    "Rev",
    "Hon",
    "Sen",
    "Rep",
    "Gov",
    "Pres",
    "Maj",
    "Messrs",
    "Mme",
    "Mlle",
    "vs",
    "cf",
}
"""Abbreviations behind which a sentence goes on with a capital."""

_BEFORE_NUMBERS = {
    *("No", "Nos", "Fig", "Figs", "Eq", "Eqs", "Sec", "Art", "Vol", "Ch", "Chap"),
    *("Tab", "fig", "figs", "eq", "eqs", "no", "nos", "sec", "vol", "ch", "chap"),
    *("p", "pp", "approx", "ca", "c", "v"),
    *("Approx", "Par", "par"),
    *("Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov"),
    "Dec",
}
"""Abbreviations behind which it goes on with a number."""

_INSIDE = ("e.g", "i.e")
"""Abbreviations that end no sentence."""

_HALF_OF_DAY = re.compile(r"\b[ap]\.m$", re.IGNORECASE)
_DAY_OR_ZONE = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|[A-Z]{1,3}T\b|UTC\b"
    r"|(?:January|February|March|April|May|June|July|August|(?:Sept|Nov|Dec)ember"
    r"|October) \d"
)
"""What goes on with a time: *10 a.m. Sunday*, *8 p.m. EST*, *9 a.m. May 5*."""

_LONGEST = 12  # letters that are looked at before a full stop


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, without the space around them.

    A line ends a sentence, and so does a full stop, a question or an exclamation mark
    before a capital or a number. The full stop of an initial or of an abbreviation that
    is known ends none: *J. S. Bach*, *Mr. Smith*, *No. 5*, *e.g. Paris*. Neither does
    that of a number which would be a sentence alone, as in a list: *1. Stir.*
    """
    return [
        sentence
        for line in text.splitlines()
        for part in sentence_parts(line)
        if (sentence := part.strip())
    ]


def sentence_parts(line: str) -> list[str]:
    """Return the sentences of a line with the space behind each: all of the line."""
    begins = [0]
    for found in _ENDS.finditer(line):
        if not _goes_on(line, begins[-1], found):
            begins.append(found.end())
    return [line[begin:end] for begin, end in pairwise([*begins, len(line)])]


def _goes_on(line: str, begin: int, found: re.Match[str]) -> bool:
    """Say whether what looks like an end is that of an abbreviation or an initial.

    Args:
        line: The text.
        begin: Where the sentence begins.
        found: Its end, or what looks like it.
    """
    if found["next"].islower():  # a letter of a script without capitals is none
        return True
    if found["mark"] != ".":
        return False
    end = found.start()
    is_time = _HALF_OF_DAY.search(line, begin, end)
    if line.endswith(_INSIDE, 0, end) or (
        is_time and _DAY_OR_ZONE.match(line, found.end())
    ):
        return True
    if end - begin <= _LONGEST and line[begin:end].strip().isdigit():  # of a list
        return True
    before = re.split(rf"[\s.{_OPEN}{_DASHES}]", line[max(0, end - _LONGEST) : end])[-1]
    is_initial = len(before) == 1 and before.isupper() and before != "I"
    plain = before.capitalize() if before.isupper() else before
    if line[found.end()].isdigit():
        return plain in _BEFORE_NUMBERS
    return is_initial or plain in _BEFORE_NAMES
