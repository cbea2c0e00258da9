"""Signs that a network lost its way: words again and again, and words never read.

Both are well-known failures of networks that attend to their source word by word: Tu et
al. (2016), *Modeling Coverage for Neural Machine Translation*,
https://aclanthology.org/P16-1008, call them over- and under-translation.
"""

import re
from itertools import groupby
from typing import NamedTuple

from sacrebleu.metrics.helpers import extract_word_ngrams

from nmtviz.results import END, UNKNOWN, Alignment

_WORD = re.compile(r"[\w'\u2019-]+|[^\w\s]")
"""A mark is one of its own, as one language sets it apart and another does not: *Go!*,
*Va !*"""

_ORDER = 3
_OFTEN = 4  # law texts have three of the same three words here and there
_STUTTERED = 3
_HARDLY = 0.2
_STRETCH = 4


class Loop(NamedTuple):
    """Words, or one word, in a row that a translation has again and again."""

    words: str
    times: int


def find_loop(source: str, translation: str) -> Loop | None:
    """Return the three words in a row that come most, if they tell of a loop.

    They come four times at least, and oftener than any three words of the source do: a
    sentence that repeats itself may be translated so. Else one word that comes three
    times in a row at least, and oftener than any in the source.

    Args:
        source: The sentence.
        translation: What was made of it.
    """
    most = [
        max(
            extract_word_ngrams(_words(text), _ORDER).items(),
            key=lambda ngram: ngram[1],
            default=("", 0),
        )
        for text in (source, translation)
    ]
    (_, there), (words, times) = most
    if times >= max(_OFTEN, there + 1):
        return Loop(words, times)
    (_, there), (word, times) = _longest_run(source), _longest_run(translation)
    return Loop(word, times) if times >= max(_STUTTERED, there + 1) else None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace(UNKNOWN, " ").lower())


def _longest_run(text: str) -> tuple[str, int]:
    """Return the word that comes most often in a row, and how often."""
    words = (word for word in _words(text) if word[0].isalnum())  # *ha, ha* is a run
    runs = ((word, len([*run])) for word, run in groupby(words))
    return max(runs, key=lambda run: run[1], default=("", 0))


def unread_words(alignment: Alignment) -> list[str]:
    """Return stretches of the source that hardly any row looks at, each as one text.

    All rows together give each of the words less than 0.2, and at least four such words
    stand side by side: single ones may say nothing of their own.

    Args:
        alignment: Soft alignment of words, the end symbol's row too, as it may have
            looked for what is left.
    """
    coverage = alignment.weights.sum(axis=0)
    if alignment.source[-1:] == (END,):
        coverage = coverage[:-1]
    places = groupby(range(len(coverage)), key=lambda at: coverage[at] < _HARDLY)
    stretches = [[*group] for hardly, group in places if hardly]
    return [
        " ".join(alignment.source[at] for at in stretch)
        for stretch in stretches
        if len(stretch) >= _STRETCH
    ]
