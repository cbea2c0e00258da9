"""What a page says that a translation lacks."""

import pytest

from nmtviz.ui.lacking import lost, sentence_counts


def test_numbers_and_signs_are_named_a_minus_in_a_word() -> None:
    assert lost("-$250 and 12", "250", "fr") == ("12", "$", "minus")
    assert lost("-$250 and 12", "-250 $ et douze", "fr") == ()


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("He paid £350k.", "Il a payé 350 000 livres."),
        ("1,360 million dollars", "1,36 milliard de dollars"),
        ("$0.5 billion", "500 millions de dollars"),
        ("at 5 PM", "à dix-sept heures"),
        ("at 9 p.m.", "à vingt et une heures"),
        ("at 12:15 a.m.", "à minuit et quart"),
        ("at 2:30 p.m.", "à deux heures et demie de l'après-midi"),
        ("2½ cups for 3 people", "2 1/2 tasses pour trois personnes"),
    ],
)
def test_a_number_that_stands_there_otherwise_is_not_lost(
    source: str, translation: str
) -> None:
    assert lost(source, translation, "fr") == ()


@pytest.mark.parametrize(
    ("source", "translation", "language", "told"),
    [
        ("It opens at 9pm.", "Il ouvre à 9 heures.", "fr", ("9pm",)),
        ("It opens at 9:15 pm.", "Il ouvre à 21 h 30.", "fr", ("9:15",)),
        # The number of what is lost as a whole is not told once more, others are.
        ("£350k", "des livres", "fr", ("£350k",)),
        ("5 won 15 million dollars.", "On a 15 dollars.", "fr", ("15 million", "5")),
        ("15 million people", "16 millions de gens", "fr", ("15",)),
        ("2½ cups", "21 h2 tasses", "fr", ("2 1/2",)),
        ("Ninety-one, the 25th", "19, le 15", "fr", ("Ninety-one", "25th")),
        ("It opens at 9pm.", "Es öffnet um 9 Uhr.", "de", ()),  # of French only
    ],
)
def test_a_number_is_told_once(
    source: str, translation: str, language: str, told: tuple[str, ...]
) -> None:
    assert lost(source, translation, language) == told


@pytest.mark.parametrize(
    ("source", "translation", "counts"),
    [
        ("I see. You go. He is.", "Je vois. Il est.", (3, 2)),
        ('"Go!" "No."', "« Va ! » « Non. »", (2, 2)),
        ("Well... I don't know.", "Eh bien... je ne sais pas.", (1, 1)),
        ("Mr. Li left.", "M. Li est parti.", (1, 1)),
        ("", "", (0, 0)),
    ],
)
def test_sentences_are_counted_whatever_their_quotation_marks(
    source: str, translation: str, counts: tuple[int, int]
) -> None:
    assert sentence_counts(source, translation) == counts
