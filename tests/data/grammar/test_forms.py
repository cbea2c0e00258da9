"""Inflection, against forms that a dictionary gives."""

import pytest

from nmtviz.data.grammar.conjugation import conjugate
from nmtviz.data.grammar.entries import Adjective
from nmtviz.data.grammar.forms import (
    begins_with_vowel,
    english_plural,
    english_verb,
    french_plural,
    takes_an,
)
from nmtviz.data.grammar.lexicon import irregular_verbs
from nmtviz.data.grammar.numbers import english_words, french_words, in_digits


@pytest.mark.parametrize(
    ("infinitive", "present", "imperfect", "future", "participles"),
    [
        (
            "manger",
            "mange manges mange mangeons mangez mangent",
            "mangeais mangeais mangeait mangions mangiez mangeaient",
            "mangera",
            "mangé mangée mangés mangées",
        ),
        (
            "commencer",
            "commence commences commence commençons commencez commencent",
            "commençais commençais commençait commencions commenciez commençaient",
            "commencera",
            "commencé commencée commencés commencées",
        ),
        (
            "espérer",
            "espère espères espère espérons espérez espèrent",
            "espérais espérais espérait espérions espériez espéraient",
            "espérera",
            "espéré espérée espérés espérées",
        ),
        (
            "nettoyer",
            "nettoie nettoies nettoie nettoyons nettoyez nettoient",
            "nettoyais nettoyais nettoyait nettoyions nettoyiez nettoyaient",
            "nettoiera",
            "nettoyé nettoyée nettoyés nettoyées",
        ),
        (
            "lever",
            "lève lèves lève levons levez lèvent",
            "levais levais levait levions leviez levaient",
            "lèvera",
            "levé levée levés levées",
        ),
        (
            "choisir",
            "choisis choisis choisit choisissons choisissez choisissent",
            "choisissais choisissais choisissait "
            "choisissions choisissiez choisissaient",
            "choisira",
            "choisi choisie choisis choisies",
        ),
        (
            "vendre",
            "vends vends vend vendons vendez vendent",
            "vendais vendais vendait vendions vendiez vendaient",
            "vendra",
            "vendu vendue vendus vendues",
        ),
        (
            "devoir",
            "dois dois doit devons devez doivent",
            "devais devais devait devions deviez devaient",
            "devra",
            "dû due dus dues",
        ),
        (
            "envoyer",
            "envoie envoies envoie envoyons envoyez envoient",
            "envoyais envoyais envoyait envoyions envoyiez envoyaient",
            "enverra",
            "envoyé envoyée envoyés envoyées",
        ),
    ],
)
def test_verbs_are_conjugated(
    infinitive: str, present: str, imperfect: str, future: str, participles: str
) -> None:
    forms = conjugate(infinitive, irregular_verbs())

    assert " ".join(forms.present) == present
    assert " ".join(forms.imperfect) == imperfect
    assert forms.future[2] == future
    assert " ".join(forms.participles) == participles


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("stop", "stop stops stopped stopping"),
        ("visit", "visit visits visited visiting"),
        ("cry", "cry cries cried crying"),
        ("play", "play plays played playing"),
        ("lie", "lie lies lied lying"),
        ("agree", "agree agrees agreed agreeing"),
        ("travel", "travel travels travelled travelling"),
        ("wash", "wash washes washed washing"),
        ("clean", "clean cleans cleaned cleaning"),
    ],
)
def test_english_verbs_follow_the_rules_of_spelling(base: str, forms: str) -> None:
    assert " ".join(english_verb(base)) == forms


@pytest.mark.parametrize(
    ("french", "forms"),
    [
        ("heureux", "heureux heureuse heureux heureuses"),
        ("fier", "fier fière fiers fières"),
        ("naïf", "naïf naïve naïfs naïves"),
        ("gris", "gris grise gris grises"),
        ("beau belle bel", "beau belle beaux belles"),
        ("bleu", "bleu bleue bleus bleues"),
        ("bon bonne", "bon bonne bons bonnes"),
    ],
)
def test_adjectives_have_four_forms(french: str, forms: str) -> None:
    assert " ".join(Adjective.of("", french, "after", "").french) == forms


def test_nouns_have_plurals() -> None:
    assert [french_plural(w) for w in ("cheval", "gâteau", "feu", "ours", "ami")] == [
        *("chevaux", "gâteaux", "feux", "ours", "amis")
    ]
    assert [english_plural(w) for w in ("lady", "toy", "box", "church", "cat")] == [
        *("ladies", "toys", "boxes", "churches", "cats")
    ]


def test_an_h_is_mute_unless_it_is_marked() -> None:
    assert [
        w
        for w in ("homme", "*héros", "œuf", "Émilie", "*onze", "12", "y", "*yacht")
        if begins_with_vowel(w)
    ] == ["homme", "œuf", "Émilie", "y"]


def test_an_stands_before_a_sound_and_not_a_letter() -> None:
    assert [
        w
        for w in ("apple", "hour", "university", "useful", "uncle", "cat", "honor")
        if takes_an(w)
    ] == ["apple", "hour", "uncle", "honor"]


@pytest.mark.parametrize(
    ("number", "english", "masculine", "feminine"),
    [
        (8, "eight", "*huit", "*huit"),
        (21, "twenty-one", "vingt et un", "vingt et une"),
        (48, "forty-eight", "quarante-huit", "quarante-huit"),
        (70, "seventy", "soixante-dix", "soixante-dix"),
        (71, "seventy-one", "soixante et *onze", "soixante et *onze"),
        (77, "seventy-seven", "soixante-dix-sept", "soixante-dix-sept"),
        (80, "eighty", "quatre-vingts", "quatre-vingts"),
        (81, "eighty-one", "quatre-vingt-un", "quatre-vingt-une"),
        (91, "ninety-one", "quatre-vingt-onze", "quatre-vingt-onze"),
        (98, "ninety-eight", "quatre-vingt-dix-huit", "quatre-vingt-dix-huit"),
    ],
)
def test_numbers_are_written_in_words(
    number: int, english: str, masculine: str, feminine: str
) -> None:
    assert english_words(number) == english
    assert " ".join(french_words(number, feminine=False)) == masculine
    assert " ".join(french_words(number, feminine=True)) == feminine


def test_thousands_have_a_comma_in_english_and_a_space_in_french() -> None:
    number = in_digits(1250)

    assert number.english == ("1,250",)
    assert number.french[0] == ("1", "250")
