"""Choosing clauses: who does what to whom, where, when and how."""

from typing import NamedTuple

from nmtviz.data.grammar.entries import Verb, WordPair
from nmtviz.data.grammar.relative_choices import ANYBODY, RelativeChooser, takes_bare
from nmtviz.data.grammar.scene_choices import BEING, DOING
from nmtviz.data.grammar.tree import (
    Agreement,
    Argument,
    At,
    Clause,
    Common,
    Existence,
    NounPhrase,
    Predicate,
    Pronoun,
    agreement,
)

_FURNITURE = ("furniture",)
_FURNITURE_HOLDS = frozenset({"thing", "food", "drink", "text", "clothing"})
_TO = WordPair("to", "à")
_THERE_MAY_BE = ("bare", "a", "several", "a few", "many")
_ANYWHERE = ("building", "outdoors")
_DENIED = frozenset({"any", "not a"})
_SUBJECTS = (
    ("person",) * 22 + ("animal",) * 5 + ("vehicle", "vehicle", "nature", "flower")
)
_DESCRIBED = (
    *("person", "person", "person", "animal", "thing", "vehicle", "clothing", "text"),
    *("building", "outdoors", "idea", "food", "drink", "furniture", "music", "flower"),
)
_COMPARISONS = (
    (WordPair("as", "aussi"), WordPair("as", "que")),
    (WordPair("less", "moins"), WordPair("than", "que")),
    (WordPair("more", "plus"), WordPair("than", "que")),
)
_COMPARED_LETTERS = 8  # English says more of long adjectives only: more difficult


class Topic(NamedTuple):
    """What a pronoun may stand for."""

    features: Agreement
    kind: str

    def pronoun(self) -> Pronoun:
        """Return the pronoun for it."""
        return Pronoun(self.features, self.kind == "person")


class ClauseChooser(RelativeChooser):
    """Chooses clauses of all kinds."""

    alone = True
    """Whether nothing was said before that *they* could stand for."""

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
        eventful = doing or self.timed or not self.chance(0.2)
        if kind not in verbs.by_subject or not eventful:
            return self._description(frame, subject)
        phrase = subject.pronoun() if subject else self._somebody(kind)
        self.room -= 1
        subject_topic = Topic(agreement(phrase), kind)
        verb, topic = self._verb(kind, topic, doing=doing)
        object_kind = topic.kind if topic else self.object_kind(verb)
        polarity = "" if frame in DOING or _is_every(phrase) else self.polarity()
        modal, tense = self.tense(frame, verb, kind)
        if tense in {"progressive", "was doing"} and polarity == "never":
            polarity = "not"
        clause = Clause(phrase, verb, tense, polarity, modal)
        objects, found = self._objects(clause, object_kind, topic)
        clause = clause._replace(objects=objects)
        return self.around(clause, frame, kind), subject_topic, found

    def _verb(
        self, kind: str, topic: Topic | None, *, doing: bool
    ) -> tuple[Verb, Topic | None]:
        """Return a verb, and what its object is a pronoun for, if for anything."""
        verbs = self.inventory.verbs
        if doing:
            return verbs.doing[kind].draw(self.random), None
        usable = topic if kind == "person" and self.chance(0.6) else None
        if usable and usable.kind in verbs.by_object:
            return verbs.by_object[usable.kind].draw(self.random), usable
        return verbs.by_subject[kind].draw(self.random), None

    def existence(self, frame: str) -> Existence:
        """Choose what there is somewhere."""
        self.frame = frame
        kind = self.one_of(("person", "animal", "vehicle", "plant", "building"))
        noun = self.inventory.noun(kind)
        self.room -= 5
        plural = self.chance(0.5)
        determiner = self.one_of(_THERE_MAY_BE if plural else ("a",))
        relative = None
        if self.wants(4, 0.5):
            relative = self.relative_clause(noun, plural=plural)
        phrase = Common(noun, determiner, plural, relative=relative)
        kinds = ("outdoors",) if kind in {"building", "plant"} else _ANYWHERE
        return Existence(phrase, self.somewhere(kinds), frame)

    def _description(
        self, frame: str, subject: Topic | None
    ) -> tuple[Clause, Topic, Topic | None]:
        """Choose a clause with *to be*: what somebody or something is like."""
        kind = subject.kind if subject else self.one_of(_DESCRIBED)
        if subject:
            phrase: NounPhrase = subject.pronoun()
        else:
            phrase = self.subject(kind, plain=True)
        adjective = self.inventory.adjectives.draw(("any", kind))
        polarity = "" if _is_every(phrase) else self.polarity()
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
            phrase, None, tense, polarity, predicate=predicate, places=places
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
            usable = len(ANYBODY) if self.alone else len(ANYBODY) - 1
            return Pronoun(ANYBODY[int(usable * self.random.random())])
        return self.subject(kind)

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
        elif clause.polarity and takes_bare(verb) and _denies(clause):
            phrase = self.denied(kind)
        elif takes_bare(verb):
            phrase = self.direct_object(kind)
        else:
            definite = bool(clause.polarity) and verb.is_state
            phrase = self.noun_phrase(kind, bare=False, definite=definite)
        objects = [Argument(phrase, verb.preposition)]
        if gift and self.chance(0.85):
            objects.append(Argument(self._recipient(), _TO))
        features = agreement(phrase)
        denied = isinstance(phrase, Common) and phrase.determiner in _DENIED
        known = features.person == 3 and not denied
        return tuple(objects), Topic(features, kind) if known else None

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
        return Pronoun(ANYBODY[int(3 * self.random.random())])


def _is_every(phrase: NounPhrase) -> bool:
    """Say whether a subject is *chaque ...*, of which nothing is denied."""
    return isinstance(phrase, Common) and phrase.determiner == "every"


def _denies(clause: Clause) -> bool:
    """Say whether a negation reaches the object: not that of *refuser de*."""
    return clause.modal is None or clause.modal.preposition is None


def _takes_pronoun(verb: Verb) -> bool:
    return verb.preposition is None or verb.dative
