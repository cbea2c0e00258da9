"""Scales and halves of the day that a translation lacks: cases by hand."""

import pytest

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.evaluation.number_words import lost_halves, lost_scales


def french(number: int) -> str:
    return plain_words(number, "fr")


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("He paid £350k.", "Il a payé 350 000 livres."),
        ("He paid £350k.", "Il a payé 350 mille livres."),
        ("1.5 million people", "1,5 million de personnes"),
        ("1.5 million people", "1 500 000 personnes"),
        ("1.5 million people", "1\u202f500\u202f000 personnes"),
        ("2.4 trillion dollars", "2 400 milliards de dollars"),
        ("2.4 trillion dollars", "2\u202f400 milliards de dollars"),
        ("2.4 trillion dollars", "2,4 billions de dollars"),
        ("$3bn", "trois milliards de dollars"),
        ("1,360 million dollars", "1,36 milliard de dollars"),
        ("$0.5 billion", "500 millions de dollars"),
        ("a 4K screen", "un écran 4K"),
        ("a 5m wall", "un mur de 5 m"),  # metres
        ("5 millionaires", "5 millionnaires"),
        ("10 kilos", "10 kilos"),
        ("Five million people", "cinq personnes"),  # not in digits
    ],
)
def test_a_scale_is_a_word_or_zeros(source: str, translation: str) -> None:
    assert lost_scales(source, translation) == ()


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("He sold it for £350k.", "Il l'a vendue 350 livres.", "£350k"),
        ("20k followers", "20 canards", "20k"),
        ("2.4 trillion dollars", "2,4 milliards de dollars", "2.4 trillion"),
        ("3 billion people", "3 millions de personnes", "3 billion"),
        ("3 billion people", "3 billions de personnes", "3 billion"),
        ("$1.2m", "1,2 dollars", "$1.2m"),
        ("40 thousand", "40", "40 thousand"),
        ("10k followers", "10 km plus loin", "10k"),
        ("5 billion", "500 millions", "5 billion"),
    ],
)
def test_a_scale_that_is_not_there_is_lost(
    source: str, translation: str, lost: str
) -> None:
    assert lost_scales(source, translation) == (lost,)


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("at 9 p.m.", "à 21 heures"),
        ("at 9pm", "à 9 heures du soir"),
        ("at 2:30 p.m.", "à 14 h 30"),
        ("at 5 PM", "à dix-sept heures"),
        ("at 9 p.m.", "à vingt et une heures"),
        ("at 3 p.m.", "à trois heures de l'après-midi"),
        ("at 12:15 a.m.", "à 0 h 15"),
        ("at 12:15 a.m.", "à minuit et quart"),
        ("at 12 p.m.", "à 12 heures"),
        ("at 8 a.m.", "à 8 heures"),
        ("9 amps and 5 pmol", "9 ampères et 5 pmol"),
        ("90 p.m.", "90"),  # no time
    ],
)
def test_a_half_of_the_day_is_counted_or_said(source: str, translation: str) -> None:
    assert lost_halves(source, translation, french) == ()


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("It opens at 9pm.", "Il ouvre à 9 heures.", "9pm"),
        ("It leaves at 12:15 a.m. today.", "Il part à 12 h 15.", "12:15 a.m."),
        ("at 5 p.m.", "à sept heures", "5 p.m."),
        ("at 7:30 a.m.", "à 19 h 30", "7:30 a.m."),
        ("at 2:14 p.m.", "à 2 h 14", "2:14 p.m."),
        ("at 12:00 a.m.", "à 12:00", "12:00 a.m."),
    ],
)
def test_another_half_of_the_day_is_told(
    source: str, translation: str, lost: str
) -> None:
    assert lost_halves(source, translation, french) == (lost,)
