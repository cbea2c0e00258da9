"""Signs that a network lost its way: words again and again, and words never read.

Both are well-known failures of networks that attend to their source word by word: Tu et
al. (2016), *Modeling Coverage for Neural Machine Translation*,
https://aclanthology.org/P16-1008, call them over- and under-translation.
"""

import re
from collections import Counter
from itertools import groupby
from typing import NamedTuple

from sacrebleu.metrics.helpers import extract_word_ngrams

from nmtviz.results import END, UNKNOWN, Alignment

_WORD = re.compile(r"[\w'\u2019-]+|[^\w\s]")
"""A mark is one of its own, as one language sets it apart and another does not: *Go!*,
*Va !*"""

_LETTERS = re.compile(r"([^\W\d_]{1,4}?)\1{2,}")
"""Letters again and again: *ahahah*"""

_ORDER = 3
_OFTEN = 4  # law texts have three of the same three words here and there
_STUTTERED = 3
_STAMMERED = 8
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
    times in a row at least, and oftener than any in the source; else letters of a word
    that come eight times in a row, and oftener than there.

    Args:
        source: The sentence.
        translation: What was made of it.
    """
    (_, there), (words, times) = _most_frequent(source), _most_frequent(translation)
    if times >= max(_OFTEN, there + 1):
        return Loop(words, times)
    (_, there), (word, times) = _longest_run(source), _longest_run(translation)
    if times >= max(_STUTTERED, there + 1):
        return Loop(word, times)
    (_, there), (letters, times) = _stammer(source), _stammer(translation)
    return Loop(letters, times) if times >= max(_STAMMERED, there + 1) else None


def _most_frequent(text: str) -> tuple[str, int]:
    """Return the three words in a row that come most, and how often.

    What stands on either side of an unknown word is not in a row.
    """
    counts: Counter[str] = Counter()
    for stretch in text.split(UNKNOWN):
        counts.update(extract_word_ngrams(_words(stretch), _ORDER))
    return max(counts.items(), key=lambda ngram: ngram[1], default=("", 0))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _longest_run(text: str) -> tuple[str, int]:
    """Return the word that comes most often in a row, and how often."""
    words = _words(text.replace(UNKNOWN, " "))
    words = [word for word in words if word[0].isalnum()]  # *ha, ha* is a run
    runs = ((word, len([*run])) for word, run in groupby(words))
    return max(runs, key=lambda run: run[1], default=("", 0))


def _stammer(text: str) -> tuple[str, int]:
    """Return the letters, four at most, that come most often in a row in a word."""
    runs = ((run[1], len(run[0]) // len(run[1])) for run in _LETTERS.finditer(text))
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
