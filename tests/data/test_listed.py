"""What our sentences say of words with a capital."""

import pytest

from nmtviz.data import listed


@pytest.mark.parametrize(
    ("word", "french"), [("Volcanoes", "Volcans"), ("STATES", "Etats"), ("The", "Les")]
)
def test_words_that_stand_in_small_letters_somewhere_are_common(
    word: str, french: str
) -> None:
    assert listed.is_expected(word, french)
    assert not listed.is_expected(word, "qx")  # what is none is a slip


def test_a_name_that_is_a_common_word_too_becomes_no_other_name() -> None:
    assert not listed.is_expected("Baker", "Bbker")
    assert not listed.is_expected("Baker", "Broker")


@pytest.mark.parametrize("word", ["Raghunathan", "Lisbon"])
def test_a_name_is_not(word: str) -> None:
    assert not listed.is_expected(word, "qx")
    assert not listed.is_expected(word, "chien")


def test_names_of_both_languages_are_known_in_all_their_forms() -> None:
    assert listed.is_expected("Greece", "Grèce")
    assert listed.is_expected("Egypt", "Égypte")  # listed as *l'Égypte*
    assert listed.is_expected("November", "Novembre")  # at the begin of a sentence
    assert listed.is_expected("Russians", "Russes")  # listed as one of them
    assert not listed.is_expected("Greece", "Égypte")


def test_words_with_a_capital_wherever_they_stand_are_names() -> None:
    assert listed.is_name("Christmas")
    assert not listed.is_common("christmas")  # though it is there
    assert listed.is_common("may")
    assert not listed.is_name("King")
    assert not listed.is_name("Raghunathan")  # on no list, in no sentence
    assert not listed.is_name("Mouffetard")  # on no list, in a single sentence


def test_a_common_word_may_become_any_and_a_listed_name_what_it_is_in_french() -> None:
    assert listed.may_become("Where", "Où")
    assert listed.may_become("Where", "chat")
    assert listed.may_become("Greece", "Grèce")
    assert listed.may_become("Mondays", "lundi")
    assert not listed.may_become("Greece", "Espagne")
    assert not listed.may_become("Warsaw", "Vathap")
    assert not listed.may_become("Raghunathan", "chat")
