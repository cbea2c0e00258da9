"""Sentence pairs with the marks that people type, and text made to be read has not.

They write *Hello!!!*, *What?!*, *Well....* and *See you :)*, number what they list, put
a sentence in brackets, and Begin Every Word of a Title With a Capital. A network that
has read none of it scrambles it; it need only copy it, with the space that French has
before an exclamation or a question mark, and without a title's capitals.
"""

import re
from collections.abc import Callable
from random import Random

from nmtviz.data.corpus import Pair

MOST = 3
"""Marks of one kind that the French side repeats: counting more is no translation."""

_MOST_TYPED = 10

_END = re.compile(r"(?P<stem>.*[^\s.!?])\s*(?P<mark>[.!?])")
"""A sentence with one mark at its end."""

_MIXED = ("?!", "!?")
_SMILEYS = (":)", ":)", ":-)", ":(", ";)", ":D")
_LETTERS = "abcdefgh"
_MOST_ITEMS = 20

_LONGEST_TITLE = 10  # words
_EVERY = re.compile(r"(?<![\w'])[^\W\d_]+")
_LONGER = re.compile(r"^[^\W\d_]+|(?<![\w'])[^\W\d_]{4,}")
"""Words of a title that have a capital."""

_BOTH = 0.2  # how often two kinds of marks come together
_SPACED = 0.1  # how often English, too, has a space before its marks
_OPEN = 0.5  # how often an item of a list has no full stop


class Marked:
    """Puts other marks around and behind pairs of English and French sentences."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._kinds: tuple[Callable[[Pair], Pair], ...] = (
            *(self._repeated, self._repeated, self._repeated),
            *(self._listed, self._listed),
            *(self._bracketed, self._smiling, self._titled),
        )

    def __call__(self, pair: Pair) -> Pair:
        """Return a pair with other marks; as it is where it has no end to repeat."""
        if self._random.random() < _BOTH:
            pair = self._repeated(pair)
        return self._random.choice(self._kinds)(pair)

    def _repeated(self, pair: Pair) -> Pair:
        """Return a pair that ends with more marks, if both sides end with the same."""
        ends = [_END.fullmatch(side) for side in pair]
        source, target = ends
        if not (source and target and source["mark"] == target["mark"]):
            return pair
        typed = self._typed(source["mark"])
        space = " " if self._random.random() < _SPACED else ""
        return Pair(
            f"{source['stem']}{space}{typed}", f"{target['stem']}{in_french(typed)}"
        )

    def _typed(self, mark: str) -> str:
        """Draw what somebody types instead of one mark."""
        if mark == "." and self._random.random() < 1 / 2:
            return "." * self._random.choice((2, 3, 3, 3, 4, 5))
        if mark == "?" and self._random.random() < 1 / 3:
            return self._random.choice(_MIXED) * self._random.choice((1, 1, 1, 2))
        few = self._random.choice((2, 2, 3, 3, 3, 4))
        many = self._random.randint(MOST + 1, _MOST_TYPED)
        count = self._random.choice((few, few, few, many))
        return ("!" if mark == "." else mark) * count

    def _listed(self, pair: Pair) -> Pair:
        """Return a pair as an item of a list."""
        place = self._random.choice(
            (str(self._random.randint(1, _MOST_ITEMS)), self._random.choice(_LETTERS))
        )
        numbered = (f"{place}.", f"{place}.", f"{place})", f"({place})")
        item = self._random.choice((*numbered, "-", "*"))
        is_open = self._random.random() < _OPEN
        if is_open and all(side.endswith(".") for side in pair):
            pair = Pair(*(side.rstrip(".") or side for side in pair))
        return Pair(*(f"{item} {side}" for side in pair))

    def _titled(self, pair: Pair) -> Pair:
        """Return a pair as a title, whose capitals French has not."""
        if pair.source.count(" ") >= _LONGEST_TITLE or not all(
            map(_ends_plainly, pair)
        ):
            return pair
        source, target = (side.removesuffix(".") for side in pair)
        if self._random.random() < 1 / 2:  # many leave the smallest words small
            return Pair(_LONGER.sub(_capital, source), target)
        return Pair(_EVERY.sub(_capital, source), target)

    @staticmethod
    def _bracketed(pair: Pair) -> Pair:
        return Pair(*(f"({side})" for side in pair))

    def _smiling(self, pair: Pair) -> Pair:
        smiley = self._random.choice(_SMILEYS)
        return Pair(*(f"{side} {smiley}" for side in pair))


def _ends_plainly(side: str) -> bool:
    """Say whether a side is one sentence with a full stop or no mark at its end."""
    return not re.search(r"[.!?…]\W*\s|[!?…]\W*$", side)


def _capital(word: re.Match[str]) -> str:
    return word[0][:1].upper() + word[0][1:]


def in_french(marks: str) -> str:
    """Return repeated marks as French has them, with the space before them.

    >>> in_french("!!!!!"), in_french("?!?!"), in_french("....")
    (' !!!', ' ?!', '...')
    """
    if marks.startswith("."):
        return "." * MOST
    once = marks[:2] if marks[:2] in _MIXED else marks[:MOST]
    return f" {once}"
