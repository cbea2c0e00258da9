"""Signs of a sentence that its translation neither has nor says: *$*, *%*.

A network that has read few sums of money translates *$44 million* as *44 millions*: the
number is right, and nobody can tell of what.
"""

import re
from collections.abc import Mapping

_SAID: Mapping[str, Mapping[str, str]] = {
    "en": {"$": r"\bdollar", "€": r"\beuros?\b", "£": r"\bpounds?\b", "%": "per ?cent"},
    "fr": {
        "$": r"\bdollar",
        "€": r"\beuros?\b",
        "£": r"\blivres?\b|sterling",
        "%": "pour ?cent",
    },
}
"""By language, patterns of the words for a sign."""


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
        and not re.search(f"{re.escape(sign)}|{said}", translation, re.IGNORECASE)
    )


def _stands_at_a_number(sign: str, text: str) -> bool:
    sign = re.escape(sign)
    return re.search(rf"{sign}\s?\d|\d\s?{sign}", text) is not None
