"""Synchronous rules of the verb: auxiliaries, negation, adverbs, clitics."""

from typing import NamedTuple

from nmtviz.data.grammar.noun_rules import Mark, Token
from nmtviz.data.grammar.tenses import (
    NEGATIONS,
    TENSES,
    english_finite,
    french_finite,
)
from nmtviz.data.grammar.tree import Agreement, Clause, Gap, Pronoun

_CLITIC_ORDER = {
    word: order
    for order, words in enumerate(
        [("me", "te", "nous", "vous"), ("le", "la", "les"), ("lui", "leur"), ("y",)]
    )
    for word in words
}


class VerbMarks(NamedTuple):
    """A clause, what its verb agrees with, and the marks of what both sides say."""

    node: Clause
    subject: Agreement
    verb: Mark
    finite: Mark
    """The modal's, or the verb's own."""

    negation: Mark
    often: Mark


def english_verb(
    shared: VerbMarks, *, question: bool
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


def french_verb(
    shared: VerbMarks, clitics: list[Token], before_infinitive: list[Token]
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
