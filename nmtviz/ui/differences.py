"""What differs between two texts, in their words."""

import html
from collections.abc import Sequence
from difflib import SequenceMatcher

from nmtviz.figures.labels import plain
from nmtviz.ui import escape


def differing(
    before: Sequence[str], after: Sequence[str]
) -> tuple[list[bool], list[bool]]:
    """Say of each word whether the other side lacks it at its place."""
    old, new = [True] * len(before), [True] * len(after)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for block in matcher.get_matching_blocks():
        for offset in range(block.size):
            old[block.a + offset] = new[block.b + offset] = False
    return old, new


def marked(words: Sequence[str], flags: Sequence[bool], tag: str) -> str:
    """Return words as HTML, those with a flag in an element such as `ins`."""
    return " ".join(
        f"<{tag}>{html.escape(plain(word))}</{tag}>"
        if flag
        else html.escape(plain(word))
        for word, flag in zip(words, flags, strict=True)
    )


def marked_markdown(words: Sequence[str], flags: Sequence[bool], color: str) -> str:
    """Return words as Markdown, those with a flag on a background of that colour."""
    texts = [escape.markdown(plain(word)) for word in words]
    return " ".join(
        f":{color}-background[**{text}**]" if flag else text
        for text, flag in zip(texts, flags, strict=True)
    )
