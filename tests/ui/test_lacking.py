"""What a page says that a translation lacks."""

import pytest

from nmtviz.ui.lacking import lost, sentence_counts


def test_numbers_and_signs_are_named_a_minus_in_a_word() -> None:
    assert lost("-$250 and 12", "250", "fr") == ("12", "$", "minus")
    assert lost("-$250 and 12", "-250 $ et douze", "fr") == ()


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
