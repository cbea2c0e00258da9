"""Words and n-grams of a test set counted by systems, and remembered."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

import streamlit as st

from nmtviz.curves import FrequencyCurve, NgramMatches, with_band
from nmtviz.data.typography import plain_forms
from nmtviz.data.vocabulary import Vocabulary
from nmtviz.data.words import moses_words
from nmtviz.evaluation.words import (
    count_words_by_rank,
    difference_band,
    frequency_curve,
    ngram_matches,
    rank_bins,
)
from nmtviz.results import UNKNOWN

_Lines: TypeAlias = tuple[str, ...]
"""A text, a sentence each."""

_Marks: TypeAlias = tuple[tuple[int, str], ...]


class Texts(NamedTuple):
    """What systems wrote, what they should have, and whose words these are."""

    outputs: tuple[_Lines, ...]
    references: _Lines
    language: str


class Frequencies(NamedTuple):
    """F of words by rank, of one or two systems."""

    curves: Sequence[FrequencyCurve]

    differences: Sequence[str]
    """Of F in each bin, the first's less the second's; none without a second."""


@st.cache_resource(max_entries=32, show_spinner="Counting words …")
def frequencies(
    names: tuple[str, ...], texts: Texts, vocabulary: str, version: int
) -> Frequencies:
    """Return F of words by rank.

    Args:
        names: The systems, one or two.
        texts: What they wrote, in their order.
        vocabulary: File of the words whose ranks are used.
        version: When that was changed last: of another one the ranks are read again.
    """
    ranks = _ranks(vocabulary, version)
    bins = rank_bins(len(ranks))
    plain = tuple(plain_forms(ranks).items())  # as the tokenizer of these ranks does
    references = _words(texts.references, texts.language, plain)
    counts = [
        count_words_by_rank(
            _known(each, texts.language, plain), references, ranks, bins
        )
        for each in texts.outputs
    ]
    curves = [
        frequency_curve(each, bins, system=name)
        for name, each in zip(names, counts, strict=True)
    ]
    if len(curves) == 1:
        return Frequencies(curves, [])
    low, high = difference_band(counts[1], counts[0])
    values = zip(curves[0].f - curves[1].f, low, high, strict=True)
    return Frequencies(curves, [with_band(*each, form="+.1f") for each in values])


@st.cache_resource(max_entries=32, show_spinner="Counting n-grams …")
def ngrams(texts: Texts, order: int) -> list[NgramMatches]:
    """Return the n-grams that one of two systems gets right more often.

    Args:
        texts: What they wrote.
        order: Words of an n-gram, from 1.
    """
    plain = tuple(plain_forms(()).items())
    first, second, references = (
        _words(each, texts.language, plain)
        for each in (*texts.outputs, texts.references)
    )
    return ngram_matches(first, second, references, order)


def _known(lines: _Lines, language: str, plain: _Marks) -> list[list[str]]:
    """Return the words of each line but for unknown ones, which are none."""
    return [
        [word for word in words if word != UNKNOWN]
        for words in _words(lines, language, plain)
    ]


@st.cache_resource(max_entries=32, show_spinner=False)
def _words(lines: _Lines, language: str, plain: _Marks) -> list[list[str]]:
    """Return the words of each line; `<unk>` is one that no reference has.

    Args:
        lines: Sentences.
        language: Theirs.
        plain: Marks, such as typographic apostrophes, and what they are read as.
    """
    marks = dict(plain)
    return [
        [
            *chain.from_iterable(
                _with_unknown(line.translate(marks).split(UNKNOWN), language)
            )
        ]
        for line in lines
    ]


def _with_unknown(parts: Sequence[str], language: str) -> Iterator[list[str]]:
    """Yield the words of each part, and between two of them the unknown one."""
    for number, part in enumerate(parts):
        if number:
            yield [UNKNOWN]
        yield moses_words(part, language)


@st.cache_resource(max_entries=4, show_spinner=False)
def _ranks(vocabulary: str, version: int) -> dict[str, int]:
    del version  # a part of the key
    return Vocabulary.load(Path(vocabulary)).ranks()
