"""Choosing relative clauses, about a noun of any kind."""

from nmtviz.data.grammar.entries import Noun, Verb
from nmtviz.data.grammar.scene_choices import BEING, SceneChooser
from nmtviz.data.grammar.tree import (
    Agreement,
    Argument,
    Clause,
    Common,
    Gap,
    Named,
    NounPhrase,
    Predicate,
    Pronoun,
    Relative,
)

ANYBODY = tuple(
    Agreement(person, 0, plural)
    for person, plural in [(1, False), (1, True), (2, True), (3, False), (3, True)]
)
"""I, we, you, he, they."""


class RelativeChooser(SceneChooser):
    """Chooses relative clauses."""

    frame = "present"
    """The frame of the clause that they are in."""

    def simple(self, frame: str, subject: NounPhrase, kind: str) -> Clause:
        """Choose a short clause about something, as in a relative clause."""
        verb = self.inventory.verbs.by_subject[kind].draw(self.random)
        _, tense = self.tense(frame, verb, "")
        clause = Clause(subject, verb, tense)
        if verb.objects:
            kind = self.object_kind(verb)
            phrase = self.noun_phrase(kind, bare=takes_bare(verb), deep=False)
            clause = clause._replace(objects=(Argument(phrase, verb.preposition),))
        self.room -= 1
        return self.located(clause)

    def object_kind(self, verb: Verb) -> str:
        """Return a kind of what a verb is done to; empty if to nothing."""
        return self.one_of(tuple(sorted(verb.objects))) if verb.objects else ""

    def relative_clause(self, noun: Noun, *, plural: bool) -> Relative | None:
        """Choose a relative clause: qui, que, dont or où."""
        gap = Gap(Agreement(3, noun.gender, plural))
        frame = self._relative_frame()
        verbs = self.inventory.verbs
        chance = self.random.random()
        if noun.kind in verbs.by_subject and chance < 0.45:
            self.room -= 1
            return Relative("who", self.simple(frame, gap, noun.kind))
        if noun.where and noun.kind != "furniture" and chance < 0.6:
            person = self._short_person()
            verb = verbs.located.draw(self.random)
            _, tense = self.tense(frame, verb, "")
            self.room -= 2
            return Relative("where", Clause(person, verb, tense))
        if noun.kind == "person" and chance < 0.65:
            return self._whose(frame)
        if noun.kind in verbs.with_de and chance < 0.75:
            return self._gapped("of", verbs.with_de[noun.kind].draw(self.random), gap)
        if noun.kind in verbs.by_object:
            return self._gapped(
                "that", verbs.by_object[noun.kind].draw(self.random), gap
            )
        return None

    def _relative_frame(self) -> str:
        if self.frame in {"past", "while was"}:
            return "past"
        return "past" if self.chance(0.2) else "present"

    def _gapped(self, kind: str, verb: Verb, gap: Gap) -> Relative:
        person = self._short_person()
        _, tense = self.tense(self._relative_frame(), verb, "")
        self.room -= 2
        argument = Argument(gap, verb.preposition)
        return Relative(kind, Clause(person, verb, tense, objects=(argument,)))

    def _whose(self, frame: str) -> Relative:
        kind = self.one_of(("animal", "person", "clothing", "vehicle"))
        noun = self.inventory.noun(kind)
        self.room -= 4
        owned = Common(noun, "whose", self.chance(0.2))
        if kind in self.inventory.verbs.by_subject and self.chance(0.4):
            return Relative("whose", self.simple(frame, owned, kind))
        adjective = self.inventory.adjectives.draw(("any", kind))
        predicate = Predicate(adjective) if adjective else None
        places = () if adjective else (self.somewhere(),)
        tense = BEING.get(frame, frame)
        described = Clause(owned, None, tense, predicate=predicate, places=places)
        return Relative("whose", described)

    def _short_person(self) -> NounPhrase:
        """Return a subject of two words at most."""
        if self.chance(0.35):
            features = ANYBODY[int(len(ANYBODY) * self.random.random())]
            if features.plural or features.person == 1:
                return Pronoun(features)
            return Pronoun(Agreement(3, int(self.chance(0.5)), False))
        if self.chance(0.4):
            return Named(self.person())
        return Common(self.inventory.noun("person"), "the", self.chance(0.25))


def takes_bare(verb: Verb) -> bool:
    """Say whether French may say *du pain* after a verb: not after *aimer* or *de*."""
    likes = verb.is_state and verb.french.infinitive != "avoir"
    return verb.preposition is None and not likes
