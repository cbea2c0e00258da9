"""What the words of a translation lose when parts of its source are left out.

Attention says what the network mixed into a decision, the prediction difference what
the decision depended on; any network has one, also without attention. Li et al.
(2019), *On the Word Alignment from Neural Machine Translation*,
https://aclanthology.org/P19-1124, set the embedding of a source word to 0 and take the
difference p - p'; here the word is taken out of the sentence, as if nobody had written
it, and the difference is a share of p, so that an unlikely word has a picture, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.results import Alignment, Tokens, Unit

Group = tuple[int, ...]
"""Positions of tokens that belong together, from 0."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PredictionDifference:
    """A translation's probabilities with and without parts of the source."""

    source: Tokens
    """Source tokens, end symbol included."""

    target: Tokens
    """Target tokens, end symbol included."""

    groups: tuple[Group, ...]
    """The source positions that were left out together."""

    whole: FloatArray
    """log p(y_i | y_<i, x) in nats, shape (target,)."""

    without: FloatArray
    """The same without each group, shape (target, groups)."""

    @property
    def differences(self) -> FloatArray:
        """What each token loses without each group, in nats, shape (target, groups)."""
        return self.whole[:, None] - self.without

    def log_probs(self, unit: Unit) -> tuple[FloatArray, FloatArray]:
        """Return `whole` and `without` of tokens or words: a word's is its tokens'."""
        rows = groups_of(self.target, unit, end=True)
        whole = np.array([self.whole[list(row)].sum() for row in rows])
        without = [self.without[list(row)].sum(axis=0) for row in rows]
        return whole, np.reshape(without, (len(rows), len(self.groups)))

    def alignment(self, unit: Unit, *, end: bool = True) -> Alignment:
        """Return which share of its probability each target loses without each source.

        Args:
            unit: That of the groups, as `groups_of` made them.
            end: Keep the row of the end symbol; it has no column.
        """
        whole, without = self.log_probs(unit)
        columns = groups_of(self.source, unit)
        rows = groups_of(self.target, unit, end=True)[: None if end else -1]
        source, target = self.source, self.target
        return Alignment(
            source=_texts(source, unit, columns),
            target=_texts(target, unit, rows),
            weights=share_lost(whole[:, None] - without)[: len(rows)],
            source_unknown=_unknown(source, columns),
            target_unknown=_unknown(target, rows),
        )


def share_lost(differences: FloatArray) -> FloatArray:
    """Return 1 - p'/p, which share of a probability is gone; 0 if it has grown.

    Args:
        differences: log p - log p' in nats, of any shape.
    """
    lost: FloatArray = -np.expm1(-np.maximum(differences, 0.0))
    return lost


def groups_of(tokens: Tokens, unit: Unit, *, end: bool = False) -> tuple[Group, ...]:
    """Return the positions of each token or word; of the end symbol only if asked."""
    positions = range(len(tokens) - (not end))
    if unit == "tokens":
        return tuple((position,) for position in positions)
    words: dict[int, list[int]] = {}
    for position in positions:
        words.setdefault(tokens.words[position], []).append(position)
    return tuple(map(tuple, words.values()))


def _texts(tokens: Tokens, unit: Unit, groups: Sequence[Group]) -> tuple[str, ...]:
    if unit == "words":
        return tuple(tokens.word_texts[tokens.words[first]] for first, *_ in groups)
    return tuple(tokens.texts[position] for (position,) in groups)


def _unknown(tokens: Tokens, groups: Sequence[Group]) -> tuple[bool, ...]:
    return tuple(any(tokens.unknown[i] for i in group) for group in groups)
