import pytest

from nmtviz.runs.output import last_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it left no message; it may have been killed, perhaps as memory ran out."),
        (
            " \n\n",
            "it left no message; it may have been killed, perhaps as memory ran out.",
        ),
        ("one\ntwo\n\n", "two"),
        ("nmtviz: The disk is full.\n", "The disk is full."),
        ("nmtviz: first\nnmtviz: second\n=====\nFAILED\n", "second"),
    ],
)
def test_what_was_wrong_is_found_before_what_others_say(text: str, words: str) -> None:
    assert last_words(text) == words
