"""Typographic marks, read as their plain forms by those who know no others.

Text to train on often has plain quotes and dashes only, as it was normalised. Phones
and word processors write others, which a network would read as unknown words.
"""

import unicodedata
from collections.abc import Iterable, Mapping

_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"


def _apart(fraction: str) -> str:
    """Return the digits of a fraction, apart from a number before it: ` 1/2`."""
    return f" {unicodedata.normalize('NFKC', fraction)}".replace("\u2044", "/")


_DIGITS = str.maketrans({"\u2044": "/", **{one: _apart(one) for one in _FRACTIONS}})

_PLAIN: Mapping[str, str] = {
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
    **dict.fromkeys("\u2014\u2015", " - "),  # often without spaces around
    "\u201a": ",",
    "\u2026": "...",
    **{chr(mark): plain for mark, plain in _DIGITS.items()},
}


def plain_fractions(text: str) -> str:
    """Return a text with fractions in digits: *2½* becomes *2 1/2*."""
    return text.translate(_DIGITS)


def plain_forms(vocabulary: Iterable[str]) -> dict[int, str]:
    """Return what to write for marks that no token has, for `str.translate`."""
    known = "".join(vocabulary)
    return {ord(mark): plain for mark, plain in _PLAIN.items() if mark not in known}
