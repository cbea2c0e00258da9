"""Signs of a sentence that its translation neither has nor says: *$*, *%*, a minus.

A network that has read few sums of money translates *$44 million* as *44 millions*: the
number is right, and nobody can tell of what.
"""

import re
from collections.abc import Mapping

_SAID: Mapping[str, Mapping[str, str]] = {
    "en": {
        "$": r"\bdollar",
        "€": r"\beuros?\b",
        "£": r"\bpounds?\b",
        "%": "per ?cent",
        "-": r"\bminus\b|negative|below|under",
    },
    "fr": {
        "$": r"\bdollar",
        "€": r"\beuros?\b",
        "£": r"\blivres?\b|sterling",
        "%": "pour ?cent",
        "-": r"\bmoins\b|négati|\bsous\b|dessous",
    },
}
"""By language, patterns of the words for a sign."""

_AT_A_NUMBER = {"-": r"(?:^|[\s(])-[$€£]?\d"}
"""How a sign stands at a number, if not just before or behind it: *3-5* is no minus."""

_WRITTEN = {"-": r"(?<!\w)[-\u2212\u2013]\s?[$€£]?\d"}
"""How a translation has a sign that it may have for other reasons, too."""


def lost_signs(source: str, translation: str, language: str) -> tuple[str, ...]:
    """Return the signs before or behind numbers that a translation lacks altogether.

    Args:
        source: The sentence.
        translation: What was made of it.
        language: The translation's; nothing is known to be lost in most.
    """
    return tuple(
        sign
        for sign, said in _SAID.get(language, {}).items()
        if _stands_at_a_number(sign, source)
        and not re.search(
            f"{_WRITTEN.get(sign, re.escape(sign))}|{said}", translation, re.IGNORECASE
        )
    )


def _stands_at_a_number(sign: str, text: str) -> bool:
    escaped = re.escape(sign)
    beside = rf"{escaped}\s?\d|\d\s?{escaped}"
    return re.search(_AT_A_NUMBER.get(sign, beside), text) is not None
