"""Fractions that a translation lacks: cases by hand."""

import pytest

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.evaluation.fractions import lost_fractions, without_fractions


def french(number: int) -> str:
    return plain_words(number, "fr")


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("2 1/2 cups of milk", "2 1/2 tasses de lait"),
        ("2 1/2 cups of milk", "2 et 1/2 tasses de lait"),
        ("2 1/2 cups of milk", "deux tasses et demie de lait"),
        ("2 1/2 cups of milk", "2,5 tasses de lait"),
        ("3 1/4 pounds", "trois livres et quart"),
        ("1 1/2 hours", "1 h 30"),
        ("1 1/2 hours", "90 minutes"),
        ("3/4 of an hour", "quarante-cinq minutes"),
        ("3/4 of the voters", "les trois quarts des électeurs"),
        ("1/2 of it", "la moitié"),
        ("2/5 of it", "deux cinquièmes"),
        ("on 3/4", "le 4/3"),  # a date
        ("9/11/2001 and 120/80", ""),  # no fractions
    ],
)
def test_a_fraction_is_there_in_many_ways(source: str, translation: str) -> None:
    assert lost_fractions(source, translation, french) == ()


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("2 1/2 cups of milk", "21 h2 tasses de lait", "2 1/2"),
        ("2 1/2 cups of milk", "1/2 tasse de lait", "2 1/2"),
        ("2 1/2 cups of milk", "12 1/2 tasses de lait", "2 1/2"),
        ("3 1/4 pounds", "3144 livres", "3 1/4"),
        ("1/2 a mile", "30 milles", "1/2"),
        ("1 1/2 hours", "11 h 22 heures", "1 1/2"),
        ("1/3 of it", "1/4", "1/3"),
    ],
)
def test_a_fraction_that_became_another_number_is_lost(
    source: str, translation: str, lost: str
) -> None:
    assert lost_fractions(source, translation, french) == (lost,)


def test_the_rest_of_a_sentence_has_no_fraction() -> None:
    assert without_fractions("2 1/2 or 3/4 of 12") == " or  of 12"
