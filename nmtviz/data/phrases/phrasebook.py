"""Sentence pairs made of phrases with open places, as people type them first.

No text that was written to be read greets its reader, asks for the way to the station
and says that neural networks can learn. `phrases.tsv` does, a pair of English and
French a line. `{city}` is an open place for a word of that kind, which `words.tsv` or
`names.tsv` lists, the grammar has as a noun or `numerals.py` writes in digits;
`{city2}` for another one of them. Most names are invented, to be copied. A word may
have several forms, which the line above its kind names: `{job.f}` is the one called f,
`{job}` the first.

What meets at such a place is joined: *de* and *le Japon* make *du Japon*, *a* and
*engineer* make *an engineer*.
"""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from math import log2, prod
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from nmtviz.data.corpus import Pair, read_pairs
from nmtviz.data.grammar.entries import MASCULINE, Noun
from nmtviz.data.grammar.forms import VOWELS, begins_with_vowel, takes_an
from nmtviz.data.grammar.lexicon import lexicon, more_words
from nmtviz.data.invented import invented_brand, invented_name
from nmtviz.data.phrases.numerals import numerals
from nmtviz.data.replaceable import alike

_FOLDER = Path(__file__).parent
_NAMES = ("man", "woman", "family", "city")
_INVENTED = {**dict.fromkeys(_NAMES, invented_name), "brand": invented_brand}
_NEW = 0.6  # how often a name is nobody's
_ENDLESS = 1 << 20  # as many words as there are invented ones

_PLACE = re.compile(r"\{(?P<place>(?P<kind>[a-z_]+)\d?)(?:\.(?P<form>\w+))?\}")

_JOINED = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"\b([Dd])e [Ll]es ", r"\1es "),
        (r"\b([Dd])e [Ll]e ", r"\1u "),
        (r"\bà [Ll]es ", "aux "),
        (r"\bà [Ll]e ", "au "),
        (rf"\b([Dd]|[Qq]u)e (?=[h{VOWELS}{VOWELS.upper()}])", r"\1'"),
        (rf"(?<!-)\bce (?=[h{VOWELS}])", "cet "),
    )
)

_ARTICLE = re.compile(r"\b([Aa]) (?=[aeio])")

Forms: TypeAlias = Mapping[str, str]
"""A word's forms in a language by their names, the one to use by default first."""


class Word(NamedTuple):
    """What may stand in an open place."""

    english: Forms
    french: Forms


class Phrase(NamedTuple):
    """A pair with open places."""

    texts: Pair
    kinds: Mapping[str, str]
    """The kind of word of each open place."""

    def filled(self, words: Mapping[str, Word]) -> Pair:
        """Return the pair with a word in each of its places."""
        english, french = self.texts
        english = _fill(english, {place: word.english for place, word in words.items()})
        french = _fill(french, {place: word.french for place, word in words.items()})
        if self.kinds:
            english, french = _ARTICLE.sub(r"\1n ", english), joined(french)
        return Pair(_sentence(english), _sentence(french))


def generate(seed: int) -> Iterator[Pair]:
    """Yield pairs without end, those with more open places oftener.

    Args:
        seed: Makes the draws repeatable.
    """
    random = Random(seed)
    listed = words()
    counts = {kind: len(some) for kind, some in listed.items()}
    counts |= dict.fromkeys(_INVENTED, _ENDLESS)
    sums = [
        *accumulate(
            1 + log2(prod(counts[kind] for kind in phrase.kinds.values()))
            for phrase in phrases()
        )
    ]
    while True:
        (phrase,) = random.choices(phrases(), cum_weights=sums)
        yield phrase.filled(_draw(random, phrase.kinds, listed, _NEW))


def one_of_each(seed: int) -> Iterator[Pair]:
    """Yield a pair of each phrase, in any order, with names that there are.

    Args:
        seed: Makes the draws repeatable.
    """
    random = Random(seed)
    for phrase in random.sample(phrases(), len(phrases())):
        yield phrase.filled(_draw(random, phrase.kinds, words()))


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return all phrases as they are written."""
    return tuple(
        Phrase(pair, {found["place"]: found["kind"] for found in _places(pair.source)})
        for pair in read_pairs([_FOLDER / "phrases.tsv"])
    )


@cache
def words() -> Mapping[str, Sequence[Word]]:
    """Return what may stand in open places, by its kind."""
    names = {kind: alike(kind) for kind in _NAMES}
    listed = {
        kind: [Word({"": english}, {"": french}) for english, french in pairs]
        for kind, pairs in chain(names.items(), numerals().items())
    }
    listed |= _nouns()
    kind, forms = "", Pair("", "")
    for line in (_FOLDER / "words.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            kind, *sides = line.removeprefix("# ").split("\t")
            listed[kind], forms = [], Pair(*sides)
        else:
            sides = line.split("\t")
            listed[kind].append(Word(*map(_named, forms, sides)))
    listed["date"] = _dates(listed["month"], listed.pop("day"))
    return listed


def _dates(months: Sequence[Word], days: Sequence[Word]) -> list[Word]:
    """Return the days of a year, the 29th of February left out."""
    found = []
    for number, month in enumerate(months, start=1):
        _, last = monthrange(2001, number)
        for day in days[:last]:
            (name, nom), (one, un) = (
                (word.english[form], word.french[form])
                for word, form in ((month, "name"), (day, "digits"))
            )
            english = {"american": f"{name} {one}", "british": f"{one} {name}"}
            found.append(Word(english, {"": f"{un} {nom}"}))
    return found


def _nouns() -> dict[str, list[Word]]:
    """Return the grammar's nouns: `stuff` is what cannot be counted."""
    found: dict[str, dict[str, Word]] = {"noun": {}, "stuff": {}}
    lists = (*lexicon().nouns.values(), *more_words().nouns.values())
    for noun in chain.from_iterable(lists):
        one, many = noun.english
        english = {"one": one}
        if many:
            english |= {"many": many, "a": f"{'an' if takes_an(one) else 'a'} {one}"}
        kind = "noun" if many else "stuff"
        found[kind].setdefault(one, Word(english, _french(noun)))
    return {kind: [*words.values()] for kind, words in found.items()}


def _french(noun: Noun) -> Forms:
    """Return a noun with what may stand before it."""
    one, many = noun.french
    male, elided = noun.gender == MASCULINE, begins_with_vowel(noun.french[0])
    spaced = {
        "the": "le" if male else "la",
        "some": "du" if male else "de la",
        "a": "un" if male else "une",
        "my": "mon" if male or elided else "ma",
        "his": "son" if male or elided else "sa",
        "this": ("cet" if elided else "ce") if male else "cette",
    }
    forms = {name: f"{before} {one}" for name, before in spaced.items()}
    if elided:
        forms |= {"the": f"l'{one}", "some": f"de l'{one}"}
    return {"bare": one, "many": many, **forms}


def joined(french: str) -> str:
    """Return French as it is written where *de*, *à*, *que* or *ce* meets a word.

    A `*` before an *h* only says that nothing is elided.
    """
    for pattern, written in _JOINED:
        french = pattern.sub(written, french)
    return french.replace("*", "")


def _places(text: str) -> Iterator[re.Match[str]]:
    return _PLACE.finditer(text)


def _draw(
    random: Random,
    kinds: Mapping[str, str],
    listed: Mapping[str, Sequence[Word]],
    new: float = 0.0,
) -> dict[str, Word]:
    """Draw a word for each place, another one for each place of the same kind.

    Args:
        random: Makes the draws.
        kinds: The kind of each place.
        listed: The words of each kind.
        new: Share of names that are invented.
    """
    drawn: dict[str, Word] = {}
    for place, kind in kinds.items():
        if new and kind in _INVENTED and random.random() < new:
            name = {"": _INVENTED[kind](random)}
            drawn[place] = Word(name, name)
            continue
        word = random.choice(listed[kind])
        while word in drawn.values():
            word = random.choice(listed[kind])
        drawn[place] = word
    return drawn


def _fill(text: str, words: Mapping[str, Forms]) -> str:
    """Put forms of words in the places of a text."""

    def form(found: re.Match[str]) -> str:
        forms = words[found["place"]]
        return forms[found["form"]] if found["form"] else next(iter(forms.values()))

    return _PLACE.sub(form, text)


def _named(names: str, forms: str) -> Forms:
    """Return forms, separated by `|`, by their names, separated likewise."""
    return dict(zip(names.split("|"), forms.split("|"), strict=True))


def _sentence(text: str) -> str:
    """Return a text with a capital, and never two full stops."""
    return text[:1].upper() + text[1:].replace("..", ".")
