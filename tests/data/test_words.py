"""Words by Moses' rules."""

from nmtviz.data.words import moses_words


def test_an_accent_apart_from_its_letter_is_of_the_same_word() -> None:
    apart = "L'e\u0301te\u0301 nai\u0302t, franc\u0327ais."

    words = ["L'", "\u00e9t\u00e9", "na\u00eet", ",", "fran\u00e7ais", "."]
    assert moses_words(apart, "fr") == words


def test_a_mark_that_no_character_has_stays() -> None:
    assert "".join(moses_words("x\u0301", "en")) == "x\u0301"
