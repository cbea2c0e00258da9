"""What the word lists hold, with all forms worked out.

Gender is 0 for masculine and 1 for feminine; number is 0 for singular and 1 for plural.
"""

from dataclasses import dataclass
from typing import NamedTuple

from nmtviz.data.grammar.conjugation import FrenchVerb
from nmtviz.data.grammar.forms import EnglishVerb, feminine, french_plural

MASCULINE, FEMININE = 0, 1


class WordPair(NamedTuple):
    """An English and a French word that stand for each other."""

    english: str
    french: str


@dataclass(frozen=True, slots=True)
class Noun:
    """A common noun."""

    english: tuple[str, str]
    """Singular and plural; the plural of a mass noun is empty."""

    french: tuple[str, str]
    gender: int
    kind: str
    where: WordPair | None = None
    """The preposition that says one is there; None where one is not said to be."""

    compounds: bool = False
    """Whether it makes compounds with others of its kind."""

    @property
    def is_mass(self) -> bool:
        """Whether it is measured and not counted: *bread*."""
        return not self.english[1]


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective."""

    english: str
    french: tuple[str, str, str, str]
    """Masculine, feminine, masculine plural, feminine plural."""

    before_vowel: str
    """Masculine singular before a vowel: *bel*."""

    side: str
    """Where it stands in French: before, after, or only as a predicate."""

    kinds: frozenset[str]
    """Kinds of the nouns that it goes with."""

    @classmethod
    def of(cls, english: str, french: str, side: str, kinds: str) -> "Adjective":
        """Work out the forms; irregular ones follow the masculine."""
        masculine, *others = french.split()
        woman = others[0] if others else feminine(masculine)
        forms = (masculine, woman, french_plural(masculine), french_plural(woman))
        before_vowel = others[1] if len(others) > 1 else masculine
        return cls(english, forms, before_vowel, side, frozenset(kinds.split()))


@dataclass(frozen=True, slots=True)
class RegularVerb:
    """A verb whose French forms are one stem with the endings of *parler*."""

    english: dict[str, str]
    """What each form is for (`base`, `third`, `past`, `participle`, `gerund`)."""

    stem: str
    transitive: bool


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with what stands around it."""

    english: EnglishVerb
    french: FrenchVerb
    particles: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Words that belong to the verb: *look for*, *avoir besoin*."""

    preposition: WordPair | None = None
    """What leads its object, if not both languages have it bare; English may."""

    subjects: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()

    @property
    def takes_etre(self) -> bool:
        """Whether its passé composé has être."""
        return "être" in self.notes

    @property
    def is_state(self) -> bool:
        """Whether it has no progressive, and the imparfait for its past."""
        return "state" in self.notes

    @property
    def takes_time(self) -> bool:
        """Whether somebody can be doing it for a while."""
        return not self.notes & {"state", "point"}

    @property
    def dative(self) -> bool:
        """Whether a pronoun for its object is *lui*."""
        return self.preposition is not None and self.french.infinitive in _DATIVE


_DATIVE = frozenset({"obéir", "répondre"})


@dataclass(frozen=True, slots=True)
class Place:
    """A town or a country."""

    english: str
    french: str
    kind: str
    """`city`, or the gender of a country: m or f."""


@dataclass(frozen=True, slots=True)
class Person:
    """A proper name; its parts in order, the same number in both languages."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    gender: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of several words with the links between them."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    kinds: frozenset[str]
