"""From words to sentences: elision, contraction, capitals, spaces, and the links."""

from typing import NamedTuple

from nmtviz.data.grammar.forms import begins_with_vowel, takes_an
from nmtviz.data.grammar.noun_rules import Sides, Token

_ELIDED = {
    "+le": "l'",
    "le": "l'",
    "la": "l'",
    "de": "d'",
    "ne": "n'",
    "que": "qu'",
    "je": "j'",
    "me": "m'",
    "te": "t'",
    "puisque": "puisqu'",
    # Not an elision, but the same place: masculine forms before a vowel.
    "ce": "cet",
    "ma": "mon",
    "sa": "son",
}
_CONTRACTED = {
    ("à", "+le"): "au",
    ("à", "+les"): "aux",
    ("de", "+le"): "du",
    ("de", "+les"): "des",
}
_ARTICLES = {"+le": "le", "+les": "les"}
_CLOSING = frozenset({",", "."})


class GrammarPair(NamedTuple):
    """A sentence in both languages and its alignment."""

    source: str
    target: str
    links: tuple[tuple[int, int], ...]
    """Sure links of English and French words, both from 0, as Moses splits them."""

    lengths: tuple[int, int]
    """English and French words."""


def finish(sides: Sides) -> GrammarPair:
    """Make a pair of sentences of the words that the rules returned."""
    english, french = _english(sides[0]), _french(sides[1])
    positions: dict[int, list[int]] = {}
    for i, (_, marks) in enumerate(english):
        for mark in marks:
            positions.setdefault(mark, []).append(i)
    links = sorted(
        {
            (i, j)
            for j, (_, marks) in enumerate(french)
            for mark in marks
            for i in positions[mark]
        }
    )
    return GrammarPair(
        _text([word for word, _ in english], spaces_marks=False),
        _text([word for word, _ in french], spaces_marks=True),
        tuple(links),
        (len(english), len(french)),
    )


def _english(tokens: list[Token]) -> list[Token]:
    """Return the tokens with *an* for *a* where it must be."""
    last = len(tokens) - 1
    return [
        ("an", token[1])
        if token[0] == "a" and i < last and takes_an(tokens[i + 1][0])
        else token
        for i, token in enumerate(tokens)
    ]


def _french(tokens: list[Token]) -> list[Token]:
    """Return the tokens with elision and contraction, from the last to the first."""
    found: list[Token] = []
    after = "."
    for word, marks in reversed(tokens):
        contracted = _CONTRACTED.get((word, after))
        if contracted:
            marks += found.pop()[1]  # noqa: PLW2901
            word = contracted  # noqa: PLW2901
        elif word in _ELIDED and begins_with_vowel(after):
            word = _ELIDED[word]  # noqa: PLW2901
        elif word == "si" and after in {"il", "ils"}:
            word = "s'"  # noqa: PLW2901
        found.append((word, marks))
        after = word
    found.reverse()
    return [(_ARTICLES.get(word, word).lstrip("*"), marks) for word, marks in found]


def _text(words: list[str], *, spaces_marks: bool) -> str:
    """Join words; nothing between *l'* and a noun, or before a comma.

    French puts a space before a question mark or a semicolon, English none.
    """
    pieces: list[str] = []
    glued = True
    for word in words:
        if word in _CLOSING or word == "'s":
            glued = True
        elif word in {"?", ";"}:
            glued = not spaces_marks
        pieces.append(word if glued else f" {word}")
        glued = word[-1] == "'"
    text = "".join(pieces)
    return text[0].upper() + text[1:]
