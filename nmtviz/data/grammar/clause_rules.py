"""Synchronous rules of clauses and sentences."""

from typing import NamedTuple

from nmtviz.data.grammar.entries import WordPair
from nmtviz.data.grammar.noun_rules import (
    Mark,
    NounRules,
    Sides,
    Token,
    english_pronoun,
)
from nmtviz.data.grammar.tenses import THERE_IS
from nmtviz.data.grammar.tree import (
    Argument,
    At,
    Clause,
    Existence,
    Gap,
    Geography,
    Predicate,
    Pronoun,
    Relative,
    Sentence,
    agreement,
    has_relative,
)
from nmtviz.data.grammar.verb_rules import VerbMarks, english_verb, french_verb

_RELATIVES = {"that": "que", "of": "dont", "whose": "dont", "where": "où"}
_DIRECT = (
    ("me", "te", "le", "nous", "vous", "les"),
    ("me", "te", "la", "nous", "vous", "les"),
)
_DATIVE = ("me", "te", "lui", "nous", "vous", "leur")


class _Complements(NamedTuple):
    """Everything after the verb, and what is said before it."""

    english: list[Token]
    french: list[Token]
    clitics: list[Token]
    """Before the verb of French."""

    adverbs: list[Token]
    """Before the verb of English."""


class Rules(NounRules):
    """All rules, for one sentence: make a new one for the next."""

    def sentence(self, node: Sentence) -> Sides:
        """Return the words of a sentence, with its last mark."""
        english: list[Token] = []
        french: list[Token] = []
        for part in node.parts:
            if isinstance(part, Clause):
                first, second = self.clause(part, question=node.question)
            elif isinstance(part, Existence):
                first, second = self.existence(part)
            elif isinstance(part, str):
                first, second = self.pair(WordPair(part, part))
            else:
                first, second = self.phrase(part)
            english += first
            french += second
        end = "?" if node.question else "."
        first, second = self.pair(WordPair(end, end))
        return english + first, french + second

    def existence(self, node: Existence) -> Sides:
        """Return *there is*, *il y a*, and what there is."""
        forms, french_form = THERE_IS[node.tense]
        english, french = self.pair(
            WordPair(
                f"there {forms[agreement(node.phrase).plural]}", f"il y {french_form}"
            )
        )
        first, second = self.noun_phrase(node.phrase)
        place_first, place_second = self.at(node.place)
        return english + first + place_first, french + second + place_second

    def relative(self, node: Relative, *, human: bool) -> Sides:
        """Return a relative clause: who/qui, that/que, that ... of/dont, where/où."""
        mark = self.mark()
        if node.kind == "who":
            pronouns = "who" if human else "that", "qui"
        else:
            english = "that" if node.kind == "of" else node.kind
            pronouns = english, _RELATIVES[node.kind]
        first, second = self.clause(node.clause, stranded=mark)
        return [(pronouns[0], mark), *first], [(pronouns[1], mark), *second]

    def clause(
        self, node: Clause, *, question: bool = False, stranded: Mark = ()
    ) -> Sides:
        """Return a clause.

        Args:
            node: What it says.
            question: Whether it asks, with *est-ce que*.
            stranded: The mark of the relative pronoun that a preposition without an
                object belongs to.
        """
        verb = self.mark()
        shared = VerbMarks(
            node,
            agreement(node.subject),
            verb,
            self.mark() if node.modal else verb,
            self.mark(),
            self.mark(),
        )
        english, french = self.noun_phrase(node.subject)
        to, before_infinitive = self._infinitive(shared)
        rest = self._complements(node, verb, stranded)
        auxiliary, main = english_verb(shared, question=question)
        main = rest.adverbs + main
        french += french_verb(shared, rest.clitics, before_infinitive)
        if question:
            asked = self.mark()
            french = [("est-ce", asked), ("que", asked), *french]
            english = [(auxiliary[0][0], auxiliary[0][1] + asked), *english, *main]
        else:
            english = english + auxiliary + main
        return english + to + rest.english, french + rest.french

    def _infinitive(self, shared: VerbMarks) -> Sides:
        """Return *to eat*, and the French preposition before the infinitive."""
        modal, verb = shared.node.modal, shared.node.verb
        if modal is None:
            return [], []
        english: list[Token] = [
            (word, shared.finite) for word in modal.particles[0] if word != "to"
        ]
        french: list[Token] = []
        if modal.preposition:
            mark = self.mark()
            english.append((modal.preposition.english, mark))
            french.append((modal.preposition.french, mark))
        elif "to" in modal.particles[0]:
            english.append(("to", shared.verb))
        base = verb.english.base if verb else "be"
        return [*english, (base, shared.verb)], french

    def _complements(self, node: Clause, verb: Mark, stranded: Mark) -> _Complements:
        rest = _Complements([], [], [], [])
        if node.verb:
            rest.english.extend((word, verb) for word in node.verb.particles[0])
        manner = self.pair(node.manner) if node.manner else ([], [])
        rest.french.extend(manner[1])
        for argument in node.objects:
            self._argument(argument, rest, verb, stranded)
        if node.predicate:
            self._predicate(node.predicate, agreement(node.subject).form, rest)
        # Behind a relative clause, it would seem to be a part of that.
        late = not any(has_relative(argument.phrase) for argument in node.objects)
        (rest.english if late else rest.adverbs).extend(manner[0])
        for place in node.places:
            if isinstance(place, At):
                first, second = self.at(place)
            elif isinstance(place, Geography):
                first, second = self.geography(place)
            else:
                mark = self.mark()
                rest.clitics.append(("y", mark))
                first, second = [("there", mark)], []
            rest.english.extend(first)
            rest.french.extend(second)
        for time in node.times:
            first, second = self.phrase(time)
            rest.english.extend(first)
            rest.french.extend(second)
        return rest

    def _argument(
        self, node: Argument, rest: _Complements, verb: Mark, stranded: Mark
    ) -> None:
        phrase, preposition = node.phrase, node.preposition
        if isinstance(phrase, Gap):
            if preposition and preposition.english:
                rest.english.append((preposition.english, stranded))
            return
        own = verb
        if preposition:
            own = self.mark() if preposition.english else verb
            rest.english.extend((word, own) for word in preposition.english.split())
        if isinstance(phrase, Pronoun):
            mark = self.mark()
            features = phrase.agreement
            word = english_pronoun(features, human=phrase.human, subject=False)
            rest.english.append((word, mark))
            clitics = _DATIVE if preposition else _DIRECT[features.gender]
            marks = mark + own if preposition and own != verb else mark
            rest.clitics.append((clitics[features.who], marks))
            return
        if preposition:
            rest.french.append((preposition.french, own))
        english, french = self.noun_phrase(phrase)
        rest.english.extend(english)
        rest.french.extend(french)

    def _predicate(self, node: Predicate, form: int, rest: _Complements) -> None:
        adjective: Token = (node.adjective.english, self.mark())
        french: Token = (node.adjective.french[form], adjective[1])
        if node.than:
            opening, link, other = node.than
            first, second = self.pair(opening)
            than_first, than_second = self.pair(link)
            other_first, other_second = self.noun_phrase(other)
            rest.english.extend([*first, adjective, *than_first, *other_first])
            rest.french.extend([*second, french, *than_second, *other_second])
            return
        first, second = self.pair(node.degree) if node.degree else ([], [])
        rest.english.extend([*first, adjective])
        rest.french.extend([*second, french])
