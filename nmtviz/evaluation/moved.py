"""What becomes of a translation's words when their attention is set elsewhere.

If a weight explained a word, the word would come out less probable when it looks at
another place; see Jain and Wallace (2019), *Attention is not Explanation*,
https://aclanthology.org/N19-1357.
"""

from dataclasses import dataclass

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.results import END, Tokens

Cell = tuple[int, int]
"""One of the rows that were tried, and a source position."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """What became of each word when its attention was set to each place."""

    rows: tuple[int, ...]
    """The target positions that were tried: each begins a word."""

    own: FloatArray
    """Probability of each word with its own attention, shape (rows,)."""

    weights: FloatArray
    """Its own attention, shape (rows, source)."""

    elsewhere: FloatArray
    """Its probability with all attention on one place, shape (rows, source)."""

    @property
    def counter_examples(self) -> FloatArray:
        """How good a counter-example each row and place is, shape (rows, source).

        A word that looked hard at one place, is moved far from it and stays probable:
        the product of the heaviest weight, the weight that moves and the smaller of
        the two probabilities; -1 at the heaviest place, where nothing moves.
        """
        own = self.own[:, None]
        peak = self.weights.max(axis=1, keepdims=True)
        score: FloatArray = peak * (1 - self.weights) * np.minimum(self.elsewhere, own)
        score[np.arange(len(score)), self.weights.argmax(axis=1)] = -1.0
        return score

    @property
    def telling(self) -> int:
        """Row of a word that looked hard at one place and comes out from others too.

        The product of the heaviest weight and, on average over the other places, the
        smaller of the two probabilities is largest there.
        """
        stays = np.minimum(self.elsewhere, self.own[:, None])
        stays[np.arange(len(stays)), self.weights.argmax(axis=1)] = 0.0
        return int((self.weights.max(axis=1) * stays.sum(axis=1)).argmax())

    def kept(self, row: int) -> int:
        """Count the places, the heaviest left out, that leave a word likeliest.

        Those that give it more than half of the probability: no other has more.
        """
        elsewhere = np.delete(self.elsewhere[row], self.weights[row].argmax())
        return int(np.count_nonzero(elsewhere > 0.5))

    def counter_example(self, row: int) -> Cell:
        """Return a row and its best counter-example."""
        return row, int(self.counter_examples[row].argmax())

    def most(self, row: int) -> Cell:
        """Return a row and the place that leaves its word the least probability.

        The heaviest place is left out: the word looks there anyway.
        """
        elsewhere = self.elsewhere[row].copy()
        elsewhere[self.weights[row].argmax()] = np.inf
        return row, int(elsewhere.argmin())


def beginnings(tokens: Tokens) -> tuple[int, ...]:
    """Return where words begin; the end symbol and punctuation are none."""
    first: dict[int, int] = {}
    for i, word in enumerate(tokens.words):
        first.setdefault(word, i)
    return tuple(
        i
        for word, i in sorted(first.items())
        if tokens.word_texts[word] != END
        and any(letter.isalnum() for letter in tokens.word_texts[word])
    )
