"""How a vocabulary of a given size is made up."""

from dataclasses import dataclass, replace
from functools import cache

from nmtviz.data.grammar.determiners import DETERMINERS
from nmtviz.data.grammar.lexicon import Lexicon, lexicon
from nmtviz.data.grammar.numbers import MONTHS, english_words

SMALLEST = 500
"""English types of the smallest vocabulary."""

_LISTED = 0.85  # the most of a vocabulary that is not made up
_STEPS = 50
_LAST_YEAR = 2020
_OTHERS = (
    "I me you he him she her it we us they them there who that whose where why when "
    "am are is was were be do does did will not cannot no longer never and 's near "
    "behind in front of from as less more than at , ; . ?"
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a vocabulary is made of."""

    lexicon: Lexicon
    number_words: int
    """Numbers in words are less than this."""

    digits: tuple[int, ...]
    """Numbers in digits."""

    days: int
    """Dates are of the first so many days of a month."""

    years: range
    made_up: int
    """English types that are names and compounds."""


def plan(vocabulary: int) -> Plan:
    """Return what a vocabulary of so many English types is made of."""
    step = _STEPS
    while step and len(_types(_listed(step))) > _LISTED * vocabulary:
        step -= 1
    listed = _listed(step)
    return replace(listed, made_up=vocabulary - len(_types(listed)))


@cache
def _listed(step: int) -> Plan:
    """Return a plan with so many fiftieths of everything that is listed."""
    share = step / _STEPS
    digits = [*range(13, 100), *range(100, 10_000, 50)]
    return Plan(
        lexicon=lexicon().shortened(share),
        number_words=12 + int(88 * share),
        digits=tuple(digits[: 10 + int(len(digits) * share)]),
        days=4 + int(24 * share),
        years=range(_LAST_YEAR - 5 - int(65 * share), _LAST_YEAR),
        made_up=0,
    )


def _types(listed: Plan) -> set[str]:
    """Return the English types that a plan lists."""
    words = listed.lexicon
    types = {*_OTHERS.split(), *(month for month, _ in MONTHS)}
    for nouns in words.nouns.values():
        types.update(form for noun in nouns for form in noun.english if form)
    types.update(adjective.english for adjective in words.adjectives)
    for verb in [*words.verbs, *words.modals, *words.reports]:
        types.update(verb.english, verb.particles[0])
        types.update([verb.preposition.english] if verb.preposition else [])
    for pairs in words.adverbs.values():
        types.update(pair.english for pair in pairs)
    for phrase in [*words.times, *words.connectors]:
        types.update(phrase.english)
    types.update(place.english for place in words.places)
    types.update(name for person in words.people for name in person.english)
    for determiner in DETERMINERS.values():
        types.update(word for form in determiner.english for word in form)
    types.update(english_words(number) for number in range(2, listed.number_words))
    types.update(f"{number:,}" for number in listed.digits)
    types.update(str(number) for number in [*range(1, listed.days + 1), *listed.years])
    types.discard("")
    return types
