"""Numbers in English words, and ordinals, that are lost: cases by hand."""

import pytest

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.evaluation.counts import lost_counts, lost_ordinals


def french(number: int) -> str:
    return plain_words(number, "fr")


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("ninety-one euros", "quatre-vingt-onze euros", ()),
        ("ninety-one euros", "91 euros", ()),
        ("Ninety one euros", "quatre-vingt-dix-neuf euros", ("Ninety one",)),
        ("three hundred and forty-two pages", "trois cent quarante-deux pages", ()),
        ("three hundred and forty-two pages", "342 pages", ()),
        ("a hundred twenty-one pages", "121 pages", ()),
        (
            "three hundred and forty-two pages",
            "trois cent quarante-huit pages",
            ("three hundred and forty-two",),
        ),
        ("nineteen eighty-four", "dix-neuf cent quatre-vingt-quatre", ()),  # a year
        ("ninety-five thousand", "95 000", ()),  # part of a larger number
        ("one or ten of the twenties", "", ()),
    ],
)
def test_a_number_in_words_is_there_in_words_or_digits(
    source: str, translation: str, lost: tuple[str, ...]
) -> None:
    assert lost_counts(source, translation, french) == lost


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("the 25th of June", "le 25 juin", ()),
        ("the 25th of June", "le 15 juin", ("25th",)),
        ("the 25th of June", "le 25,5 juin", ("25th",)),
        ("the 21st century", "le XXIe siècle", ()),
        ("the 19th century", "le XIXème siècle", ()),
        ("the 19th century", "le XIe siècle", ("19th",)),
        ("the 5th and the 9th", "le cinquième et le neuvième", ()),
        ("the 21st", "le vingt et unième", ()),
        ("the 4th", "le quatrième", ()),
        ("the 7th floor of the 2nd building", "au 7e étage", ()),  # has words, too
        ("the 7th floor", "au dernier étage", ("7th",)),
    ],
)
def test_an_ordinal_is_there_in_digits_letters_or_words(
    source: str, translation: str, lost: tuple[str, ...]
) -> None:
    assert lost_ordinals(source, translation, french) == lost
