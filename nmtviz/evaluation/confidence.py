"""How sure a network was of its own translation.

The mean log-probability of the tokens goes with quality as people judge it: Fomicheva
et al. (2020), *Unsupervised Quality Estimation for Neural Machine Translation*,
https://doi.org/10.1162/tacl_a_00330.
"""

import math

from nmtviz.evaluation.moved import beginnings
from nmtviz.prediction_difference import groups_of
from nmtviz.results import Hypothesis

EVEN = 0.5
"""Below this probability, something else was likelier all together."""

SHORT = 4
"""So few tokens, END among them, may be translated well in several ways: they are not
called doubtful."""

MOST = 6
"""Words that are named, the least probable ones."""


def typical_probability(hypothesis: Hypothesis) -> float:
    """Return the geometric mean of the tokens' probabilities, end symbol included."""
    return math.exp(hypothesis.log_prob / len(hypothesis.tokens))


def is_doubtful(hypothesis: Hypothesis) -> bool:
    """Say whether a translation as a whole deserves a warning."""
    few = len(hypothesis.tokens) <= SHORT
    return not few and typical_probability(hypothesis) < EVEN


def unsure_words(hypothesis: Hypothesis) -> list[tuple[str, float]]:
    """Return the words that were less likely than not, with their probabilities.

    The `MOST` least probable ones, in their order; punctuation is none.
    """
    tokens, log_probs = hypothesis.tokens, hypothesis.token_log_probs
    starts = beginnings(tokens)
    words = [
        (tokens.word_texts[tokens.words[group[0]]], math.exp(log_probs[[*group]].sum()))
        for group in groups_of(tokens, "words")
        if group[0] in starts
    ]
    least = sorted(probability for _, probability in words)[:MOST]
    return [word for word in words if word[1] < EVEN and word[1] <= least[-1]]
