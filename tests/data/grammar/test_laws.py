"""What must hold in every pair, over thousands of them."""

import math
from collections import Counter
from itertools import pairwise
from statistics import linear_regression, mean

import pytest

from nmtviz.data.grammar.corpus import GrammarConfig, generate
from nmtviz.data.grammar.lexicon import irregular_verbs, lexicon
from nmtviz.data.words import moses_words

PAIRS = list(generate(GrammarConfig(pairs=3000, seed=11, vocabulary=6000)))
LONG = list(
    generate(GrammarConfig(pairs=150, seed=12, mean_words=60, spread=15, max_words=80))
)
MARKS = frozenset(".,;?")

# Written again here, so that a slip in the lists does not excuse itself.
ASPIRATED = (
    *("héros", "hibou", "hérisson", "hamster", "haricot", "homard", "hache", "harpe"),
    *("hangar", "hameau", "huit", "hugo", "hambourg", "hongrie"),
)
ELIDED = frozenset("le la de ne que je me te puisque".split())  # noqa: SIM905
MASCULINE, FEMININE = frozenset({"le", "un", "ce", "cet"}), frozenset({"la", "une"})


def words(sentence: str) -> list[str]:
    """Split at spaces, apostrophes and marks: not the way that Moses does."""
    for mark in MARKS:
        sentence = sentence.replace(mark, f" {mark} ")
    return sentence.lower().replace("'", "' ").split()


def present_forms() -> set[str]:
    return {form for verb in lexicon().verbs for form in verb.french.present}


FRENCH = [words(pair.target) for pair in PAIRS + LONG]


def sounds_like_a_vowel(word: str) -> bool:
    if word.startswith("h"):
        return not word.startswith(ASPIRATED)
    return word[0] in "aeiouàâéèêëîïôûœ" and word != "onze"


def test_nothing_is_denied_in_a_question() -> None:
    questions = [pair for pair in PAIRS if pair.source.endswith("?")]

    assert len(questions) > 50
    assert [pair for pair in questions if "any" in words(pair.source)] == []


def test_nothing_stays_whole_before_a_vowel() -> None:
    found = [
        (word, after)
        for sentence in FRENCH
        for word, after in pairwise(sentence)
        if word in ELIDED and sounds_like_a_vowel(after)
    ]

    assert found == []


def test_nothing_is_elided_before_a_consonant() -> None:
    found = [
        (word, after)
        for sentence in FRENCH
        for word, after in pairwise(sentence)
        # y is a word, and si is elided before il alone
        if word.endswith("'") and not (sounds_like_a_vowel(after) or after == "y")
    ]

    assert found == []


def test_prepositions_contract_with_the_article() -> None:
    # The pronouns do not contract: de le voir, à les lui donner.
    verbs = {verb.french.infinitive for verb in lexicon().verbs} | {"lui", "leur", "y"}
    found = [
        (word, article, after)
        for sentence in FRENCH
        for word, article, after in zip(
            sentence, sentence[1:], sentence[2:], strict=False
        )
        if word in {"de", "à"} and article in {"le", "les"} and after not in verbs
    ]

    assert found == []


@pytest.mark.parametrize(
    "wrong",
    ["si il", "de de", "de du", "de des", "à à", "ce ce", "ne ne", "ma é", "un une"],
)
def test_these_words_never_meet(wrong: str) -> None:
    assert not any(f" {wrong} " in f" {' '.join(sentence)} " for sentence in FRENCH)


def test_articles_have_the_gender_of_the_noun_after_them() -> None:
    genders: dict[str, set[int]] = {}
    for nouns in lexicon().nouns.values():
        for noun in nouns:
            genders.setdefault(noun.french[0].lstrip("*"), set()).add(noun.gender)
    for form in present_forms():  # il le montre: no article
        genders.pop(form, None)
    seen = 0
    for sentence in FRENCH:
        for article, noun_word in pairwise(sentence):
            if noun_word not in genders or article not in MASCULINE | FEMININE:
                continue
            seen += 1
            assert int(article in FEMININE) in genders[noun_word], (article, noun_word)
    assert seen > 1000


def test_adjectives_agree_with_the_noun_beside_them() -> None:
    noun_forms = {
        noun.french[number].lstrip("*"): noun.gender + 2 * number
        for nouns in lexicon().nouns.values()
        for noun in nouns
        if noun.french[0] != noun.french[1]
        for number in (0, 1)
    }
    after = [
        a for a in lexicon().adjectives if a.side == "after" and len(set(a.french)) == 4
    ]
    forms = {form: index for a in after for index, form in enumerate(a.french)}
    seen = 0
    for sentence in FRENCH:
        for noun_word, adjective in pairwise(sentence):
            if noun_word in noun_forms and adjective in forms:
                seen += 1
                assert noun_forms[noun_word] == forms[adjective], (noun_word, adjective)
    assert seen > 100


def test_a_subject_and_its_verb_agree() -> None:
    endings = {"nous": "ons", "vous": "ez"}
    exceptions = {"sommes", "êtes", "dites", "faites"}
    found = [
        (subject, verb)
        for sentence in FRENCH
        for before, subject, verb in zip(
            [".", *sentence], sentence, sentence[1:], strict=False
        )
        if subject in endings
        and before in {".", ",", ";", "que", "et", "mais", "quand", "si", "dont", "où"}
        and verb
        not in {"ne", "n'", "y", "le", "la", "les", "lui", "leur", "l'", *exceptions}
        and verb not in {"me", "m'", "nous", "vous"}
        and not verb.endswith(endings[subject])
    ]

    assert found == []


def test_words_are_those_of_moses() -> None:
    for pair in [*PAIRS[:300], *LONG[:20]]:
        english, french = moses_words(pair.source, "en"), moses_words(pair.target, "fr")

        assert (len(english), len(french)) == pair.lengths
        assert not [word for word in french if "'" in word[:-1]]


def test_every_word_is_linked_and_no_link_leaves_the_sentence() -> None:
    for pair in PAIRS + LONG:
        assert {i for i, _ in pair.links} == set(range(pair.lengths[0]))
        assert {j for _, j in pair.links} == set(range(pair.lengths[1]))
        assert list(pair.links) == sorted(set(pair.links))


def test_listed_nouns_are_linked_to_their_translation() -> None:
    french = {
        noun.english[0]: noun.french[0].lstrip("*")
        for nouns in lexicon().nouns.values()
        for noun in nouns
    }
    unique = {word for word, count in Counter(french.values()).items() if count == 1}
    for pair in PAIRS[:200]:
        source, target = moses_words(pair.source, "en"), moses_words(pair.target, "fr")
        for i, word in enumerate(source):
            if french.get(word) in unique and french[word] in target:
                linked = {target[j] for k, j in pair.links if k == i}
                assert (
                    linked & {french[word]} or source.count(word) > 1 or len(word) < 5
                )


def test_no_sentence_is_longer_than_asked_for() -> None:
    assert max(max(pair.lengths) for pair in PAIRS) <= 40
    assert max(max(pair.lengths) for pair in LONG) <= 80
    assert max(pair.lengths[0] for pair in LONG) > 70


def test_sentences_are_about_as_long_as_asked_for() -> None:
    assert mean(pair.lengths[0] for pair in PAIRS) == pytest.approx(12, abs=1.5)
    assert mean(pair.lengths[0] for pair in LONG) == pytest.approx(60, abs=7)


def test_words_follow_zipfs_law() -> None:
    counts = Counter(word for pair in PAIRS for word in words(pair.source))
    common = [count for _, count in counts.most_common(1000)]

    logs = [(math.log(rank), math.log(common[rank - 1])) for rank in range(10, 1000)]
    slope = linear_regression(*zip(*logs, strict=True)).slope

    assert -1.3 < slope < -0.8


def test_every_irregular_verb_is_used() -> None:
    verbs = [*lexicon().verbs, *lexicon().modals, *lexicon().reports]
    used = {verb.french.infinitive for verb in verbs}

    assert set(irregular_verbs()) - used == {"être"}


def test_moses_takes_no_word_for_an_abbreviation() -> None:
    # The full stop after one would stay with it: "sec." is seconde.
    listed = lexicon()
    english = {
        form for nouns in listed.nouns.values() for n in nouns for form in n.english
    }
    french = {
        form for nouns in listed.nouns.values() for n in nouns for form in n.french
    }
    for adjective in listed.adjectives:
        english.add(adjective.english)
        french.update(adjective.french)
    for verb in listed.verbs:
        english.update(verb.english)
        french.update([verb.french.infinitive, *verb.french.participles])
        french.update(verb.french.present + verb.french.imperfect + verb.french.future)
    english.update(place.english for place in listed.places)
    french.update(place.french for place in listed.places)

    for words_of, language in ((english, "en"), (french, "fr")):
        for word in sorted(words_of - {""}):
            whole = word.lstrip("*")
            assert moses_words(f"{whole}.", language) == [whole, "."]
