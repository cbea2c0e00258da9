"""The words that a corpus is made of: so many types, some listed and some made up."""

from collections.abc import Iterable
from functools import partial
from random import Random

from nmtviz.data.grammar import names
from nmtviz.data.grammar.entries import Adjective, Noun, Person, Phrase, Place, Verb
from nmtviz.data.grammar.lexicon import Lexicon
from nmtviz.data.grammar.numbers import hours
from nmtviz.data.grammar.plan import Plan
from nmtviz.data.grammar.ranked import MadeUp, Ranked

_MADE_UP_KINDS = ("person", "building")
_NATIONAL = frozenset(
    {"person", "food", "drink", "text", "music", "vehicle", "clothing"}
)
# What the made-up types are, after compounds: about as often as each is said.
_SHARES = {"given": 0.36, "family": 0.46, "town": 0.12, "country": 0.06}
_COMPOUNDS = 0.1
_ENOUGH = 5  # verbs, so that one thing seldom happens while the same happens


class Adjectives:
    """Adjectives by the side of the noun and its kind, those of countries too."""

    def __init__(self, listed: list[Adjective], countries: int, random: Random) -> None:
        self._random = random
        sides: dict[tuple[str, str], list[Adjective]] = {}
        for adjective in listed:
            for kind in adjective.kinds:
                sides.setdefault((adjective.side, kind), []).append(adjective)
                sides.setdefault(("any", kind), []).append(adjective)
        self._sides = {key: Ranked(items) for key, items in sides.items()}
        self._national = MadeUp(
            countries, lambda k: names.from_country(k, _NATIONAL), random
        )

    def draw(self, key: tuple[str, str]) -> Adjective | None:
        """Return an adjective for a side (before, after, any) and a kind of noun."""
        side, kind = key
        if (
            side == "after"
            and kind in _NATIONAL
            and len(self._national)
            and self._random.random() < 0.3
        ):
            return self._national.draw()
        usable = self._sides.get(key)
        return usable.draw(self._random) if usable else None


class Verbs:
    """Verbs by their subjects and objects."""

    def __init__(self, verbs: list[Verb]) -> None:
        subjects = {kind for verb in verbs for kind in verb.subjects}
        objects = {kind for verb in verbs for kind in verb.objects}
        self.by_subject = {
            kind: Ranked([verb for verb in verbs if kind in verb.subjects])
            for kind in sorted(subjects)
        }
        lasting = [verb for verb in verbs if verb.takes_time]
        self.doing = {
            kind: Ranked(found)
            for kind in self.by_subject
            if len(found := [v for v in lasting if kind in v.subjects]) >= _ENOUGH
        }
        # Done by people, to what a pronoun stands for or a relative clause is about.
        self.by_object = {
            kind: Ranked(found)
            for kind in sorted(objects)
            if (found := [v for v in _bare(verbs) if kind in v.objects])
        }
        self.with_de = {
            kind: Ranked(found)
            for kind in sorted(objects)
            if (found := [v for v in _with_de(verbs) if kind in v.objects])
        }
        self.located = Ranked(
            [v for v in verbs if not v.objects and "place" in v.notes]
        )


class Inventory:
    """What can be drawn: nouns, names, verbs and all the rest, commonest first."""

    def __init__(self, plan: Plan, random: Random) -> None:
        self._random = random
        lexicon, made_up = plan.lexicon, plan.made_up
        # The more names there are, the more often is one said.
        self._novelty = made_up / (made_up + 10_000)
        # A noun has two types, a country has a name and an adjective.
        self._compounds, compounds = _compounds(lexicon, made_up, random)
        left = made_up - 2 * compounds
        share = {kind: int(left * part) for kind, part in _SHARES.items()}
        countries = share["country"] // 2
        self.verbs = Verbs(lexicon.verbs)
        self.modals = Ranked(lexicon.modals)
        self.reports = Ranked(lexicon.reports)
        self.adverbs = {kind: Ranked(a) for kind, a in lexicon.adverbs.items()}
        self.connectors = _by_kind(lexicon.connectors)
        self.times = _by_kind([*lexicon.times, *hours()])
        self.adjectives = Adjectives(lexicon.adjectives, countries, random)
        self._nouns = {kind: Ranked(nouns) for kind, nouns in lexicon.nouns.items()}
        self.places_by_kind = {
            kind: Ranked(found)
            for kind, nouns in lexicon.nouns.items()
            if (found := [noun for noun in nouns if noun.where])
        }
        self._people = Ranked(lexicon.people)
        self._places = Ranked(lexicon.places)
        self._given = MadeUp(share["given"], names.given_name, random)
        self._family = MadeUp(share["family"], names.family_name, random)
        self._towns = MadeUp(share["town"], names.town, random)
        self._countries = MadeUp(countries, names.country, random)
        self.number_words = plan.number_words
        self.digits = Ranked(plan.digits)
        self.years = Ranked(plan.years[::-1])
        self.days = plan.days

    def noun(self, kind: str) -> Noun:
        """Return a noun of a kind."""
        compounds = self._compounds.get(kind)
        if compounds and self._random.random() < 0.15:
            return compounds.draw()
        return self._nouns[kind].draw(self._random)

    def person(self, *, with_family: bool) -> Person:
        """Return somebody's name."""
        random = self._random
        if len(self._given) and random.random() < 0.4 + 0.5 * self._novelty:
            first = self._given.draw()
        else:
            first = self._people.draw(random)
        if not len(self._family) or not (
            with_family or random.random() < self._novelty
        ):
            return first
        family = (self._family.draw(),)
        return Person(first.english + family, first.french + family, first.gender)

    def place(self) -> Place:
        """Return a town or a country."""
        random = self._random
        chance = random.random() * (2 - self._novelty)
        if chance < 0.6 and len(self._towns):
            return self._towns.draw()
        if chance < 0.8 and len(self._countries):
            return self._countries.draw()
        return self._places.draw(random)


def _compounds(
    lexicon: Lexicon, made_up: int, random: Random
) -> tuple[dict[str, MadeUp[Noun]], int]:
    """Return compounds by kind, and how many there are of all kinds."""
    found: dict[str, MadeUp[Noun]] = {}
    left = int(_COMPOUNDS * made_up / 2)
    for kind in _MADE_UP_KINDS:
        pairs = names.compounds(lexicon.nouns[kind])[:left]
        left -= len(pairs)
        if pairs:
            found[kind] = MadeUp(len(pairs), partial(_compound, pairs), random)
    return found, sum(map(len, found.values()))


def _compound(pairs: list[tuple[Noun, Noun]], number: int) -> Noun:
    return names.compound(*pairs[number])


def _by_kind(phrases: Iterable[Phrase]) -> dict[str, Ranked[Phrase]]:
    kinds: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        for kind in sorted(phrase.kinds):
            kinds.setdefault(kind, []).append(phrase)
    return {kind: Ranked(found) for kind, found in kinds.items()}


def _bare(verbs: list[Verb]) -> list[Verb]:
    """Return those of people whose object is bare in French."""
    return [v for v in verbs if "person" in v.subjects and v.preposition is None]


def _with_de(verbs: list[Verb]) -> list[Verb]:
    return [v for v in verbs if v.preposition and v.preposition.french == "de"]
