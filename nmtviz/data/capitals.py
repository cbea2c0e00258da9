"""Words in capitals, which a network has hardly read, in small letters."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from nmtviz.data import listed

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_END = re.compile(r"[.!?…]\W*\s\W*$")
"""What stands between the words of two sentences."""

_LONGEST_ACRONYM = 4
"""Letters that are rather those of a name than of a word in capitals."""

_SHORTEST = 2
"""Letters of words that are rather short for others: *cm*, *TV*."""

_SHORT = {
    *("a", "ad", "ah", "am", "an", "and", "any", "are", "as", "at", "be", "but"),
    *("by", "can", "did", "do", "ex", "for", "go", "had", "has", "he", "her"),
    *("hi", "him", "his", "how", "i", "if", "in", "is", "it", "its", "may", "me"),
    *("my", "no", "nor", "not", "now", "of", "off", "oh", "ok", "on", "one"),
    *("or", "our", "out", "own", "she", "so", "the", "to", "too", "two", "up"),
    *("us", "was", "we", "who", "why", "yes", "yet", "you"),
}
"""Short English words; others in capitals may be acronyms, such as *ICE* or *EU*."""

_ACRONYMS = {"aids", "asap", "at", "it", "may", "ok", "one", "two", "us", "visa", "who"}
"""English words that, alone in capitals, nobody need have meant to stress."""


def is_shouted(sentence: str) -> bool:
    """Say whether a sentence is all in capitals, and not just a name such as NATO."""
    words = re.findall(r"[^\W\d_]{2,}", sentence)
    is_name = len(words) == 1 and len(words[0]) <= _LONGEST_ACRONYM
    return bool(words) and not is_name and sentence.isupper()


def in_small_letters(sentence: str, *, english: bool) -> str:
    """Return a sentence with what is shouted in small letters; as it is if nothing is.

    A whole sentence may be shouted; in an English one also some words, which we know
    in small letters, and those in capitals beside them: *BREAKING NEWS: she left.* What
    looks like an acronym keeps its capitals there, and a name one of them.
    """
    if not english:
        return sentence.strip().capitalize() if is_shouted(sentence) else sentence
    shouted = {word.start() for word in _shouted_words(sentence)}
    parts: list[str] = []
    end = 0
    for word in _WORD.finditer(sentence):
        between = sentence[end : word.start()]
        quiet = _quiet(word[0]) if word.start() in shouted else word[0]
        begins = word.start() in shouted and (not parts or _END.search(between))
        parts += [between, f"{quiet[0].upper()}{quiet[1:]}" if begins else quiet]
        end = word.end()
    return "".join([*parts, sentence[end:]])


def _shouted_words(sentence: str) -> Iterator[re.Match[str]]:
    """Yield the words in capitals that stand where one at least is no acronym."""
    if is_shouted(sentence):
        yield from _WORD.finditer(sentence)
        return
    found = _WORD.finditer(sentence)
    for in_capitals, run in groupby(found, key=lambda word: word[0].isupper()):
        words = [*run]
        if in_capitals and _has_word([word[0] for word in words]):
            yield from words


def _has_word(run: Sequence[str]) -> bool:
    """Say whether one of some words in capitals is no acronym and no name."""
    return any(
        len(word) > 1
        and word.lower() not in _ACRONYMS
        and (word.lower() in _SHORT or len(word) >= _LONGEST_ACRONYM)
        and _is_word(word.lower())
        for word in run
    )


def _is_word(word: str) -> bool:
    """Say whether English has a word in small letters."""
    begin = re.split("['\u2019]", word)[0]
    return begin in _SHORT if len(begin) <= _SHORTEST else listed.is_common(begin)


def _quiet(word: str) -> str:
    """Return an English word in capitals as it stands inside a sentence."""
    small = word.lower()
    if re.match(r"i\b", small):
        return small.capitalize()
    if _is_word(small):
        return small
    if listed.is_name(small.capitalize()):
        return small.capitalize()
    return word if len(word) <= _LONGEST_ACRONYM else small
