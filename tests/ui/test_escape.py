import string

from nmtviz.ui import escape


def test_every_mark_that_could_begin_markup_is_escaped() -> None:
    assert escape.markdown("a*b") == r"a\*b"
    for mark in string.punctuation:
        assert escape.markdown(mark) == "\\" + mark


def test_letters_of_any_script_stay() -> None:
    text = "Zoë 12 été שלום 🙂"

    assert escape.markdown(text) == text
