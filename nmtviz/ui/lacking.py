"""Numbers, signs and sentences of a text that its translation does not have."""

import re
from functools import partial

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.data.sentences import split_sentences
from nmtviz.evaluation.number_words import lost_halves, lost_scales
from nmtviz.evaluation.numbers import lost_numbers
from nmtviz.evaluation.signs import lost_signs

TOLD = (
    "Numbers that the sentence has in digits and the translation has neither in digits "
    "nor in words; signs such as >; in English or French $, % and a minus; in French "
    "*thousand*, *million* and *p.m.* beside a number."
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
    whole: tuple[str, ...] = ()
    if language == "fr":
        whole = (
            *lost_scales(sentence, translation),
            *lost_halves(sentence, translation, in_words),
        )
    numbers = lost_numbers(sentence, translation, in_words)
    return (
        *whole,
        *(number for number in numbers if not any(number in one for one in whole)),
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
