"""Names, numbers and words that may be replaced in pairs, each in both languages.

Names are listed in `names.tsv`, all other words where the grammar has its own. What
stands around a word in either language depends on a few of its features, such as its
gender: they are its form, and a word of the same kind and form may take its place
without a change elsewhere.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from nmtviz.data.corpus import Pair
from nmtviz.data.grammar.entries import Noun
from nmtviz.data.grammar.forms import VOWELS, begins_with_vowel, takes_an
from nmtviz.data.grammar.lexicon import lexicon, more_words
from nmtviz.data.grammar.numbers import in_words
from nmtviz.data.grammar.tree import Number

NUMBER = "number"
"""The kind of numbers, in digits or in words."""

_NAMES = Path(__file__).parent / "names.tsv"
_INITIALS = (VOWELS.upper(), "H", "Y")
"""*d'Alice*, *d'Hélène* and *de Hassan*, *d'Yves* and *de Yasmin*; else *de Marie*."""

_PLACES = {"building", "outdoors"}
_SECTIONS = {"person", "animal", "food", "place", "idea", "time"}
_ENDINGS = (
    *("er", "e", "es", "ons", "ez", "ent", "é", "ée", "és", "ées", "ant"),
    *("ais", "ait", "ions", "iez", "aient", "ai", "as", "a", "èrent"),
    *("erai", "eras", "era", "erons", "erez", "eront"),
    *("erais", "erait", "erions", "eriez", "eraient"),
)
"""Of *parler*: what has the same ending is the same form, or the same forms."""

_OFTEN_NOUNS = {"cold", "hot"}  # *il fait froid*, *j'ai chaud*


class Replaceable(NamedTuple):
    """A name, a number or a word that may be replaced."""

    kind: str
    """`man`, `woman`, `family`, `city`, `number`, a part of speech."""

    texts: Pair
    """How it is written in English and in French."""

    form: tuple[object, ...] = ()
    """What must be the same in the place of it."""


def known(token: str) -> list[Replaceable]:
    """Return what an English token may be."""
    if token.isdecimal() and token.isascii() and token[0] != "0" and token != "1":
        return [Replaceable(NUMBER, Pair(token, token))]
    return _by_english().get(token, [])


def alike(kind: str, form: tuple[object, ...] | None = None) -> Sequence[Pair]:
    """Return all that is listed of a kind, or only what has a form."""
    return _by_form()[kind, form]


def form_of_name(french: str) -> tuple[str]:
    """Return the form of a name: what may stand before it without its last letter."""
    return (next((some for some in _INITIALS if french[0] in some), ""),)


def written(number: Number) -> Pair:
    """Return a number as it is written; `*` only says that nothing is elided."""
    masculine, _ = number.french
    return Pair(" ".join(number.english), _plain(" ".join(masculine)))


@cache
def _by_english() -> dict[str, list[Replaceable]]:
    """Return what is written in letters, by its English."""
    listed: dict[str, list[Replaceable]] = defaultdict(list)
    words = chain(_nouns(), _adjectives(), _adverbs(), _verbs())
    for entry in chain(_names(), _numbers(), words):
        if entry not in listed[entry.texts.source]:
            listed[entry.texts.source].append(entry)
    return dict(listed)


@cache
def _by_form() -> dict[tuple[str, tuple[object, ...] | None], list[Pair]]:
    """Return the same by kind and form, and all of a kind behind None."""
    listed = defaultdict(list)
    for entry in chain.from_iterable(_by_english().values()):
        for form in (entry.form, None):
            listed[entry.kind, form].append(entry.texts)
    return dict(listed)


def _names() -> Iterator[Replaceable]:
    for line in _NAMES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, english, french = line.split("\t")
            yield Replaceable(kind, Pair(english, french), form_of_name(french))


def _numbers() -> Iterator[Replaceable]:
    for number in range(2, 100):
        yield Replaceable(NUMBER, written(in_words(number)))


def _nouns() -> Iterator[Replaceable]:
    lists = (*lexicon().nouns.values(), *more_words().nouns.values())
    for noun in chain.from_iterable(lists):
        for number, english in enumerate(noun.english):
            if english:
                form = (_section(noun), noun.gender, number, noun.is_mass)
                yield _word("noun", english, noun.french[number], form)


def _adjectives() -> Iterator[Replaceable]:
    """Yield those that French puts behind the noun: no article changes for them."""
    for adjective in (*lexicon().adjectives, *more_words().adjectives):
        if adjective.side == "after" and adjective.english not in _OFTEN_NOUNS:
            for (number, gender), french in zip(
                product((0, 1), repeat=2), adjective.french, strict=True
            ):
                yield _word("adjective", adjective.english, french, (gender, number))


def _adverbs() -> Iterator[Replaceable]:
    for adverb in (*lexicon().adverbs["manner"], *more_words().adverbs):
        yield _word("adverb", adverb.english, adverb.french, ())


def _verbs() -> Iterator[Replaceable]:
    """Yield forms; in one that is for several things only the same forms may stand."""
    for verb in more_words().verbs:
        for english in dict.fromkeys(verb.english.values()):
            uses = tuple(use for use, text in verb.english.items() if text == english)
            for ending in _ENDINGS:
                features = (verb.transitive, uses, ending)
                yield _word("verb", english, verb.stem + ending, features)


def _word(
    kind: str, english: str, french: str, features: tuple[object, ...]
) -> Replaceable:
    """Return a word whose form says, too, which articles may stand before it."""
    form = (*features, takes_an(english), begins_with_vowel(french))
    return Replaceable(kind, Pair(english, _plain(french)), form)


def _section(noun: Noun) -> str:
    """Return what a noun is, roughly: what may be said of a cup may be of a chair."""
    if noun.kind == "drink":
        return "food"
    kind = "place" if noun.kind in _PLACES else noun.kind
    return kind if kind in _SECTIONS else "thing"


def _plain(french: str) -> str:
    return french.replace("*", "")
