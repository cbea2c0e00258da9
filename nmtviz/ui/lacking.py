"""Numbers and signs of a sentence that its translation does not have."""

from functools import partial

from nmtviz.data.grammar.numbers import plain_words
from nmtviz.evaluation.numbers import lost_numbers
from nmtviz.evaluation.signs import lost_signs

TOLD = (
    "Numbers that the sentence has in digits and the translation has neither in digits "
    "nor in words; likewise signs such as $, % and a minus."
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
