"""Typographic marks, read as their plain forms by those who know no others.

Text to train on often has plain quotes and dashes only, as it was normalised. Phones
and word processors write others, which a network would read as unknown words.
"""

from collections.abc import Iterable, Mapping

_PLAIN: Mapping[str, str] = {
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
    **dict.fromkeys("\u2014\u2015", " - "),  # often without spaces around
    "\u201a": ",",
    "\u2026": "...",
}


def plain_forms(vocabulary: Iterable[str]) -> dict[int, str]:
    """Return what to write for marks that no token has, for `str.translate`."""
    known = "".join(vocabulary)
    return {ord(mark): plain for mark, plain in _PLAIN.items() if mark not in known}
