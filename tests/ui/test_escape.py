import string

from nmtviz.ui import escape


def test_every_mark_that_could_begin_markup_is_escaped() -> None:
    assert escape.markdown("a*b") == r"a\*b"
    for mark in string.punctuation:
        assert escape.markdown(mark) == "\\" + mark


def test_addresses_are_taken_apart_so_that_they_are_no_links() -> None:
    for address, part in (
        ("www.a.org", "www"),
        ("HTTPS://a.org", "HTTPS:"),
        ("you@a.org", "you"),
    ):
        assert escape.markdown(address).replace("\\", "").startswith(f"{part}\u2060")
    assert "\u2060" not in escape.markdown("a @ b, http: www @")


def test_letters_of_any_script_stay() -> None:
    text = "Zoë 12 été שלום 🙂"

    assert escape.markdown(text) == text


def test_marks_that_become_other_signs_are_taken_apart() -> None:
    joined = "\u2060"
    for mark in ("--", "->", "<-", "<->", ">=", "<=", "~="):
        shown = escape.markdown(f"a {mark} b").replace("\\", "")
        assert shown == f"a {joined.join(mark)} b"
    assert f":{joined}streamlit" in escape.markdown(":streamlit:").replace("\\", "")
    assert joined not in escape.markdown("a - b > c = d")
