"""What a page says that a translation lacks."""

from nmtviz.ui.lacking import lost


def test_numbers_and_signs_are_named_a_minus_in_a_word() -> None:
    assert lost("-$250 and 12", "250", "fr") == ("12", "$", "minus")
    assert lost("-$250 and 12", "-250 $ et douze", "fr") == ()
