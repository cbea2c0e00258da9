"""Choosing noun phrases: what is said of whom, so that it makes sense."""

from collections.abc import Sequence
from random import Random

from nmtviz.data.grammar.entries import Adjective, Noun, Person
from nmtviz.data.grammar.inventory import Inventory
from nmtviz.data.grammar.numbers import in_digits, in_words
from nmtviz.data.grammar.tree import (
    Common,
    Coordination,
    Geography,
    Named,
    NounPhrase,
    Number,
    Relative,
)

# Repeated as often as they shall come.
_MINE = ("my", "his", "her", "our", "your", "their")
_ONE = ("the",) * 9 + ("a",) * 5 + _MINE
_ONE_MORE = (*_ONE, "this", "that", "every")
_MANY = ("the",) * 5 + _MINE
_MANY_MORE = (*_MANY, "this", "that", "several", "a few", "many", "all", "number")
_INDEFINITE_MANY = ("bare", "a", "bare", "a")
_MASS = ("the", "the", "part", "part", "part", "my", "this", "her")
_NEVER_MINE = frozenset({"outdoors", "nature", "plant", "flower"})
_OWNABLE = frozenset(
    {"animal", "thing", "tool", "vehicle", "clothing", "text", "building", "idea"}
)


class NounChooser:
    """Chooses noun phrases; relative clauses are the business of others.

    `room` counts down the words that a sentence may still have; what is optional is
    left out when there is none.
    """

    def __init__(self, inventory: Inventory, random: Random) -> None:
        self.inventory = inventory
        self.random = random
        self.room = 0.0

    def relative_clause(self, noun: Noun, *, plural: bool) -> Relative | None:
        """Return a relative clause about a noun; who knows clauses says how."""
        raise NotImplementedError

    def chance(self, probability: float) -> bool:
        """Return True so often."""
        return self.random.random() < probability

    def one_of(self, items: Sequence[str]) -> str:
        """Return one of some names, each as likely."""
        return items[int(len(items) * self.random.random())]

    def wants(self, words: float, probability: float) -> bool:
        """Say whether to add something of so many words, if there is room."""
        return self.room >= words and self.random.random() < probability

    def person(self) -> Person:
        """Return somebody's name."""
        found = self.inventory.person(with_family=self.wants(2, 0.4))
        self.room -= len(found.english)
        return found

    def subject(self, kind: str, *, plain: bool = False) -> NounPhrase:
        """Return a subject that is no pronoun, and if plain has no adjectives."""
        first = self.noun_phrase(kind, bare=False)
        if plain and isinstance(first, Common):
            first = first._replace(before=None, after=None)
        if kind != "person" or not self.wants(4, 0.1):
            return first
        return self._joined(first, kind)

    def direct_object(self, kind: str) -> NounPhrase:
        """Return what a verb is done to."""
        first = self.noun_phrase(kind, bare=True)
        return self._joined(first, kind) if self.wants(4, 0.08) else first

    def denied(self, kind: str) -> NounPhrase:
        """Return what a negated verb is done to: *a dog*, *any bread*, *the king*."""
        noun = self.inventory.noun(kind)
        if self.chance(0.6):
            return self.noun_phrase(kind, bare=False, definite=True)
        self.room -= 2
        if noun.is_mass:
            return Common(noun, "any")
        plural = self.chance(0.4)
        return Common(noun, "any" if plural else "not a", plural)

    def noun_phrase(
        self, kind: str, *, bare: bool, definite: bool = False, deep: bool = True
    ) -> NounPhrase:
        """Return a noun phrase.

        Args:
            kind: What it is: person, animal, thing, ...
            bare: Whether it may be *des chats* or *du pain*, which not all places in a
                sentence bear.
            definite: Whether it must be definite or somebody's.
            deep: Whether it may have a relative clause.
        """
        if kind == "person" and self.chance(0.3):
            return Named(self.person())
        noun = self.inventory.noun(kind)
        self.room -= 2
        if kind == "nature":
            return Common(noun, "the")
        before, after = self._adjectives(noun)
        if noun.is_mass:
            usable = _MASS if bare and not definite else ("the", "my", "this", "her")
            return Common(noun, self.one_of(usable), False, None, before, after)
        plural = self.chance(0.3)
        number = None
        owner: NounPhrase | None = None
        determiner = self._determiner(plural=plural, bare=bare, definite=definite)
        if kind in _NEVER_MINE and determiner in _MINE:
            determiner = "the"
        if determiner == "number" or (
            plural and determiner == "the" and self.wants(1, 0.08)
        ):
            number = self._number()
        elif determiner == "the" and kind in _OWNABLE and self.wants(3, 0.15):
            owner = self._owner()
        relative = None
        if deep and not owner and determiner not in _MINE and self.wants(5, 0.3):
            relative = self.relative_clause(noun, plural=plural)
        return Common(noun, determiner, plural, number, before, after, owner, relative)

    def geography(self, relation: str) -> Geography:
        """Return a named place with a preposition."""
        self.room -= 2
        return Geography(relation, self.inventory.place())

    def _joined(self, first: NounPhrase, kind: str) -> NounPhrase:
        items = [first, self.noun_phrase(kind, bare=False, deep=False)]
        while self.wants(4, 0.4) and len(items) < 5:
            items.append(self.noun_phrase(kind, bare=False, deep=False))
        return Coordination(tuple(items))

    def _determiner(self, *, plural: bool, bare: bool, definite: bool) -> str:
        if definite:
            return self.one_of(_MANY if plural else ("the", "the", "the", *_MINE))
        if not plural:
            return self.one_of(_ONE_MORE)
        if bare and self.chance(0.35):
            return self.one_of(_INDEFINITE_MANY)
        return self.one_of(_MANY_MORE)

    def _adjectives(self, noun: Noun) -> tuple[Adjective | None, Adjective | None]:
        before = after = None
        adjectives = self.inventory.adjectives
        if self.wants(1, 0.2):
            before = adjectives.draw(("before", noun.kind))
            self.room -= before is not None
        if self.wants(1, 0.2):
            after = adjectives.draw(("after", noun.kind))
            self.room -= after is not None
        return before, after

    def _number(self) -> Number:
        self.room -= 1
        inventory = self.inventory
        if self.chance(0.75):
            return in_words(
                2 + int((inventory.number_words - 2) * self.random.random() ** 3)
            )
        return in_digits(inventory.digits.draw(self.random))

    def _owner(self) -> NounPhrase:
        self.room -= 2
        if self.chance(0.5):
            return Named(self.person())
        noun = self.inventory.noun("person")
        return Common(noun, self.one_of(("the", "the", "my", "his", "her", "our")))
