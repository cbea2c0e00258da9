"""Words that are made up: names of people, towns and countries, and compounds.

There is no end of them, so a vocabulary may be as large as one likes. Each has a
number; the smallest numbers are the shortest names and, later, the commonest. People
and towns have the same name in both languages, countries do not: *Belonia* is *la
Bélonie*, and what comes from there is *Belonian*, *bélonien* or *bélonienne*.
"""

from collections.abc import Sequence

from nmtviz.data.grammar.entries import (
    FEMININE,
    MASCULINE,
    Adjective,
    Noun,
    Person,
    Place,
)

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeio"
_SYLLABLES = [consonant + vowel for vowel in _VOWELS for consonant in _CONSONANTS]
_FIRST = [*_SYLLABLES, *_VOWELS]
_STRIDE = 7_919  # a prime: names with neighbouring numbers do not look alike

# No ending of one kind is the end of another's, so no name is of two kinds.
_GIVEN = (("ric", "los", "nel", "ton", "mas"), ("line", "belle", "sette", "ra", "nda"))
_FAMILY = ("rdet", "lin", "vier", "stin", "reau", "gnon", "rsac")
_TOWN = ("ville", "bourg", "mont", "court", "nges")
_COUNTRY = ("n", "r", "l", "d", "v")


def given_name(number: int) -> Person:
    """Return a first name; those of men and women take turns."""
    gender = (MASCULINE, FEMININE)[number % 2]
    name = _name(number // 2, _GIVEN[gender])
    return Person((name,), (name,), gender)


def family_name(number: int) -> str:
    """Return a family name."""
    return _name(number, _FAMILY)


def town(number: int) -> Place:
    """Return a town."""
    name = _name(number, _TOWN)
    return Place(name, name, "city")


def country(number: int) -> Place:
    """Return a country; all of these are feminine in French."""
    stem = _name(number, _COUNTRY)
    return Place(f"{stem}ia", f"{_accented(stem)}ie", "f")


def from_country(number: int, kinds: frozenset[str]) -> Adjective:
    """Return the adjective of a country."""
    stem = _name(number, _COUNTRY)
    french = _accented(stem).lower()
    masculine, feminine = f"{french}ien", f"{french}ienne"
    forms = (masculine, feminine, f"{masculine}s", f"{feminine}s")
    return Adjective(f"{stem}ian", forms, masculine, "after", kinds)


def compounds(nouns: Sequence[Noun]) -> list[tuple[Noun, Noun]]:
    """Return which of these nouns make compounds, the commonest first."""
    parts = [noun for noun in nouns if noun.compounds]
    pairs = [
        (i + j, first, second)
        for i, first in enumerate(parts)
        for j, second in enumerate(parts)
        if i != j and (first.kind == "building" or first.gender == second.gender)
    ]
    pairs.sort(key=lambda pair: pair[0])
    return [(first, second) for _, first, second in pairs]


def compound(first: Noun, second: Noun) -> Noun:
    """Return *baker-painter*, *boulanger-peintre*; in French both have a plural."""
    return Noun(
        english=(
            f"{first.english[0]}-{second.english[0]}",
            f"{first.english[0]}-{second.english[1]}",
        ),
        french=(
            f"{first.french[0]}-{second.french[0]}",
            f"{first.french[1]}-{second.french[1]}",
        ),
        gender=first.gender,
        kind=first.kind,
        where=first.where,
    )


def _accented(stem: str) -> str:
    return stem.replace("e", "é").replace("E", "É")


def _name(number: int, endings: tuple[str, ...]) -> str:
    """Return a name of its own for every number: syllables and an ending."""
    size, syllables = len(_FIRST) * len(endings), 1
    while number >= size:
        number -= size
        size *= len(_SYLLABLES)
        syllables += 1
    number, ending = divmod(number * _STRIDE % size, len(endings))
    number, first = divmod(number, len(_FIRST))
    name: str = _FIRST[first]
    for _ in range(syllables - 1):
        number, digit = divmod(number, len(_SYLLABLES))
        name += _SYLLABLES[digit]
    return name.capitalize() + endings[ending]
