"""Text of people and files made safe for Streamlit's Markdown."""

import re

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_MARK = re.compile(r"(?<=[-<>~])(?=[->=])|(?<=:)(?=streamlit:)")
_LINK = re.compile(r"(?i)(\bwww(?=\.)|\bhttps?:(?=//)|(?<=\S)(?=@\S))")
_JOINER = "\u2060"
"""The word joiner: no width, no line break, and no link around it."""


def markdown(text: str) -> str:
    """Return Markdown that shows a text letter by letter.

    Streamlit reads Markdown, formulas, colours, icons and emoji codes in most of
    what it shows; every one of them needs an ASCII punctuation mark to begin. Web and
    mail addresses become links without any mark, and `--` or `->` other signs in spite
    of it, so they are taken apart.
    """
    text = _LINK.sub(rf"\1{_JOINER}", _MARK.sub(_JOINER, text))
    return _PUNCTUATION.sub(r"\\\1", text)
