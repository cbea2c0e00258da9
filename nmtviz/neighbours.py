"""Where else a network is in a state like this: nearest neighbours among given texts.

Strobelt et al. (2019), *Seq2Seq-Vis*, https://arxiv.org/abs/1804.09299, show such
neighbourhoods. What all states have in common is taken out before two are compared:
the directions of recurrent states are alike wherever they come from.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from nmtviz.arrays import SingleArray

_LEAST = np.float32(1e-12)  # length of a state, which may be the mean itself


class Neighbour(NamedTuple):
    """A word of a text where the state is alike."""

    similarity: float
    """Cosine of the two states less the mean of all: 1 is the same direction."""

    sentence: int
    """Which sentence of the text, from 0."""

    word: int
    """Which of its words, as `Tokens.words` counts."""


class Plane(NamedTuple):
    """States on the plane that shows most of how they differ."""

    here: tuple[float, float]
    """The state whose neighbours the others are; no coordinate is negative."""

    points: SingleArray
    """The neighbours, shape (n, 2); the middle of all is at 0."""

    kept: float
    """Which share of the squared distances to the middle the plane shows, 0 to 1."""


class Neighbourhood:
    """The states along a text, to find those that are like another one."""

    def __init__(
        self, states: Sequence[SingleArray], words: Sequence[Sequence[int]]
    ) -> None:
        """Take the states of at least one sentence.

        Args:
            states: Those of each sentence, shape (tokens, D).
            words: The word that each of them belongs to.
        """
        joined = np.concatenate(states)
        self._mean = joined.mean(axis=0)
        self._directions = _directions(joined - self._mean)  # (N, D)
        self._sentences = np.repeat(np.arange(len(states)), [len(s) for s in states])
        self._words = np.concatenate(words)

    def nearest(
        self, state: SingleArray, count: int, *, without: Collection[int] = ()
    ) -> tuple[Neighbour, ...]:
        """Return the words whose state is most like another one, the best first.

        A word is found once, by the token that is most alike.

        Args:
            state: Shape (D,).
            count: How many, at most.
            without: Sentences to leave out.
        """
        similarities = self._directions @ _directions(state - self._mean)  # (N,)
        found: dict[tuple[int, int], Neighbour] = {}
        for place in np.argsort(-similarities, kind="stable").tolist():
            if len(found) == count:
                break
            at = int(self._sentences[place]), int(self._words[place])
            if at not in found and at[0] not in without:
                found[at] = Neighbour(float(similarities[place]), *at)
        return tuple(found.values())

    def plane(self, state: SingleArray, found: Sequence[Neighbour]) -> Plane:
        """Lay neighbours of a state and the state itself out on a plane.

        Principal components (Pearson 1901, https://doi.org/10.1080/14786440109462720)
        of the directions that `nearest` compares.

        Args:
            state: Shape (D,), D at least 2.
            found: What `nearest` returned for it, one word at least.
        """
        own = _directions(state - self._mean)
        places = [self._place(one, own) for one in found]
        directions = np.concatenate([own[None], self._directions[places]])
        left, lengths, _ = np.linalg.svd(
            directions - directions.mean(axis=0), full_matrices=False
        )
        points = left[:, :2] * lengths[:2]
        points *= np.where(points[0] < 0, -1, 1)  # the sign of a component is free
        squares = lengths**2
        across, up = points[0].tolist()
        return Plane(
            here=(across, up),
            points=points[1:],
            kept=float(squares[:2].sum() / max(squares.sum(), _LEAST)),
        )

    def _place(self, found: Neighbour, own: SingleArray) -> int:
        """Return which state of all a word was found by."""
        here = (self._sentences == found.sentence) & (self._words == found.word)
        places = np.flatnonzero(here)
        return int(places[(self._directions[places] @ own).argmax()])


def likeness(
    states: Sequence[SingleArray], places: Sequence[Sequence[int]]
) -> SingleArray:
    """Return how alike one word's states are in several sentences, shape (n, n).

    Cosines of the word's mean states, less the mean of all states of the sentences.

    Args:
        states: Those of each of n sentences, shape (tokens, D).
        places: The tokens of the word in each, at least one.
    """
    mean = np.concatenate(states).mean(axis=0)
    words = np.stack(
        [own[[*at]].mean(axis=0) for own, at in zip(states, places, strict=True)]
    )
    directions = _directions(words - mean)
    alike: SingleArray = directions @ directions.T
    return alike


def _directions(states: SingleArray) -> SingleArray:
    """Return states divided by their lengths, over the last axis."""
    lengths = np.linalg.norm(states, axis=-1, keepdims=True)
    directions: SingleArray = states / np.maximum(lengths, _LEAST)
    return directions
