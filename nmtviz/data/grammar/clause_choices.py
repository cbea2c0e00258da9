"""Choosing clauses: who does what to whom, where, when and how."""

from typing import NamedTuple

from nmtviz.data.grammar.entries import Noun, Pair, Verb
from nmtviz.data.grammar.scene_choices import BEING, DOING, SceneChooser
from nmtviz.data.grammar.tree import (
    Agreement,
    Argument,
    At,
    Clause,
    Common,
    Gap,
    Named,
    NounPhrase,
    Predicate,
    Pronoun,
    Relative,
    agreement,
)

_FURNITURE = ("furniture",)
_FURNITURE_HOLDS = frozenset({"thing", "food", "drink", "text", "clothing"})
_TO = Pair("to", "à")
_SUBJECTS = (
    ("person",) * 22 + ("animal",) * 5 + ("vehicle", "vehicle", "nature", "flower")
)
_DESCRIBED = (
    *("person", "person", "person", "animal", "thing", "vehicle", "clothing", "text"),
    *("building", "outdoors", "idea", "food", "drink", "furniture", "music", "flower"),
)
_ANYBODY = tuple(
    Agreement(person, 0, plural)
    for person, plural in [(1, False), (1, True), (2, True), (3, False), (3, True)]
)
_COMPARISONS = (
    (Pair("as", "aussi"), Pair("as", "que")),
    (Pair("less", "moins"), Pair("than", "que")),
    (Pair("more", "plus"), Pair("than", "que")),
)
_COMPARED_LETTERS = 8  # English says more of long adjectives only: more difficult


class Topic(NamedTuple):
    """What a pronoun may stand for."""

    features: Agreement
    kind: str

    def pronoun(self) -> Pronoun:
        """Return the pronoun for it."""
        return Pronoun(self.features, self.kind == "person")


class ClauseChooser(SceneChooser):
    """Chooses clauses, and relative clauses with them."""

    frame = "present"
    """The frame of the clause that is being chosen."""

    def clause(
        self, frame: str, subject: Topic | None = None, topic: Topic | None = None
    ) -> tuple[Clause, Topic, Topic | None]:
        """Choose a clause.

        Args:
            frame: present, past, future, when (English present, French future), or
                what is or was being done, `while is` and `while was`.
            subject: What a pronoun for a subject stands for, if it is to be one.
            topic: What its object may be a pronoun for.

        Returns:
            The clause, and what pronouns for its subject and object would stand for.
        """
        verbs = self.inventory.verbs
        if subject and frame in DOING and subject.kind not in verbs.doing:
            subject = None
        kind = subject.kind if subject else self.one_of(_SUBJECTS)
        self.frame = frame
        doing = frame in DOING and kind in verbs.doing
        if kind not in verbs.by_subject or (not doing and self.chance(0.2)):
            return self._description(frame, subject)
        phrase = subject.pronoun() if subject else self._somebody(kind)
        self.room -= 1
        subject_topic = Topic(agreement(phrase), kind)
        about_topic = topic and kind == "person" and topic.kind in verbs.by_object
        if doing:
            topic = None
            verb = verbs.doing[kind].draw(self.random)
            object_kind = self._object_kind(verb)
        elif topic and about_topic and self.chance(0.6):
            verb = verbs.by_object[topic.kind].draw(self.random)
            object_kind = topic.kind
        else:
            topic = None
            verb = verbs.by_subject[kind].draw(self.random)
            object_kind = self._object_kind(verb)
        polarity = "" if frame in DOING else self.polarity()
        modal, tense = self.tense(frame, verb, kind)
        if tense in {"progressive", "was doing"} and polarity == "never":
            polarity = "not"
        clause = Clause(phrase, verb, tense, polarity, modal)
        objects, found = self._objects(clause, object_kind, topic)
        clause = clause._replace(objects=objects)
        return self.around(clause, frame, kind), subject_topic, found

    def simple(self, frame: str, subject: NounPhrase, kind: str) -> Clause:
        """Choose a short clause about something, as in a relative clause."""
        verb = self.inventory.verbs.by_subject[kind].draw(self.random)
        _, tense = self.tense(frame, verb, "")
        clause = Clause(subject, verb, tense)
        if verb.objects:
            kind = self._object_kind(verb)
            phrase = self.noun_phrase(kind, bare=_takes_bare(verb), deep=False)
            clause = clause._replace(objects=(Argument(phrase, verb.preposition),))
        self.room -= 1
        return self.located(clause)

    def _object_kind(self, verb: Verb) -> str:
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

    def _description(
        self, frame: str, subject: Topic | None
    ) -> tuple[Clause, Topic, Topic | None]:
        """Choose a clause with *to be*: what somebody or something is like."""
        kind = subject.kind if subject else self.one_of(_DESCRIBED)
        if subject:
            phrase: NounPhrase = subject.pronoun()
        else:
            phrase = self.subject(kind)
        adjective = self.inventory.adjectives.draw(("any", kind))
        polarity = self.polarity()
        predicate = None
        places: tuple[At, ...] = ()
        self.room -= 2
        if adjective is None or (kind in _FURNITURE_HOLDS and self.chance(0.25)):
            places = (self.somewhere(_FURNITURE),)
        elif self.wants(4, 0.15):
            predicate = self._comparison(Predicate(adjective), kind)
        elif not polarity and self.wants(1, 0.3):
            self.room -= 1
            degree = self.inventory.adverbs["degree"].draw(self.random)
            predicate = Predicate(adjective, degree)
        else:
            predicate = Predicate(adjective)
        tense = BEING.get(frame, frame)
        clause = Clause(
            phrase,
            None,
            tense,
            polarity,
            predicate=predicate,
            places=places,
        )
        return clause, Topic(agreement(phrase), kind), None

    def _comparison(self, predicate: Predicate, kind: str) -> Predicate:
        long = len(predicate.adjective.english) >= _COMPARED_LETTERS
        comparisons = _COMPARISONS if long else _COMPARISONS[:1]
        first, second = comparisons[int(len(comparisons) * self.random.random())]
        self.room -= 2
        other = self.noun_phrase(kind, bare=False, deep=False)
        return predicate._replace(than=(first, second, other))

    def _somebody(self, kind: str) -> NounPhrase:
        if kind == "person" and self.chance(0.3):
            return Pronoun(_ANYBODY[int(len(_ANYBODY) * self.random.random())])
        return self.subject(kind)

    def _short_person(self) -> NounPhrase:
        """Return a subject of two words at most."""
        if self.chance(0.35):
            features = _ANYBODY[int(len(_ANYBODY) * self.random.random())]
            if features.plural or features.person == 1:
                return Pronoun(features)
            return Pronoun(Agreement(3, int(self.chance(0.5)), False))
        if self.chance(0.4):
            return Named(self.person())
        return Common(self.inventory.noun("person"), "the", self.chance(0.25))

    def _objects(
        self, clause: Clause, kind: str, topic: Topic | None
    ) -> tuple[tuple[Argument, ...], Topic | None]:
        verb = clause.verb
        if verb is None or not kind:
            return (), None
        subject = agreement(clause.subject)
        gift = "gift" in verb.notes
        if topic:
            phrase: NounPhrase = topic.pronoun()
        elif kind == "person" and self.chance(0.25) and _takes_pronoun(verb):
            phrase = self._somebody_else(subject)
        elif clause.polarity and _takes_bare(verb):
            phrase = self.denied(kind)
        elif _takes_bare(verb):
            phrase = self.direct_object(kind)
        else:
            phrase = self.noun_phrase(kind, bare=False)
        objects = [Argument(phrase, verb.preposition)]
        if gift and self.wants(3, 0.7):
            objects.append(Argument(self._recipient(), _TO))
        found = Topic(agreement(phrase), kind)
        return tuple(objects), found if found.features.person == 3 else None

    def _recipient(self) -> NounPhrase:
        self.room -= 1
        if self.chance(0.35):
            return Pronoun(Agreement(3, int(self.chance(0.5)), False))
        return self.noun_phrase("person", bare=False, deep=False)

    def _somebody_else(self, subject: Agreement) -> Pronoun:
        """Return an object pronoun that is nobody of the subject."""
        if subject.person != 3:
            return Pronoun(Agreement(3, int(self.chance(0.5)), False))
        if self.chance(0.5):
            plural = self.chance(0.3)
            return Pronoun(Agreement(3, 0 if plural else int(self.chance(0.5)), plural))
        return Pronoun(_ANYBODY[int(3 * self.random.random())])


def _takes_pronoun(verb: Verb) -> bool:
    return verb.preposition is None or verb.dative


def _takes_bare(verb: Verb) -> bool:
    """Say whether French may say *du pain* after a verb: not after *aimer* or *de*."""
    likes = verb.is_state and verb.french.infinitive != "avoir"
    return verb.preposition is None and not likes
