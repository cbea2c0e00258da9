"""Signs that a translation lacks, and the ways it may say them."""

import pytest

from nmtviz.evaluation.signs import lost_quotes, lost_signs


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("It costs $5.", "Ça coûte 5 $."),
        ("It costs $5.", "Ça coûte cinq dollars."),
        ("It costs $5.", "DOLLARS"),
        ("$44 billion", "44 milliards de dollars"),
        ("5 €", "5 euros"),
        ("£140", "140 livres"),
        ("£1.2m", "1,2 million de livres sterling"),
        ("up 5%", "en hausse de 5 pour cent"),
        ("up 5 %", "en hausse de 5 %"),
        ("no sign", "rien"),
        ("He writes $ with one stroke.", "Il l'écrit d'un trait."),
        ("Micro$oft", "Microsoft"),
        ("It is -20 outside.", "Il fait -20 dehors."),
        ("It is -20 outside.", "Il fait \u221220 dehors."),
        ("It is -20 outside.", "Il fait moins vingt dehors."),
        ("It is -20 outside.", "Il fait vingt degrés au-dessous de zéro."),
        ("My balance is -$250.", "Mon solde est de - 250 $."),
        ("from 3-5 pm", "de 3 à 5 heures"),
        ("a 2-year plan", "un plan de 2 ans"),
        ("- 5 eggs", "5 œufs"),
        ("a > b", "a est supérieur à b"),
        ("2+2=4", "deux plus deux font quatre"),
        ("C++ and #5", "C++ et #5"),
    ],
)
def test_a_sign_may_stay_or_become_a_word(source: str, translation: str) -> None:
    assert lost_signs(source, translation, "fr") == ()


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("It costs $999.", "Ça coûte 999.", ("$",)),
        ("It costs $999.", "Ça coûte 999 euros.", ("$",)),
        ("£140 or 5%", "140 ou 5", ("£", "%")),
        ("€140", "<unk>140", ("€",)),
        ("€5 for Europeans", "5 pour les Européens", ("€",)),
        ("£5 for the delivery", "5 pour la faire livrer", ("£",)),
        ("5 $ or 3 $", "5 ou 3", ("$",)),
        ("-5 degrees", "5 degrés", ("-",)),
        ("My balance is -$250.", "Mon solde est-il de 250 $ ?", ("-",)),
        ("(-3)", "(3)", ("-",)),
        ("It is \u22125 there.", "Il fait 5.", ("-",)),
        ("if x > y", "si x y", (">",)),
        ("a < b", "a <unk> b", ("<",)),
        ("me@home, #2", "moi, 2", ("@", "#")),
        ("It is -5 there.", "Fait-il 5 là-bas, 3-5 peut-être ?", ("-",)),
    ],
)
def test_what_is_neither_there_nor_said_is_lost(
    source: str, translation: str, lost: tuple[str, ...]
) -> None:
    assert lost_signs(source, translation, "fr") == lost


def test_words_are_those_of_the_language() -> None:
    assert lost_signs("140 £", "140 livres", "en") == ("£",)
    assert lost_signs("140 £", "140 pounds", "en") == ()


def test_of_other_languages_hardly_anything_is_known() -> None:
    assert lost_signs("$5", "fünf", "de") == ()
    assert lost_signs("a > 5", "a 5", "de") == (">",)  # but for what all of them keep


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ('Say "yes".', "Dis oui.", True),
        ("Say “yes”.", "Dis « oui ».", False),
        ('Say "yes".', 'Dis "oui".', False),
        ('12" wide', "12 de large", False),  # inches
    ],
)
def test_quotation_marks_are_lost_if_none_is_there(
    source: str, translation: str, lost: bool
) -> None:
    assert lost_quotes(source, translation) is lost
