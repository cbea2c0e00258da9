"""Trees written by hand, and the pairs that a teacher of French would expect."""

import pytest

from nmtviz.data.grammar.clause_rules import Rules
from nmtviz.data.grammar.entries import Noun, Person, Phrase, Place, WordPair
from nmtviz.data.grammar.lexicon import lexicon
from nmtviz.data.grammar.numbers import date, in_words
from nmtviz.data.grammar.surface import finish
from nmtviz.data.grammar.tree import (
    Agreement,
    Argument,
    At,
    Clause,
    Common,
    Coordination,
    Existence,
    Gap,
    Geography,
    Named,
    Part,
    Predicate,
    Pronoun,
    Relative,
    Sentence,
    There,
)

WORDS = lexicon()
NOUNS = {noun.english[0]: noun for nouns in WORDS.nouns.values() for noun in nouns}
VERBS = {verb.french.infinitive: verb for verb in WORDS.verbs}
NEED = next(verb for verb in WORDS.verbs if verb.english.base == "need")
ADJECTIVES = {adjective.english: adjective for adjective in WORDS.adjectives}
MODALS = {modal.english.base: modal for modal in WORDS.modals}
PLACES = {place.english: place for place in WORDS.places}
HE, SHE = Agreement(3, 0, False), Agreement(3, 1, False)
ME, WE, THEY_F = Agreement(1, 0, False), Agreement(1, 0, True), Agreement(3, 1, True)
MARY = Named(Person(("Mary",), ("Marie",), 1))
AND = Phrase(("and",), ("et",), ((0, 0),), frozenset())
TO = WordPair("to", "à")


def the(noun: str, *, plural: bool = False) -> Common:
    return Common(NOUNS[noun], "the", plural)


def pair(*parts: Part, question: bool = False) -> tuple[str, str, str]:
    found = finish(Rules().sentence(Sentence(parts, question)))
    return found.source, found.target, " ".join(f"{i}-{j}" for i, j in found.links)


def test_an_adjective_stands_before_or_after_its_noun() -> None:
    man = Common(NOUNS["man"], "the", before=ADJECTIVES["old"])
    apple = Common(NOUNS["apple"], "a", after=ADJECTIVES["red"])

    assert pair(Clause(man, VERBS["manger"], objects=(Argument(apple),))) == (
        "The old man eats a red apple.",
        "Le vieil homme mange une pomme rouge.",
        "0-0 1-1 2-2 3-3 4-4 5-6 6-5 7-7",
    )


def test_pronouns_move_before_the_verb_and_the_participle_agrees() -> None:
    key, him = Pronoun(SHE, human=False), Pronoun(HE)
    gives = Clause(
        Pronoun(ME),
        VERBS["donner"],
        "past",
        "not",
        objects=(Argument(key), Argument(him, TO)),
    )

    assert pair(gives) == (
        "I did not give it to him.",
        "Je ne la lui ai pas donnée.",
        "0-0 1-4 1-6 2-1 2-5 3-4 3-6 4-2 5-3 6-3 7-7",
    )


def test_a_participle_agrees_with_what_the_relative_clause_is_about() -> None:
    gap = Argument(Gap(Agreement(3, 1, True)))
    wrote = Clause(the("woman"), VERBS["écrire"], "past", objects=(gap,))
    letters = the("letter", plural=True)._replace(relative=Relative("that", wrote))
    long = Predicate(ADJECTIVES["long"])

    assert pair(Clause(letters, None, "state past", predicate=long)) == (
        "The letters that the woman wrote were long.",
        "Les lettres que la femme a écrites étaient longues.",
        "0-0 1-1 2-2 3-3 4-4 5-5 5-6 6-7 7-8 8-9",
    )


def test_a_participle_with_etre_agrees_with_its_subject() -> None:
    girls = the("girl", plural=True)
    to = (Geography("to", PLACES["Canada"]),)

    assert pair(Clause(girls, VERBS["aller"], "past", "never", places=to)) == (
        "The girls never went to Canada.",
        "Les filles ne sont jamais allées au Canada.",
        "0-0 1-1 2-2 2-4 3-3 3-5 4-6 5-6 5-7 6-8",
    )


def test_nouns_who_own_come_first_in_english_and_last_in_french() -> None:
    dog = the("dog")._replace(owner=MARY)

    assert pair(Clause(dog, VERBS["dormir"], "was doing")) == (
        "Mary's dog was sleeping.",
        "Le chien de Marie dormait.",
        "0-3 1-0 1-2 2-1 3-4 4-4 5-5",
    )


def test_dont_takes_the_preposition_of_the_verb() -> None:
    dreams = Clause(
        Pronoun(SHE),
        VERBS["rêver"],
        objects=(Argument(Gap(SHE), WordPair("of", "de")),),
    )
    house = the("house")._replace(relative=Relative("of", dreams))
    small = Predicate(ADJECTIVES["small"], WordPair("too", "trop"))

    assert pair(Clause(house, None, predicate=small)) == (
        "The house that she dreams of is too small.",
        "La maison dont elle rêve est trop petite.",
        "0-0 1-1 2-2 3-3 4-4 5-2 6-5 7-6 8-7 9-8",
    )


def test_dont_also_says_whose() -> None:
    sleeps = Clause(Common(NOUNS["dog"], "whose"), VERBS["dormir"])
    child = the("child")._replace(relative=Relative("whose", sleeps))

    assert pair(Clause(child, VERBS["rire"])) == (
        "The child whose dog sleeps laughs.",
        "L'enfant dont le chien dort rit.",
        "0-0 1-1 2-2 3-3 3-4 4-5 5-6 6-7",
    )


def test_a_question_takes_est_ce_que_and_an_idiom_stays_together() -> None:
    key = Argument(Common(NOUNS["key"], "his"), NEED.preposition)

    assert pair(Clause(MARY, NEED, objects=(key,)), question=True) == (
        "Does Mary need his key?",
        "Est-ce que Marie a besoin de sa clé ?",
        "0-0 0-1 0-3 0-4 0-5 1-2 2-3 2-4 2-5 3-6 4-7 5-8",
    )


def test_cannot_is_two_words_in_one() -> None:
    hears = Clause(
        Pronoun(WE),
        VERBS["entendre"],
        "present",
        "not",
        MODALS["can"],
        objects=(Argument(Pronoun(THEY_F)),),
    )

    assert pair(hears) == (
        "We cannot hear them.",
        "Nous ne pouvons pas les entendre.",
        "0-0 1-1 1-2 1-3 2-5 3-4 4-6",
    )


def test_what_is_denied_has_de_and_no_article() -> None:
    bread = Common(NOUNS["bread"], "any")
    wants = Clause(
        Pronoun(HE),
        VERBS["manger"],
        "present",
        "not",
        MODALS["want"],
        objects=(Argument(bread),),
    )

    assert pair(wants) == (
        "He does not want to eat any bread.",
        "Il ne veut pas manger de pain.",
        "0-0 1-2 2-1 2-3 3-2 4-4 5-4 6-5 7-6 8-7",
    )


def test_a_masculine_makes_the_whole_list_masculine() -> None:
    both = Coordination((the("woman"), the("horse")))
    seen = Clause(both, VERBS["revenir"], "past", places=(There(),))

    assert pair(seen) == (
        "The woman and the horse came back there.",
        "La femme et le cheval y sont revenus.",
        "0-0 1-1 2-2 3-3 4-4 5-6 5-7 6-6 6-7 7-5 8-8",
    )


def test_dates_and_numbers_agree_too() -> None:
    days = date(1, 4, 1987)
    dresses = Common(NOUNS["dress"], "number", True, in_words(21))
    buys = Clause(Pronoun(SHE), VERBS["acheter"], "past", objects=(Argument(dresses),))

    assert pair(buys._replace(times=(days,))) == (
        "She bought twenty-one dresses on 1 May 1987.",
        "Elle a acheté vingt et une robes le 1er mai 1987.",
        "0-0 1-1 1-2 2-3 2-4 2-5 3-6 4-7 5-8 6-9 7-10 8-11",
    )


def test_future_after_when_is_a_future_in_french() -> None:
    when = Phrase(("when",), ("quand",), ((0, 0),), frozenset())
    arrives = Clause(the("hero"), VERBS["arriver"], "when")
    sings = Clause(Pronoun(WE), VERBS["chanter"], "future")

    assert pair(when, arrives, ",", sings) == (
        "When the hero arrives, we will sing.",
        "Quand le héros arrivera, nous chanterons.",
        "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-6 8-7",
    )


def test_there_are_is_three_words_whatever_there_is() -> None:
    laughs = Relative("who", Clause(Gap(Agreement(3, 0, True)), VERBS["rire"]))
    friends = Common(NOUNS["friend"], "many", True, relative=laughs)
    garden = At(WordPair("in", "dans"), the("garden"))

    assert pair(Existence(friends, garden)) == (
        "There are many friends who laugh in the garden.",
        "Il y a beaucoup d'amis qui rient dans le jardin.",
        "0-0 0-1 0-2 1-0 1-1 1-2 2-3 2-4 3-5 4-6 5-7 6-8 7-9 8-10 9-11",
    )


@pytest.mark.parametrize(
    ("relation", "place", "french"),
    [
        ("in", PLACES["Paris"], "à Paris"),
        ("in", PLACES["France"], "en France"),
        ("in", PLACES["Canada"], "au Canada"),
        ("in", PLACES["Iran"], "en Iran"),
        ("from", PLACES["Athens"], "d'Athènes"),
        ("from", PLACES["Hungary"], "de Hongrie"),
        ("from", PLACES["Japan"], "du Japon"),
        ("from", Place("Iran", "Iran", "m"), "d'Iran"),
    ],
)
def test_places_take_the_preposition_of_their_kind(
    relation: str, place: Place, french: str
) -> None:
    works = Clause(
        Pronoun(HE), VERBS["travailler"], places=(Geography(relation, place),)
    )

    source, target, _ = pair(works)

    assert source == f"He works {relation} {place.english}."
    assert target == f"Il travaille {french}."


@pytest.mark.parametrize(
    ("noun", "adjective", "french"),
    [
        (NOUNS["tree"], "beautiful", "du bel arbre"),
        (NOUNS["owl"], "old", "du vieux hibou"),
        (NOUNS["hero"], None, "du héros"),
        (NOUNS["story"], None, "de l'histoire"),
        (NOUNS["harp"], "new", "de la nouvelle harpe"),
    ],
)
def test_de_contracts_unless_the_article_is_elided(
    noun: Noun, adjective: str | None, french: str
) -> None:
    before = ADJECTIVES[adjective] if adjective else None
    place = At(WordPair("near", "près de"), Common(noun, "the", before=before))

    assert pair(Clause(MARY, VERBS["rester"], places=(place,)))[1] == (
        f"Marie reste près {french}."
    )


def test_indefinite_plurals_have_de_before_an_adjective() -> None:
    before = Common(NOUNS["child"], "a", True, before=ADJECTIVES["beautiful"])
    after = Common(NOUNS["egg"], "bare", True, after=ADJECTIVES["fresh"])
    sees = Clause(before, VERBS["acheter"], objects=(Argument(after),))

    assert pair(sees)[:2] == (
        "Some beautiful children buy fresh eggs.",
        "De beaux enfants achètent des œufs frais.",
    )


def test_how_something_is_done_stands_before_what_has_a_relative_clause() -> None:
    """*read a book that Mary wrote slowly* would be about the writing."""
    slowly = WordPair("slowly", "lentement")
    wrote = Clause(
        MARY, VERBS["écrire"], "past", objects=(Argument(Gap(Agreement(3, 0, False))),)
    )
    plain, told = (
        Common(NOUNS["book"], "a", relative=relative)
        for relative in (None, Relative("that", wrote))
    )
    for book, tense, expected in (
        (plain, "past", "He read a book slowly."),
        (told, "past", "He slowly read a book that Mary wrote."),
        (told, "future", "He will slowly read a book that Mary wrote."),
        (told, "progressive", "He is slowly reading a book that Mary wrote."),
    ):
        reads = Clause(
            Pronoun(HE), VERBS["lire"], tense, objects=(Argument(book),), manner=slowly
        )
        assert pair(reads)[0] == expected
    assert pair(reads._replace(tense="past"))[1:] == (
        "Il a lu lentement un livre que Marie a écrit.",
        "0-0 1-3 2-1 2-2 3-4 4-5 5-6 6-7 7-8 7-9 8-10",
    )
