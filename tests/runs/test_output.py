import pytest

from nmtviz.runs.output import last_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "It ended without a word."),
        (" \n\n", "It ended without a word."),
        ("one\ntwo\n\n", "two"),
        ("nmtviz: The disk is full.\n", "The disk is full."),
        ("nmtviz: first\nnmtviz: second\n=====\nFAILED\n", "second"),
    ],
)
def test_what_was_wrong_is_found_before_what_others_say(text: str, words: str) -> None:
    assert last_words(text) == words
