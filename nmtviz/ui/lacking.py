"""Numbers, signs and sentences of a text that its translation does not have."""

import re
from functools import partial

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.data.sentences import split_sentences
from nmtviz.evaluation.numbers import lost_numbers
from nmtviz.evaluation.signs import lost_signs

TOLD = (
    "Numbers that the sentence has in digits and the translation has neither in digits "
    "nor in words; likewise signs such as >, and in English or French $, % and a minus."
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
    return (
        *lost_numbers(sentence, translation, in_words),
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
