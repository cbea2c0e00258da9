"""Translating a test set with candidate lists: BLEU, coverage and time.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007, Figure 1, Tables 1 and 4.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import product
from typing import Protocol

import numpy as np

from nmtviz.candidate_scores import CandidatePoint
from nmtviz.candidates import CandidateList, CandidateRule, Reach
from nmtviz.config import SearchConfig
from nmtviz.evaluation.bleu import bleu_of, sentence_counts
from nmtviz.evaluation.sentences import best_texts
from nmtviz.results import Translation


class Lister(Protocol):
    """What makes candidate lists."""

    @property
    def words(self) -> int:
        """How many words there are, the largest K."""
        ...

    def lists(
        self, sentences: Sequence[str], rule: CandidateRule
    ) -> list[CandidateList]:
        """Return a list for each sentence."""
        ...

    def reach(self, reference: str, listed: CandidateList) -> Reach:
        """Say which tokens of a reference are on a list."""
        ...

    def ranks(self, reference: str) -> list[int]:
        """Return how frequent each token is, from 1; 0 for an unknown one."""
        ...


class Translator(Protocol):
    """What translates with candidate lists."""

    @property
    def lister(self) -> Lister:
        """What makes its lists."""
        ...

    def translate(
        self,
        sentences: Sequence[str],
        search: SearchConfig,
        *,
        candidates: CandidateRule | None,
    ) -> list[Translation]:
        """Translate sentences."""
        ...

    def one_core(self) -> AbstractContextManager[None]:
        """Keep translating to the thread that asks for it."""
        ...


def measure(
    translator: Translator,
    sources: Sequence[str],
    references: Sequence[str],
    search: SearchConfig,
    rule: CandidateRule | None,
) -> CandidatePoint:
    """Translate a test set and compare it with its references.

    Args:
        translator: What translates.
        sources: Sentences to translate.
        references: Their reference translations.
        search: How to search.
        rule: How lists are made; None for the whole vocabulary.

    Raises:
        NmtvizError: If there is no such list or a sentence cannot be used.
    """
    found, token_seconds = timed(translator, sources, search, rule)
    lister = translator.lister
    everything = CandidateRule(frequent_size=lister.words, shared=True)
    lists = lister.lists(sources, rule or everything)
    reached = [
        flag
        for reference, listed in zip(references, lists, strict=True)
        for flag in lister.reach(reference, listed).listed
    ]
    return CandidatePoint(
        frequent_size=None if rule is None else rule.frequent_size,
        per_word_size=0 if rule is None else rule.per_word_size,
        list_size=float(np.mean([len(listed) for listed in lists])),
        bleu=bleu_of(sentence_counts(best_texts(found), references)),
        coverage=float(np.mean(reached)) if reached else 1.0,
        token_seconds=token_seconds,
    )


def timed(
    translator: Translator,
    sources: Sequence[str],
    search: SearchConfig,
    rule: CandidateRule | None,
) -> tuple[list[Translation], float]:
    """Translate, and say how many seconds of this processor a target token took.

    It keeps to this thread, so what others do does not count.
    """
    translator.translate(sources[:1], search, candidates=rule)  # prepares the weights
    with translator.one_core():
        began = time.thread_time()
        found = translator.translate(sources, search, candidates=rule)
        spent = time.thread_time() - began
    tokens = sum(len(one.hypotheses[0].tokens) for one in found if one.hypotheses)
    return found, spent / max(tokens, 1)


def vocabulary_coverage(
    lister: Lister, references: Sequence[str], sizes: Sequence[int]
) -> tuple[tuple[int, float], ...]:
    """Return which share of a test set's target tokens the most frequent words are.

    Args:
        lister: Knows the words in the order of their frequency.
        references: Target sentences.
        sizes: How many of the most frequent words to take, each at least 1.
    """
    ranks = np.array([rank for text in references for rank in lister.ranks(text)])
    return tuple(
        (size, float(np.mean((ranks > 0) & (ranks <= size))) if len(ranks) else 1.0)
        for size in sizes
    )


def frequent_sizes(words: int) -> tuple[int, ...]:
    """Return sizes K from few words to all of them: 1, 2 and 5 times powers of ten."""
    steps = (digit * 10**power for power in range(1, 7) for digit in (1, 2, 5))
    return (*(size for size in steps if size < words), words)


def usual_sizes(words: int) -> tuple[int, ...]:
    """Return the three largest K but all words; all of a vocabulary of ten or less."""
    sizes = frequent_sizes(words)
    return sizes[-4:-1] or sizes


def rules_of(frequent: Iterable[int], per_word: Iterable[int]) -> list[CandidateRule]:
    """Return a rule for each K with each K'."""
    return [
        CandidateRule(frequent_size=size, per_word_size=translations)
        for size, translations in product(frequent, per_word)
    ]
