"""Names that nobody has, spelled like those of many languages.

A network that reads the same few hundred names learns these, and writes them for all
others. What is never the same twice can only be copied, letter by letter.
"""

from collections.abc import Sequence
from itertools import chain
from random import Random
from string import ascii_uppercase


def _parts(letters: str, *groups: str, nothing: int = 0) -> Sequence[str]:
    """Return what a part of a syllable may be, the likelier the oftener."""
    return [*letters, *chain.from_iterable(map(str.split, groups)), *[""] * nothing]


_ONSETS = _parts(
    "bcdfghjklmnprstvwyz" * 3,
    "br bl ch cl cr dr fl fr gr gl kr pl pr sh sl sm sn sp st tr th ts tz",
    "q qu x zh kh gh bh dh dz gw kw mb ng nd nk sz cz zb hr hl rh sch wr ll",
    nothing=8,
)
_VOWELS = _parts(
    "aeiou" * 12 + "éèáíúü", "y ai ao au ei ia ie io iu oo ou ua ue ui aa ee ae oe"
)
_CODAS = _parts(
    "nrlsmtk" * 4,
    "ng nn th sh ch ck tz ss rd rt nd nt st ld lm rk x z d g p b v w y h ff",
    nothing=40,
)
_SYLLABLES = (1, 2, 2, 2, 2, 3, 3, 3, 4)
_ENDINGS = ("ski", "son", "sen", "ova", "idze", "ian", "escu", "man", "berg", "ez", "i")

_SHORTEST, _LONGEST = 3, 14
_ENDS_LIKE_OTHERS = 0.15

_ACRONYM, _NUMBERED, _JOINED = 0.3, 0.15, 0.15
_LETTERS = range(2, 6)


def invented_name(random: Random) -> str:
    """Return what may be a name of a person or a town."""
    while True:
        name = "".join(
            random.choice(part)
            for _ in range(random.choice(_SYLLABLES))
            for part in (_ONSETS, _VOWELS, _CODAS)
        )
        if random.random() < _ENDS_LIKE_OTHERS:
            name += random.choice(_ENDINGS)
        if _SHORTEST <= len(name) <= _LONGEST:
            return name.capitalize()


def invented_brand(random: Random) -> str:
    """Return what may be a name of a firm, a product or a program."""
    draw = random.random()
    if draw < _ACRONYM:
        return _letters(random)
    if draw < _ACRONYM + _NUMBERED:
        number = random.randrange(1, random.choice((10, 100, 10_000)))
        return f"{_letters(random)}{random.choice(('-', '', ' '))}{number}"
    if draw < _ACRONYM + _NUMBERED + _JOINED:
        return _joined(random)
    return invented_name(random)


def _joined(random: Random) -> str:
    """Return what has a capital within."""
    while True:
        first = random.choice(("e", "i", invented_name(random)))
        if len(name := first + invented_name(random)) <= _LONGEST:
            return name


def _letters(random: Random) -> str:
    return "".join(random.choices(ascii_uppercase, k=random.choice(_LETTERS)))
