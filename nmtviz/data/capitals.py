"""Words with capitals, which a network has hardly read, in small letters."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from nmtviz.data import listed
from nmtviz.data.sentences import sentence_parts

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")

_FIRST = re.compile(r"^[\W_]*[^\W\d_]")
"""All up to the first letter of a sentence that begins with one."""

_BEHIND_DIGITS = re.compile(r"\d(?:ST|ND|RD|TH|S)")
"""What numbers end with: *21ST*, *1990S*."""

_LONGEST_ACRONYM = 4
"""Letters that are rather those of a name than of a word in capitals."""

_FEWEST_OF_TITLE = 3
"""Common words with a capital, behind the first, that make a title."""

_SMALL_IN_TITLES = {
    *("a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "is"),
    *("it", "its", "nor", "of", "off", "on", "or", "over", "so", "than", "the", "to"),
    *("up", "vs", "with", "yet"),
}
"""Words that have no capital there."""

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

_STRESSED = {
    *("all", "any", "are", "can", "did", "do", "had", "has", "her"),
    *("him", "his", "how", "my", "no", "not", "now", "our", "own", "she", "so"),
    *("the", "too", "was", "why", "yes", "you"),
}
"""Short English words that people write in capitals among small letters."""

_ACRONYMS = {"aids", "asap", "visa"}
"""Longer words that need not be stressed if they stand in capitals."""

_TITLES = {"mr", "mrs", "ms", "dr"}
"""Words that keep one capital, as names do."""


def is_shouted(sentence: str) -> bool:
    """Say whether a sentence is all in capitals, and not just a name such as NATO."""
    words = re.findall(r"[^\W\d_]{2,}", sentence)
    is_name = len(words) == 1 and len(words[0]) <= _LONGEST_ACRONYM
    return bool(words) and not is_name and sentence.isupper()


def in_small_letters(text: str, *, english: bool) -> str:
    """Return a text with what is shouted in small letters; as it is if nothing is.

    A whole text may be shouted; in an English one also some words, which we know in
    small letters, and those in capitals beside them: *BREAKING NEWS: she left.* What
    looks like an acronym keeps its capitals there, and a name one of them. Of a title,
    *How To Bake Bread At Home*, the words that we know lose theirs, and so does a word
    alone that hardly ever has one: *Dog*.
    """
    if not english:
        if not is_shouted(text):
            return text
        parts = sentence_parts(text.strip())
        return "".join(_FIRST.sub(_upper, part.lower()) for part in parts)
    composed = unicodedata.normalize("NFC", text)
    if _is_common_word(composed.strip()):
        return text.lower()
    shouted = {word.start() for word in _shouted_words(composed)}
    if not shouted:
        return text
    parts, begin = [], 0
    for sentence in sentence_parts(composed):
        parts.append(_quiet_sentence(sentence, begin, shouted))
        begin += len(sentence)
    return "".join(parts)


def _is_common_word(text: str) -> bool:
    """Say whether a text is one word with a capital that hardly ever has one."""
    is_word = _WORD.fullmatch(text) and text.istitle()
    return bool(is_word) and listed.is_mostly_small(text.lower())


def _shouted_words(text: str) -> Iterator[re.Match[str]]:
    """Yield the words in capitals that stand where one at least is no acronym."""
    if is_shouted(text):
        yield from _WORD.finditer(text)
        return
    if title := _title_words(text):
        yield from title
        return
    for shouted, run in groupby(_WORD.finditer(text), key=_is_in_capitals):
        words = [*run]
        if shouted and _has_word([word[0].lower() for word in words]):
            yield from words


def _title_words(text: str) -> list[re.Match[str]]:
    """Return the words of a title that need no capital; none if a text is no title.

    Its long words all begin with one, most of them are common, and it does not end as
    a sentence does.
    """
    if text.rstrip().endswith((".", "!", "?")):
        return []
    others = [*_WORD.finditer(text)][1:]
    capitals = [word for word in others if word[0].istitle()]
    small = {word[0] for word in others if word[0].islower()}
    common = [word for word in capitals if _is_word(word[0].lower())]
    is_title = (
        len(common) >= _FEWEST_OF_TITLE
        and 2 * len(common) > len(capitals)
        and small <= _SMALL_IN_TITLES
    )
    return common if is_title else []


def _is_in_capitals(word: re.Match[str]) -> bool:
    is_code = word.string[word.end() : word.end() + 1].isdigit()  # such as *NO2*
    return word[0].isupper() and not is_code


def _has_word(run: Sequence[str]) -> bool:
    """Say whether one of some words that stand in capitals is no acronym, no name."""
    return any(
        word in _STRESSED
        or (len(word) >= _LONGEST_ACRONYM and word not in _ACRONYMS and _is_word(word))
        for word in run
    )


def _is_word(word: str) -> bool:
    """Say whether English has a word in small letters."""
    stem = _stem(word)
    return stem in _SHORT if len(stem) <= _SHORTEST else listed.is_common(stem)


def _quiet_sentence(sentence: str, begin: int, shouted: Collection[int]) -> str:
    """Return a sentence with some of its words in small letters.

    Args:
        sentence: Part of a text.
        begin: Where it begins there.
        shouted: Where the words begin there.
    """
    first = _WORD.search(sentence)

    def quiet(word: re.Match[str]) -> str:
        is_initial = len(word[0]) == 1 and sentence.startswith(".", word.end())
        if begin + word.start() not in shouted or is_initial:
            return word[0]
        if _BEHIND_DIGITS.fullmatch(sentence, max(0, word.start() - 1), word.end()):
            return word[0].lower()
        small = _quiet(word[0])
        begins = first is not None and word.start() == first.start()
        return _FIRST.sub(_upper, small) if begins else small

    return _WORD.sub(quiet, sentence)


def _upper(found: re.Match[str]) -> str:
    return found[0].upper()


def _quiet(word: str) -> str:
    """Return an English word in capitals as it stands inside a sentence."""
    small, stem = word.lower(), _stem(word).lower()
    if _is_word(small) and stem != "i":
        return small
    if stem == "i" or stem in _TITLES or listed.is_name(stem.capitalize()):
        return small.capitalize()
    if stem == "o" and small[2:] != "clock":
        return f"O{small[1:2]}{small[2:].capitalize()}"  # *O'Brien*
    if len(stem) <= _LONGEST_ACRONYM and stem != "o":
        return f"{word[: len(stem)]}{small[len(stem) :]}"
    return small


def _stem(word: str) -> str:
    """Return what a word has before its apostrophe: *it* of *it's*."""
    return re.split("['\u2019]", word)[0]
