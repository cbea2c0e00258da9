"""Determiners of both languages: articles, possessives, quantifiers.

`+le` and `+les` are the articles, which *à* and *de* contract with; the pronouns *le*
and *les* do not.
"""

from typing import NamedTuple, TypeAlias

Words: TypeAlias = tuple[str, ...]


class Determiner(NamedTuple):
    """What stands before a noun."""

    english: tuple[Words, Words]
    """Singular, plural."""

    french: tuple[Words, Words, Words, Words]
    """Masculine, feminine, masculine plural, feminine plural."""


def _same(english: str, *french: str) -> Determiner:
    """Make a determiner whose English is the same for one and for many."""
    words = tuple(english.split())
    return Determiner((words, words), _four(*french))


def _four(*french: str) -> tuple[Words, Words, Words, Words]:
    first, second, third, fourth = (tuple(form.split()) for form in french)
    return first, second, third, fourth


_DEFINITE = ("+le", "la", "+les", "+les")
_NONE = ("de", "de", "de", "de")

DETERMINERS = {
    "the": _same("the", *_DEFINITE),
    "a": Determiner((("a",), ("some",)), _four("un", "une", "des", "des")),
    "bare": _same("", "un", "une", "des", "des"),
    "part": _same("some", "de +le", "de la", "des", "des"),
    # Of what a negated verb denies, French has but de.
    "not a": _same("a", *_NONE),
    "any": _same("any", *_NONE),
    "this": Determiner((("this",), ("these",)), _four("ce", "cette", "ces", "ces")),
    "that": Determiner((("that",), ("those",)), _four("ce", "cette", "ces", "ces")),
    "my": _same("my", "mon", "ma", "mes", "mes"),
    "his": _same("his", "son", "sa", "ses", "ses"),
    "her": _same("her", "son", "sa", "ses", "ses"),
    "our": _same("our", "notre", "notre", "nos", "nos"),
    "your": _same("your", "votre", "votre", "vos", "vos"),
    "their": _same("their", "leur", "leur", "leurs", "leurs"),
    "every": _same("every", "chaque", "chaque", "", ""),
    "several": _same("several", "", "", "plusieurs", "plusieurs"),
    "a few": _same("a few", "", "", "quelques", "quelques"),
    "many": _same("many", "", "", "beaucoup de", "beaucoup de"),
    "all": _same("all the", "", "", "tous +les", "toutes +les"),
    "number": _same("", "", "", "", ""),
    "whose": _same("", *_DEFINITE),
}
