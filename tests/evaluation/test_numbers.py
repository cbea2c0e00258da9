import pytest

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.evaluation.numbers import lost_numbers


def french(number: int) -> str:
    return plain_words(number, "fr")


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("no number", "aucun"),
        ("It costs 19.99 dollars.", "Ça coûte 19,99 dollars."),
        ("1,250 euros", "1 250 euros"),
        ("1,250 euros", "1\u202f250 euros"),
        ("1,250 euros", "1250 euros"),
        ("3000 metres", "3 000 mètres"),
        ("1,250,000.50", "1 250 000,50"),
        ("1 250 pages", "1,250 pages"),
        ("1 250 pages", "1250 pages"),
        ("I have 12\u202f000 apples", "J'ai 12000 pommes"),
        ("It costs 1250.50 dollars", "Cela coûte 1 250,50 dollars"),
        ("1,250.50 dollars", "1250,50 dollars"),
        ("1 250.50 dollars", "1.250,50 dollars"),
        ("version 1.2.3", "version 1.2.3"),
        ("0.125 mg", "0,125 mg"),
        ("$1,250", "1 250,00 $"),
        ("12500 euros", "12 500,00 euros"),
        ("On page 12 300 people are named.", "À la page 12, 300 sont nommés."),
        ("in 2019 300 people came", "en 2019, 300 personnes sont venues"),
        ("at 5:30", "à 5 h 30"),
        ("at 2:30 p.m.", "à 14 h 30"),
        ("at 7:00", "à 7 h"),
        ("The meeting is at 4 p.m. in room 12.", "à 16 heures dans la salle 12"),
        ("at 11pm", "à 23 h"),
        ("on 12/03/2024", "le 3/12/2024"),
        ("the 1990s", "les années 1990"),
        ("02 November", "le 2 novembre"),
        (
            "I have 3 dogs, 21 cats and 1 bird.",
            "J'ai trois chiens, vingt et un chats, un",
        ),
        ("the 1990s", "les années 90"),
        ("1 car", "une voiture"),
        ("18 people, 20 dogs", "dix-huit personnes, vingt chiens"),
        ("10 or 8", "dix, huit"),
        ("the 1st of May, the 21st century", "le premier mai, le XXIe siècle"),
        ("the 2nd of 80", "le deuxième de quatre-vingts"),
        ("$1,000", "mille dollars"),
        ("a 5 and a 5", "un 5"),
        ("12.5 dollars", "12,50 dollars"),
        ("0.085 m", "0,085 m"),
        ("Rule 01", "Règle 1.01"),
        ("Call 020 7946 0018.", "Appelez le 020 7946 0018."),
        ("7946 118", "7946 118"),
        ("5, 10 or 15", "5, 10 ou 15"),
        ("in 2019", "en 2019."),
        ("It takes 1.5-2.5 hours.", "Cela prend de 1,5 à 2,5 heures."),
        ("About 1,000-2,000 people", "Environ 1 000 à 2 000 personnes"),
        ("The 1,000th visitor came.", "Le millième visiteur est venu."),
        ("It costs $5.00.", "Ça coûte 5 $."),
        ("$2.50", "2,5 dollars"),
        ("at 13:30", "à 1 h 30"),
        ("the 1890s", "les années 90"),
        ("Flat 1, zone 6", "Appartement 1 600E, zone 6"),  # of a code
    ],
)
def test_numbers_may_change_their_looks(source: str, translation: str) -> None:
    assert lost_numbers(source, translation, french) == ()


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("It costs 19.99 dollars.", "Ça coûte 1999 dollars.", ["19.99"]),
        ("1,250 euros", "1,2 50 euros", ["1,250"]),
        ("1,250 euros", "1 250 000 euros", ["1,250"]),
        ("0.125 mg", "125 mg", ["0.125"]),
        ("I have 12 000 apples", "J'ai 12 pommes", ["12 000"]),
        ("1250.50 dollars", "1250 dollars", ["1250.50"]),
        ("version 1.2.3", "version 1.2", ["1.2.3"]),
        ("for $44 billion", "pour 4 milliards", ["44"]),
        ("for 4 billion", "pour 44 milliards", ["4"]),
        ("call 555-0123", "appelez le 55 550033", ["555-0123"]),
        ("at 5:30", "à 5 h 3", ["5:30"]),
        ("Call 020 7946 0018.", "Appelez le 020 7946 018.", ["0018"]),
        ("agent 007", "agent 7", ["007"]),
        ("at 4 p.m.", "à 15 heures", ["4"]),
        ("4 pms", "16", ["4"]),
        ("It takes 1.5-2.5 hours.", "Cela prend de 1,5 à 2 heures.", ["1.5-2.5"]),
        ("at 7:00", "à huit heures", ["7:00"]),
        ("on 12/03/2024", "le 3 décembre 2024", ["12/03/2024"]),
        ("the 1990s", "les années 80", ["1990"]),
        ("at 12 p.m.", "à 24 heures", ["12"]),
        ("at 5:10", "à 5 h 22", ["5:10"]),
        ("10 and 20 and 30", "10, 25, trente", ["20"]),
        ("It costs 5 dollars.", "Ça coûte 5 000 dollars.", ["5"]),
        ("I have 19 cats.", "J'ai 19,99 chats.", ["19"]),
        ("It is 5.", "C'est 0,5.", ["5"]),
        ("12.5 dollars", "12,55 dollars", ["12.5"]),
        ("on 7 September", "en septembre", ["7"]),
        ("10 people", "dix-huit personnes", ["10"]),
        ("8 people", "dix-huit personnes", ["8"]),
        ("1 on Monday", "lundi", ["1"]),
        ("21 or 1", "vingt et un", ["1"]),
        ("5.00 dollars", "50 dollars", ["5.00"]),
        ("5.00 dollars", "5,25 dollars", ["5.00"]),
        ("4 francs", "quatre-vingts francs", ["4"]),
        ("100 euros", "Le centre est ouvert.", ["100"]),
        ("200 people", "mille deux cents personnes", ["200"]),
        ("9" * 5000 + " and 7", "rien", ["9" * 5000, "7"]),
    ],
)
def test_numbers_that_are_not_there_are_named(
    source: str, translation: str, lost: list[str]
) -> None:
    assert lost_numbers(source, translation, french) == tuple(lost)


def test_without_words_of_a_language_only_digits_count() -> None:
    assert lost_numbers("3 dogs", "drei Hunde") == ("3",)
    assert plain_words(3, "de") == ""


@pytest.mark.parametrize(
    ("number", "language", "said"),
    [
        (8, "fr", "huit"),
        (71, "fr", "soixante et onze"),
        (80, "fr", "quatre-vingts"),
        (1_000, "fr", "mille"),
        (42, "en", "forty-two"),
        (101, "fr", "cent un"),
        (200, "fr", "deux cents"),
        (205, "fr", "deux cent cinq"),
        (2_000, "fr", "deux mille"),
        (80_000, "fr", "quatre-vingt mille"),
        (200_300, "fr", "deux cent mille trois cents"),
        (1_999, "fr", "mille neuf cent quatre-vingt-dix-neuf"),
        (808, "fr", "huit cent huit"),
        (1_000_001, "fr", ""),
        (0, "en", "zero"),
        (342, "en", "three hundred and forty-two"),
        (12_000, "en", "twelve thousand"),
    ],
)
def test_numbers_are_said(number: int, language: str, said: str) -> None:
    assert plain_words(number, language) == said


def test_three_digits_at_the_end_of_thousands_are_another_number() -> None:
    assert lost_numbers("500 euros", "5 500 euros") == ("500",)
    assert lost_numbers("5 500 euros", "5 500 euros") == ()


def test_the_zeros_of_a_telephone_number_count() -> None:
    assert lost_numbers("Call 555-0199.", "Appelez le 555-00199.") == ("555-0199",)
    assert lost_numbers("Call 555-0199.", "Appelez le 555-199.") == ("555-0199",)
    assert lost_numbers("Call 555-0199.", "Appelez le 555 0199.") == ()
