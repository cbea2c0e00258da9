"""Numbers, signs and sentences of a text that its translation does not have."""

import re
from functools import partial

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.data.sentences import split_sentences
from nmtviz.data.typography import plain_fractions
from nmtviz.evaluation.counts import lost_counts, lost_ordinals
from nmtviz.evaluation.fractions import lost_fractions, without_fractions
from nmtviz.evaluation.number_words import lost_halves, lost_scales, said_otherwise
from nmtviz.evaluation.numbers import find_numbers, lost_numbers
from nmtviz.evaluation.signs import lost_signs

TOLD = (
    "Numbers and fractions that the sentence has in digits and the translation has "
    "neither in digits nor in words; signs such as >; in English or French $, % and a "
    "minus; from English into French *thousand*, *million* and *p.m.* beside a number, "
    "ordinals such as *25th*, and words such as *ninety-one*."
)


def lost(sentence: str, translation: str, language: str) -> tuple[str, ...]:
    """Return what a translation lacks.

    Args:
        sentence: The source.
        translation: What was made of it.
        language: The translation's.
    """
    in_words = partial(plain_words, language=language)
    signs = lost_signs(sentence, translation, language)
    sentence, translation = map(plain_fractions, (sentence, translation))
    fractions = lost_fractions(sentence, translation, in_words)
    rest = without_fractions(sentence)
    whole: tuple[str, ...] = ()
    otherwise: frozenset[str] = frozenset()
    if language == "fr":
        whole = (
            *lost_scales(rest, translation),
            *lost_halves(rest, translation, in_words),
            *lost_counts(rest, translation, in_words),
            *lost_ordinals(rest, translation, in_words),
        )
        otherwise = said_otherwise(rest, translation, in_words)
    told = {number for one in whole for number in find_numbers(one)} | otherwise
    return (
        *whole,
        *fractions,
        *(one for one in lost_numbers(rest, translation, in_words) if one not in told),
        *("minus" if sign == "-" else sign for sign in signs),  # a dash is overlooked
    )


def sentence_counts(source: str, translation: str) -> tuple[int, int]:
    """Return how many sentences each has, whatever quotation marks enclose.

    Three dots end none: *Well... I see* and *Eh bien... je vois* are the same.
    """
    source, translation = (
        re.sub(r"\.{2,}|…", ",", re.sub('["“”«»]', "", text))
        for text in (source, translation)
    )
    return len(split_sentences(source)), len(split_sentences(translation))
