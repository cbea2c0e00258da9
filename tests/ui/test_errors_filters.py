"""Which sentences to look at, asked for by a click on words."""

import pytest
from streamlit.testing.v1 import AppTest


def clicked(word: str) -> AppTest:
    """Return a page after a click on a word."""

    def page(word: str) -> None:
        import streamlit as st  # noqa: PLC0415, the function is a page of its own

        from nmtviz.ui.errors.filters import search_for  # noqa: PLC0415

        st.button("Search", on_click=search_for, args=([word],))

    return (
        AppTest.from_function(page, args=(word,), default_timeout=60)
        .run()
        .button[0]
        .click()
        .run()
    )


# Around a word stand ten characters.
@pytest.mark.parametrize("length", [1, 190])
def test_a_word_is_searched_for(length: int) -> None:
    page = clicked("x" * length)

    assert page.session_state["find"] == f"(?-i:\\b{'x' * length}\\b)"
    assert not page.toast


@pytest.mark.parametrize("length", [191, 5_000])
def test_a_word_too_long_for_a_regular_expression_is_told(length: int) -> None:
    page = clicked("x" * length)

    (told,) = page.toast
    assert f"at most 200 characters, and theirs has {length + 10}." in told.value
    assert "find" not in page.session_state
    assert "view" not in page.session_state
