"""Synchronous rules of clauses and sentences."""

from typing import NamedTuple

from nmtviz.data.grammar.entries import Pair
from nmtviz.data.grammar.noun_rules import (
    Mark,
    NounRules,
    Sides,
    Token,
    english_pronoun,
)
from nmtviz.data.grammar.tenses import (
    NEGATIONS,
    TENSES,
    english_finite,
    french_finite,
)
from nmtviz.data.grammar.tree import (
    Agreement,
    Argument,
    At,
    Clause,
    Gap,
    Geography,
    Predicate,
    Pronoun,
    Relative,
    Sentence,
    agreement,
)

_RELATIVES = {"that": "que", "of": "dont", "whose": "dont", "where": "où"}
_DIRECT = (
    ("me", "te", "le", "nous", "vous", "les"),
    ("me", "te", "la", "nous", "vous", "les"),
)
_DATIVE = ("me", "te", "lui", "nous", "vous", "leur")
_CLITIC_ORDER = {
    word: order
    for order, words in enumerate(
        [("me", "te", "nous", "vous"), ("le", "la", "les"), ("lui", "leur"), ("y",)]
    )
    for word in words
}


class _Clause(NamedTuple):
    """What the rules of a clause share."""

    node: Clause
    subject: Agreement
    verb: Mark
    finite: Mark
    """The modal's, or the verb's own."""

    negation: Mark
    often: Mark


class _Complements(NamedTuple):
    """Everything after the verb, and what French says before it."""

    english: list[Token]
    french: list[Token]
    clitics: list[Token]


class Rules(NounRules):
    """All rules, for one sentence: make a new one for the next."""

    def sentence(self, node: Sentence) -> Sides:
        """Return the words of a sentence, with its last mark."""
        english: list[Token] = []
        french: list[Token] = []
        for part in node.parts:
            if isinstance(part, Clause):
                first, second = self.clause(part, question=node.question)
            elif isinstance(part, str):
                first, second = self.pair(Pair(part, part))
            else:
                first, second = self.phrase(part)
            english += first
            french += second
        end = "?" if node.question else "."
        first, second = self.pair(Pair(end, end))
        return english + first, french + second

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
        shared = _Clause(
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
        auxiliary, main = _english_verb(shared, question=question)
        french += _french_verb(shared, rest.clitics, before_infinitive)
        if question:
            asked = self.mark()
            french = [("est-ce", asked), ("que", asked), *french]
            english = [(auxiliary[0][0], auxiliary[0][1] + asked), *english, *main]
        else:
            english = english + auxiliary + main
        return english + to + rest.english, french + rest.french

    def _infinitive(self, shared: _Clause) -> Sides:
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
        rest = _Complements([], [], [])
        if node.verb:
            rest.english.extend((word, verb) for word in node.verb.particles[0])
        manner = self.pair(node.manner) if node.manner else ([], [])
        rest.french.extend(manner[1])
        for argument in node.objects:
            self._argument(argument, rest, verb, stranded)
        if node.predicate:
            self._predicate(node.predicate, agreement(node.subject).form, rest)
        rest.english.extend(manner[0])
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


def _english_verb(
    shared: _Clause, *, question: bool
) -> tuple[list[Token], list[Token]]:
    """Return the auxiliary of English, if any, and the finite verb with its adverbs."""
    node = shared.node
    support = question or node.polarity == "not"
    leading = node.modal or node.verb
    tense = TENSES[node.tense].english
    finite = english_finite(leading, tense, shared.subject.who, support=support)
    adverbs: list[Token] = []
    auxiliary = finite.auxiliary
    before = shared.finite
    if node.polarity:
        words = NEGATIONS[node.polarity][0]
        if (auxiliary, words) == ("can", "not"):
            auxiliary, before = "cannot", shared.finite + shared.negation
        else:
            adverbs = [(word, shared.negation) for word in words.split()]
    if node.often:
        adverbs.append((node.often.english, shared.often))
    main = [(finite.main, shared.finite)] if finite.main else []
    return [(auxiliary, before)] if auxiliary else [], adverbs + main


def _french_verb(
    shared: _Clause, clitics: list[Token], before_infinitive: list[Token]
) -> list[Token]:
    """Return ne, clitics, verb, pas, adverb, participle; and an infinitive."""
    node = shared.node
    clitics = sorted(clitics, key=lambda token: _CLITIC_ORDER[token[0]])
    leading = node.modal or node.verb
    tense = TENSES[node.tense].french
    before = None if node.modal else _object_before(node)
    finite, participle = french_finite(leading, tense, shared.subject, before)
    tokens: list[Token] = [("ne", shared.negation)] if node.polarity else []
    if not node.modal:
        tokens += clitics
    tokens.append((finite, shared.finite))
    if node.polarity:
        tokens.append((NEGATIONS[node.polarity][1], shared.negation))
    if node.often:
        tokens.append((node.often.french, shared.often))
    if participle:
        tokens.append((participle, shared.finite))
    verb = node.verb
    if node.modal:
        infinitive = verb.french.infinitive if verb else "être"
        tokens += [*before_infinitive, *clitics, (infinitive, shared.verb)]
    if verb:
        tokens += [(word, shared.verb) for word in verb.particles[1]]
    return tokens


def _object_before(node: Clause) -> Agreement | None:
    """Return the features of a direct object that French has before the verb."""
    for argument in node.objects:
        if argument.preposition is None and isinstance(argument.phrase, Pronoun | Gap):
            return argument.phrase.agreement
    return None
