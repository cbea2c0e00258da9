"""The word lists under `words/`, read once, with all forms."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import TypeVar

from nmtviz.data.grammar.conjugation import conjugate
from nmtviz.data.grammar.entries import (
    Adjective,
    Noun,
    Person,
    Phrase,
    Place,
    RegularVerb,
    Verb,
    WordPair,
)
from nmtviz.data.grammar.forms import english_plural, english_verb, french_plural

_FOLDER = Path(__file__).parent / "words"
_GENDERS = {"m": 0, "f": 1}
_FRENCH_PREPOSITIONS = frozenset({"à", "de"})
_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words that are not made up; the commonest stand first in each list."""

    nouns: dict[str, list[Noun]]
    """By kind: person, animal, thing, ..."""

    adjectives: list[Adjective]
    verbs: list[Verb]
    modals: list[Verb]
    reports: list[Verb]
    adverbs: dict[str, list[WordPair]]
    """By kind: often, manner, degree."""

    times: list[Phrase]
    places: list[Place]
    people: list[Person]
    connectors: list[Phrase]

    def shortened(self, share: float) -> "Lexicon":
        """Return a lexicon with a share of each list, and at least four of each."""
        return Lexicon(
            nouns={kind: _first(nouns, share) for kind, nouns in self.nouns.items()},
            adjectives=_first(self.adjectives, share),
            verbs=_first(self.verbs, share, 30),
            modals=_first(self.modals, share),
            reports=_first(self.reports, share),
            adverbs={
                kind: _first(pairs, share) for kind, pairs in self.adverbs.items()
            },
            times=_first(self.times, share, 9),
            places=_first(self.places, share),
            people=_first(self.people, share),
            connectors=self.connectors,
        )


@cache
def lexicon() -> Lexicon:
    """Return the whole lexicon."""
    irregular = irregular_verbs()
    return Lexicon(
        nouns=_nouns("nouns"),
        adjectives=[Adjective.of(*row) for row in _rows("adjectives")],
        verbs=[verb(*row, irregular=irregular) for row in _rows("verbs")],
        modals=[
            verb(english, french, notes=_at(rest, 0), irregular=irregular)
            for english, french, *rest in _rows("modals")
        ],
        reports=[verb(*row, irregular=irregular) for row in _rows("reports")],
        adverbs=_adverbs(),
        times=[_phrase(*row) for row in _rows("times")],
        places=[Place(*row) for row in _rows("places")],
        people=[
            Person((english,), (french,), _GENDERS[gender])
            for english, french, gender in _rows("people")
        ],
        connectors=[_connector(*row) for row in _rows("connectors")],
    )


@dataclass(frozen=True, slots=True)
class MoreWords:
    """Words that the grammar does not write, but that may take the place of others."""

    nouns: dict[str, list[Noun]]
    """By kind: person, animal, food, thing, place, idea, time."""

    adjectives: list[Adjective]
    """All behind their noun."""

    adverbs: list[WordPair]
    """All of manner."""

    verbs: list[RegularVerb]


@cache
def more_words() -> MoreWords:
    """Return them."""
    return MoreWords(
        nouns=_nouns("more_nouns"),
        adjectives=[
            Adjective.of(english, french, side="after", kinds="")
            for english, french in _rows("more_adjectives")
        ],
        adverbs=[WordPair(*row) for row in _rows("more_adverbs")],
        verbs=[_regular(*row) for row in _rows("more_verbs")],
    )


@cache
def irregular_verbs() -> dict[str, list[str]]:
    """Return infinitive to stems and forms, as `conjugate` takes them."""
    return {infinitive: forms for infinitive, *forms in _rows("irregular")}


def verb(
    english: str,
    french: str,
    subjects: str = "",
    objects: str = "",
    notes: str = "",
    *,
    irregular: dict[str, list[str]],
) -> Verb:
    """Make a verb of a line of the list: *look for*, *speak/spoke of*."""
    base, *english_rest = english.split()
    infinitive, *french_rest = french.split()
    preposition = None
    if french_rest and french_rest[-1] in _FRENCH_PREPOSITIONS:
        leading = english_rest.pop() if english_rest else ""
        preposition = WordPair(leading, french_rest.pop())
    present, _, past = base.partition("/")
    return Verb(
        english=english_verb(present, past),
        french=conjugate(infinitive, irregular),
        particles=(tuple(english_rest), tuple(french_rest)),
        preposition=preposition,
        subjects=frozenset(subjects.split()),
        objects=frozenset(objects.replace("-", "").split()),
        notes=frozenset(notes.split()),
    )


def french_words(text: str) -> tuple[str, ...]:
    """Split a phrase into words as Moses does: *l'été* is two."""
    return tuple(text.replace("'", "' ").split())


def _nouns(file: str) -> dict[str, list[Noun]]:
    nouns: dict[str, list[Noun]] = {}
    kind = ""
    for english, *rest in _rows(file):
        if not rest:
            kind = english.strip("[]")
            nouns[kind] = []
            continue
        french, gender, where = rest[0], rest[1], _at(rest, 2)
        singular, _, plural = english.partition("/")
        one, _, several = french.partition("/")
        nouns[kind].append(
            Noun(
                english=(singular, (plural or english_plural(singular)).strip("-")),
                french=(one, several or french_plural(one)),
                gender=_GENDERS[gender[0]],
                kind=kind,
                where=WordPair(*where.split()) if where else None,
                compounds=gender.endswith("+"),
            )
        )
    return nouns


def _regular(english: str, french: str, objects: str) -> RegularVerb:
    base, *others = english.split("/")
    forms = english_verb(base, *others[:1])._asdict()
    forms["participle"] = others[1] if len(others) > 1 else forms["past"]
    return RegularVerb(forms, french.removesuffix("er"), objects == "t")


def _adverbs() -> dict[str, list[WordPair]]:
    adverbs: dict[str, list[WordPair]] = {}
    for english, french, kind in _rows("adverbs"):
        adverbs.setdefault(kind, []).append(WordPair(english, french))
    return adverbs


def _phrase(english: str, french: str, links: str, kinds: str) -> Phrase:
    pairs = (link.split("-") for link in links.split())
    return Phrase(
        english=tuple(english.split()),
        french=french_words(french),
        links=tuple((int(i), int(j)) for i, j in pairs),
        kinds=frozenset(kinds.split()),
    )


def _connector(english: str, french: str, kind: str) -> Phrase:
    """Make a connector: each word of it is linked to each."""
    first, second = tuple(english.split()), tuple(french.split())
    links = tuple((i, j) for i in range(len(first)) for j in range(len(second)))
    return Phrase(first, second, links, frozenset({kind}))


def _rows(name: str) -> Iterator[list[str]]:
    text = (_FOLDER / f"{name}.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def _first(entries: list[_Entry], share: float, least: int = 4) -> list[_Entry]:
    return entries[: max(least, ceil(share * len(entries)))]


def _at(row: list[str], index: int) -> str:
    return row[index] if len(row) > index else ""
