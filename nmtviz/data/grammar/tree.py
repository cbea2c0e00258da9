"""What was chosen for a sentence, as a tree; the rules make both languages of it.

Nothing here is random and nothing is a word of one language only: a test can write a
tree by hand and know the pair that must come out.
"""

from typing import NamedTuple, TypeAlias

from nmtviz.data.grammar.entries import (
    Adjective,
    Noun,
    Person,
    Phrase,
    Place,
    Verb,
    WordPair,
)


class Agreement(NamedTuple):
    """The features that other words agree with."""

    person: int
    gender: int
    plural: bool

    @property
    def who(self) -> int:
        """Which of je, tu, il, nous, vous, ils."""
        return self.person - 1 + 3 * self.plural

    @property
    def form(self) -> int:
        """Which of masculine, feminine, masculine plural, feminine plural."""
        return self.gender + 2 * self.plural


class Number(NamedTuple):
    """A number of things, two or more."""

    english: tuple[str, ...]
    french: tuple[tuple[str, ...], tuple[str, ...]]
    """For masculine and for feminine nouns: *vingt et un*, *vingt et une*."""


class Common(NamedTuple):
    """A noun with a determiner and whatever describes it."""

    noun: Noun
    determiner: str
    """A key of `determiners.DETERMINERS`."""

    plural: bool = False
    number: Number | None = None
    before: Adjective | None = None
    """An adjective that French has before the noun."""

    after: Adjective | None = None
    """One that it has after the noun."""

    owner: "NounPhrase | None" = None
    """Whose it is, in place of the determiner; singular."""

    relative: "Relative | None" = None


class Named(NamedTuple):
    """A person by name."""

    name: Person


class Pronoun(NamedTuple):
    """I, we, you, he, she, it, they."""

    agreement: Agreement
    human: bool = True


class Gap(NamedTuple):
    """The place in a relative clause that its noun fills; no words."""

    agreement: Agreement


class Coordination(NamedTuple):
    """Two or more noun phrases: *a, b and c*."""

    items: "tuple[NounPhrase, ...]"


NounPhrase: TypeAlias = Common | Named | Pronoun | Gap | Coordination


class Relative(NamedTuple):
    """A relative clause; its clause has a `Gap` unless the kind is whose or where."""

    kind: str
    """who, that, of, whose, where: qui, que, dont, dont, où."""

    clause: "Clause"


class Argument(NamedTuple):
    """An object of a verb."""

    phrase: NounPhrase
    preposition: WordPair | None = None


class At(NamedTuple):
    """A place that is a thing: *in the garden*."""

    preposition: WordPair
    phrase: NounPhrase


class Geography(NamedTuple):
    """A place that has a name: *in Paris*, *to Canada*, *from France*."""

    relation: str
    """in, to or from."""

    place: Place


class There(NamedTuple):
    """*there*, which is *y*."""


class Predicate(NamedTuple):
    """An adjective after *to be*, with a degree or a comparison."""

    adjective: Adjective
    degree: WordPair | None = None
    than: "tuple[WordPair, WordPair, NounPhrase] | None" = None
    """*as ... as the king*: *aussi ... que le roi*."""


class Clause(NamedTuple):
    """A subject, a verb and what goes with it, in the order of English."""

    subject: NounPhrase
    verb: Verb | None
    """None is *to be*."""

    tense: str = "present"
    """A key of `tenses.TENSES`."""

    polarity: str = ""
    """Empty, or a key of `tenses.NEGATIONS`."""

    modal: Verb | None = None
    objects: tuple[Argument, ...] = ()
    predicate: Predicate | None = None
    often: WordPair | None = None
    manner: WordPair | None = None
    places: tuple[At | Geography | There, ...] = ()
    times: tuple[Phrase, ...] = ()


class Existence(NamedTuple):
    """*There is a cat in the garden*."""

    phrase: NounPhrase
    place: At
    tense: str = "present"
    """present, past or future."""


Part: TypeAlias = Clause | Existence | Phrase | str


class Sentence(NamedTuple):
    """Clauses and what is between them, in order."""

    parts: tuple[Part, ...]
    """Clauses, connectors or phrases before a clause, and `,` or `;`."""

    question: bool = False
    """Whether the clause, there is but one, asks; a phrase before it asks where."""


def agreement(phrase: NounPhrase) -> Agreement:
    """Return the features of a noun phrase."""
    if isinstance(phrase, Common):
        return Agreement(3, phrase.noun.gender, phrase.plural)
    if isinstance(phrase, Named):
        return Agreement(3, phrase.name.gender, False)
    if isinstance(phrase, Coordination):
        # The masculine, if there is one among them.
        gender = min(agreement(item).gender for item in phrase.items)
        return Agreement(3, gender, True)
    return phrase.agreement


def has_relative(phrase: NounPhrase) -> bool:
    """Say whether there is a relative clause in a noun phrase."""
    if isinstance(phrase, Common):
        owner = phrase.owner
        return phrase.relative is not None or bool(owner and has_relative(owner))
    return isinstance(phrase, Coordination) and any(map(has_relative, phrase.items))
