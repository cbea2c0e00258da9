"""Regular inflection of both languages; what is irregular stands in the word lists.

French words are in a deep form here: `*` before a letter says that nothing is elided
before it (*le héros*), as grammars mark an aspirated h. `surface` takes it away.
"""

from typing import NamedTuple

VOWELS = "aeiouáàâäéèêëíîïóôöúûüœæ"
"""Letters that words before them are elided for, in French words and in names."""

_ELIDED_FOR = frozenset(VOWELS + "yh")
_SIBILANTS = ("s", "x", "z", "ch", "sh")
_NOT_DOUBLED = frozenset("wxy")
_DOUBLED = frozenset(
    {"begin", "forget", "refer", "admit", "travel", "control", "regret", "program"}
)
_AN = frozenset({"hour", "honest", "honor", "honour", "heir"})
_NOT_AN = ("uni", "use", "eu", "one")


class EnglishVerb(NamedTuple):
    """The forms of an English verb."""

    base: str
    third: str
    past: str
    gerund: str


def begins_with_vowel(french: str) -> bool:
    """Say whether words before this one are elided: a vowel, or a mute h."""
    return french[0].lower() in _ELIDED_FOR


def takes_an(english: str) -> bool:
    """Say whether the article before an English word is *an*."""
    word = english.lower()
    if word in _AN:
        return True
    return word[0] in "aeiou" and not word.startswith(_NOT_AN)


def english_plural(noun: str) -> str:
    """Return the regular plural of an English noun."""
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(_SIBILANTS) else f"{noun}s"


def english_verb(base: str, past: str = "") -> EnglishVerb:
    """Return the forms of an English verb.

    Args:
        base: What stands after *to*.
        past: Its past if that is not *-ed*.
    """
    stem = _stem(base)
    after_consonant = base.endswith("y") and base[-2] not in "aeiou"
    if base == "have":
        third = "has"
    elif base in {"go", "do"}:
        third = f"{base}es"
    else:
        third = english_plural(base)
    if not past:
        past = f"{stem}d" if stem.endswith("e") else f"{stem}ed"
        past = f"{base[:-1]}ied" if after_consonant else past
    gerund = f"{base[:-2]}ying" if base.endswith("ie") else f"{stem}ing"
    return EnglishVerb(base, third, past, gerund)


def _stem(base: str) -> str:
    """Return what *-ed* and *-ing* are put after: *lik*, *stopp*, *clean*."""
    if base.endswith("e") and not base.endswith("ee"):
        return base[:-1]
    closed = (
        len(base) > 2
        and base[-1] not in "aeiou"
        and base[-1] not in _NOT_DOUBLED
        and base[-2] in "aeiou"
        and base[-3] not in "aeiou"
    )
    one_syllable = sum(letter in "aeiou" for letter in base) == 1
    return base + base[-1] if closed and (one_syllable or base in _DOUBLED) else base


def french_plural(word: str) -> str:
    """Return the regular plural of a French noun or adjective."""
    if word[-1] in "sxz":
        return word
    if word.endswith("al"):
        return f"{word[:-2]}aux"
    if word.endswith(("au", "eu")) and not word.endswith("bleu"):
        return f"{word}x"
    return f"{word}s"


def feminine(adjective: str) -> str:
    """Return the regular feminine of a French adjective."""
    for ending, replacement in (
        ("e", "e"),
        ("eux", "euse"),
        ("er", "ère"),
        ("f", "ve"),
        ("el", "elle"),
        ("en", "enne"),
        ("on", "onne"),
    ):
        if adjective.endswith(ending):
            return adjective.removesuffix(ending) + replacement
    return f"{adjective}e"
