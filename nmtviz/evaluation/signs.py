"""Signs of a sentence that its translation neither has nor says: *$*, a minus, *>*.

A network that has read few sums of money translates *$44 million* as *44 millions*: the
number is right, and nobody can tell of what.
"""

import re
from collections.abc import Mapping

from nmtviz.results import UNKNOWN

_SAID: Mapping[str, Mapping[str, str]] = {
    "en": {
        "$": r"\bdollar",
        "€": r"\beuros?\b",
        "£": r"\bpounds?\b",
        "%": "per ?cent",
        "-": r"\bminus\b|negative|below|under",
        "+": r"\bplus\b|\band\b",
        "=": "equal|\\bis\\b",
        "<": r"\bless\b|smaller|below|under",
        ">": r"\bmore\b|greater|larger|above|over",
    },
    "fr": {
        "$": r"\bdollar",
        "€": r"\beuros?\b",
        "£": r"\blivres?\b|sterling",
        "%": "pour ?cent",
        "-": r"\bmoins\b|négati|\bsous\b|dessous",
        "+": r"\bplus\b|\bet\b",
        "=": "égal|\\bfont\\b|\\best\\b",
        "<": r"\bmoins\b|inférieur|dessous",
        ">": r"\bplus\b|supérieur|dessus",
    },
}
"""By language, patterns of the words for a sign."""

_ANYWHERE = "+=<>@#*|~^_\\{}"
"""Signs that any language keeps, also where no number stands beside them."""

_QUOTES = re.compile('["“”„«»]')

_AT_A_NUMBER = {"-": r"(?:^|[\s(])[-\u2212\u2013][$€£]?\d"}
"""How a sign stands at a number, if not just before or behind it: *3-5* is no minus."""

_WRITTEN = {"-": r"(?<!\w)[-\u2212\u2013]\s?[$€£]?\d"}
"""How a translation has a sign that it may have for other reasons, too."""


def lost_signs(source: str, translation: str, language: str) -> tuple[str, ...]:
    """Return the signs that a translation lacks altogether.

    Those of currencies, % and a minus only before or behind numbers, others anywhere.

    Args:
        source: The sentence.
        translation: What was made of it.
        language: The translation's; in most, words for signs are not known, and only
            those are looked for that may stand anywhere.
    """
    translation = translation.replace(UNKNOWN, "")
    said = _SAID.get(language, {})
    return tuple(
        sign
        for sign in dict.fromkeys([*said, *_ANYWHERE])
        if (sign in source if sign in _ANYWHERE else _stands_at_a_number(sign, source))
        and not _is_there(sign, translation, said.get(sign))
    )


def lost_quotes(source: str, translation: str) -> bool:
    """Say whether quotation marks that come in pairs do not in the translation."""
    before, after = (len(_QUOTES.findall(text)) for text in (source, translation))
    return before > 0 and before % 2 == 0 and (after == 0 or after % 2 == 1)


def _is_there(sign: str, text: str, said: str | None) -> bool:
    written = _WRITTEN.get(sign, re.escape(sign))
    return bool(re.search(f"{written}|{said}" if said else written, text, re.I))


def _stands_at_a_number(sign: str, text: str) -> bool:
    escaped = re.escape(sign)
    beside = rf"{escaped}\s?\d|\d\s?{escaped}"
    return re.search(_AT_A_NUMBER.get(sign, beside), text) is not None
