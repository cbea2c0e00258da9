"""Words by Moses' rules."""

import pytest

from nmtviz.data.words import clean, moses_words


def test_an_accent_apart_from_its_letter_is_of_the_same_word() -> None:
    apart = "L'e\u0301te\u0301 nai\u0302t, franc\u0327ais."

    words = ["L'", "\u00e9t\u00e9", "na\u00eet", ",", "fran\u00e7ais", "."]
    assert moses_words(apart, "fr") == words


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "The chil\ufffedren",
            "The chil\x02dren",
            "The chil\u00addren",
            "\ufeffThe children",
            "The\u200b children",
        ),
        *("The \u2066children\u2069", "\u202aThe children\u202c", "The\u2060 children"),
    ],
)
def test_what_nobody_sees_changes_nothing(typed: str) -> None:
    assert clean(typed).split() == moses_words(typed, "en") == ["The", "children"]


def test_a_joiner_is_a_letter_of_some_scripts() -> None:
    assert (
        clean("\u0645\u06cc\u200c\u0631\u0648\u0645")
        == "\u0645\u06cc\u200c\u0631\u0648\u0645"
    )


def test_a_mark_that_no_character_has_stays() -> None:
    assert "".join(moses_words("x\u0301", "en")) == "x\u0301"
