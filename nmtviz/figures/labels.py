"""Words as labels: visible, short enough, and never read as markup."""

import html
import unicodedata
from functools import lru_cache
from itertools import takewhile
from operator import eq

from nmtviz.results import SPACE

LONGEST = 28
"""Characters of a label; a longer one ends in an ellipsis."""

_JOINER = "\u200d"
_NARROW, _WIDE = 7.2, 13.5


@lru_cache(maxsize=10_000)
def plain(text: str) -> str:
    """Return the text with every invisible or direction-changing character shown.

    A control character would be dropped by the browser or turn the page around;
    it becomes an open box. The joiner stays, as it holds emoji together. The bar
    that SentencePiece writes for a space is in few fonts; it becomes a plain one.
    """
    text = text.replace(SPACE, "_")
    shown = (
        character if character.isprintable() or character == _JOINER else "␣"
        for character in text
    )
    return "".join(shown) or "␣"


def counted(number: int, noun: str) -> str:
    """Return such as *1 word* or *1,250 words*."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def bare(word: str) -> str:
    """Return a word without the punctuation that pieces keep at its ends."""
    return word.strip('.,;:!?"()')


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return at most `longest` characters of the plain text."""
    text = plain(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def differing(text: str, other: str) -> str:
    """Return a text from two words before it differs from another one on.

    A narrow list shows the beginnings of its entries, and the hypotheses of a beam
    often begin alike.
    """
    words, others = text.split(), other.split()
    same = len(list(takewhile(bool, map(eq, words, others))))
    first = max(0, same - 2)
    return ("… " if first else "") + " ".join(words[first:])


def escaped(text: str) -> str:
    """Return plain text as Plotly shows it letter by letter, `</s>` included."""
    return html.escape(plain(text), quote=False)


def width(text: str) -> float:
    """Estimate the pixels a label takes at `theme.LABEL_SIZE`."""
    return sum(
        0.0
        if unicodedata.combining(character)
        else _WIDE
        if unicodedata.east_asian_width(character) in "WF"
        else _NARROW
        for character in text
    )
