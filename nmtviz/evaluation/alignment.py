"""How well a soft alignment agrees with the links a person made.

Gold links join the words of their own file; a network reads Moses words or pieces.
`on_words` therefore compares letter by letter, white space aside: it adds up the
weights of the tokens inside a source word and averages the rows of the tokens inside a
target word, as `Translation.alignment` does. A token that reaches over several words
counts for each of them by its share of letters. `word_groups` and `lost_on_words` match
words in the same way for prediction differences, of which log-probabilities add up.

Attention is not trained to align: these numbers tell how alike both are, not how good
a translator is.
"""

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import reduce
from itertools import chain
from operator import add

import numpy as np

from nmtviz.arrays import BoolArray, FloatArray
from nmtviz.errors import InputError
from nmtviz.gold import AlignmentScore, GoldLinks
from nmtviz.prediction_difference import Group, PredictionDifference, share_lost
from nmtviz.results import SPACE, Tokens, Translation, heaviest_links

THRESHOLDS: tuple[float, ...] = tuple(step / 100 for step in range(1, 100))
"""Least weights of a link that `by_threshold` tries."""


def on_words(
    translation: Translation,
    source_words: Sequence[str],
    target_words: Sequence[str],
) -> FloatArray | None:
    """Return the soft alignment of other words than the network's own.

    Args:
        translation: Of a sentence that has these source words.
        source_words: S words, white space between them or not.
        target_words: T words of the best hypothesis.

    Returns:
        Weights, shape (T, S), or None for a network without attention. The end
        symbol is left out, so rows sum to 1 at most; to 0 if a word has no letter in
        common with the hypothesis.
    """
    alignment = translation.alignment(end=False)
    if alignment is None:
        return None
    rows = _shares(target_words, alignment.target)
    columns = _shares(source_words, alignment.source)
    mass = rows.sum(axis=1, keepdims=True)
    mean = np.divide(rows, mass, out=np.zeros_like(rows), where=mass > 0)
    weights: FloatArray = mean @ alignment.weights @ columns.T
    return weights


def word_groups(words: Sequence[str], tokens: Tokens) -> tuple[Group, ...]:
    """Return which tokens are left out with each word: those with a letter of it.

    Args:
        words: Words of the sentence, white space between them or not.
        tokens: What a network sees of it, end symbol included.
    """
    shares = _shares(words, tokens.texts[:-1])
    return tuple(tuple(np.flatnonzero(row).tolist()) for row in shares)


def lost_on_words(
    found: PredictionDifference, target_words: Sequence[str]
) -> FloatArray:
    """Return the share of its probability that each word loses without each group.

    Args:
        found: The differences of tokens; its groups may be those of `word_groups`.
        target_words: T words of the translation.

    Returns:
        Weights, shape (T, groups). A word's log-probability is the sum of those of
        its tokens; one without any letter in common with them loses nothing.
    """
    rows = _shares(target_words, found.target.texts[:-1])
    return share_lost(rows @ found.differences[:-1])


def check_threshold(threshold: float) -> None:
    """Refuse a least weight that is not above 0 and at most 1.

    Raises:
        InputError: If it is so.
    """
    if not 0 < threshold <= 1:
        raise InputError(f"A threshold must be above 0, at most 1, got {threshold}.")


def score_links(
    links: BoolArray, gold: GoldLinks, threshold: float | None = None
) -> AlignmentScore:
    """Compare the links of one sentence pair with a person's.

    Args:
        links: Shape (T, S).
        gold: Sure and possible links of the same words.
        threshold: What to note as the least weight of a link.
    """
    sure, possible = gold.arrays(links.shape)
    return AlignmentScore(
        n=1,
        links=int(links.sum()),
        sure_found=int((links & sure).sum()),
        possible_found=int((links & possible).sum()),
        sure=len(gold.sure),
        threshold=threshold,
    )


def by_argmax(
    weights: Sequence[FloatArray], gold: Sequence[GoldLinks]
) -> AlignmentScore:
    """Score the heaviest source word of every target word.

    Args:
        weights: Soft alignments, shape (T, S) each.
        gold: Links of the same sentence pairs.

    Raises:
        InputError: If there are none, or not as many of both.
    """
    _check(weights, gold)
    pairs = zip(weights, gold, strict=True)
    return reduce(add, (score_links(heaviest_links(w), links) for w, links in pairs))


def by_threshold(
    weights: Sequence[FloatArray],
    gold: Sequence[GoldLinks],
    thresholds: Sequence[float] = THRESHOLDS,
) -> tuple[AlignmentScore, ...]:
    """Score the links of at least a weight, for each threshold in turn.

    Args:
        weights: Soft alignments, shape (T, S) each.
        gold: Links of the same sentence pairs.
        thresholds: Least weights to try.

    Raises:
        InputError: If there are none, or not as many of both.
    """
    _check(weights, gold)
    for threshold in thresholds:
        check_threshold(threshold)
    arrays = [g.arrays(w.shape) for w, g in zip(weights, gold, strict=True)]
    every = np.concatenate([w.ravel() for w in weights])
    sure, possible = (
        np.concatenate([side.ravel() for side in sides])
        for sides in zip(*arrays, strict=True)
    )
    # Weights in order: those at least a threshold are the ones from its place on.
    links, sure_found, possible_found = (
        len(chosen) - np.searchsorted(np.sort(chosen), thresholds)
        for chosen in (every, every[sure], every[possible])
    )
    return tuple(
        AlignmentScore(
            n=len(gold),
            links=int(links[i]),
            sure_found=int(sure_found[i]),
            possible_found=int(possible_found[i]),
            sure=int(sure.sum()),
            threshold=threshold,
        )
        for i, threshold in enumerate(thresholds)
    )


def best_of(scores: Sequence[AlignmentScore]) -> AlignmentScore:
    """Return the score of the lowest alignment error rate, the first of equal ones."""
    return min(scores, key=lambda score: 2.0 if score.aer is None else score.aer)


def _check(weights: Sequence[FloatArray], gold: Sequence[GoldLinks]) -> None:
    if not gold or len(weights) != len(gold):
        raise InputError(
            "Each of at least one soft alignment must have gold links, got "
            f"{len(weights)} alignments and {len(gold)} sets of links."
        )


def _shares(words: Sequence[str], tokens: Sequence[str]) -> FloatArray:
    """Return which share of each token's letters lies in each word, (words, tokens)."""
    texts, owners = _letters(words)
    others, holders = _letters(tokens)
    shares: FloatArray = np.zeros((len(words), len(tokens)))
    # Tokenizers may drop or change a rare character; whatever is the same, matches.
    matcher = SequenceMatcher(None, texts, others, autojunk=False)
    for first, second, size in matcher.get_matching_blocks():
        for offset in range(size):
            shares[owners[first + offset], holders[second + offset]] += 1
    lengths = np.bincount(holders, minlength=len(tokens)).clip(min=1)
    scaled: FloatArray = shares / lengths
    return scaled


def _letters(texts: Sequence[str]) -> tuple[str, list[int]]:
    """Return all letters without white space, and which text each comes from."""
    plain = ["".join(_normal(text).split()) for text in texts]
    owners = [[index] * len(text) for index, text in enumerate(plain)]
    return "".join(plain), list(chain.from_iterable(owners))


def _normal(text: str) -> str:
    """Return a text in the letters of SentencePiece's normal form, without its bars."""
    return unicodedata.normalize("NFKC", text.replace(SPACE, " "))
