"""Text of people and files made safe for Streamlit's Markdown."""

import re

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def markdown(text: str) -> str:
    """Return Markdown that shows a text letter by letter.

    Streamlit reads Markdown, formulas, colours, icons and emoji codes in most of
    what it shows; every one of them needs an ASCII punctuation mark to begin.
    """
    return _PUNCTUATION.sub(r"\\\1", text)
