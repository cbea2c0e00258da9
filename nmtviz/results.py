"""What a model said: frozen values over numpy.

Nothing here imports torch, Streamlit or Plotly, so a result can travel between
processes, be written as JSON and be drawn anywhere.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from nmtviz.arrays import BoolArray, FloatArray

Unit = Literal["tokens", "words"]

SPACE = "▁"
"""What SentencePiece writes for the space before a word."""

END = "</s>"
"""The end symbol, last token of every source and of every hypothesis."""

UNKNOWN = "<unk>"
"""What a word outside the vocabulary looks like to the network."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tokens:
    """A tokenized sentence as the network sees it, end symbol included."""

    texts: tuple[str, ...]
    """One entry a position, as written (an unknown word keeps its letters)."""

    unknown: tuple[bool, ...]
    """Whether the network sees `<unk>` at that position."""

    words: tuple[int, ...]
    """Which word each position belongs to, counted from 0; the end symbol too."""

    word_texts: tuple[str, ...]
    """The text of each word that `words` counts."""

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def unknown_words(self) -> int:
        """How many words the network does not know in whole."""
        return len(self.unknown_word_texts)

    @property
    def unknown_word_texts(self) -> tuple[str, ...]:
        """The words the network does not know in whole, in their order."""
        pairs = zip(self.words, self.unknown, strict=True)
        places = sorted({word for word, unknown in pairs if unknown})
        return tuple(self.word_texts[place] for place in places)


def heaviest_links(weights: FloatArray) -> BoolArray:
    """Link each target word to its heaviest source word, the first of equal ones.

    Args:
        weights: Soft alignment, shape (target, source); a row of zeros gets no link.

    Returns:
        The links, of the same shape.
    """
    links = np.zeros(weights.shape, bool)
    if weights.size:
        links[np.arange(len(weights)), weights.argmax(axis=1)] = True
    return links & (weights > 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Alignment:
    """A soft alignment ready to be drawn or written out."""

    source: tuple[str, ...]
    """Labels of the columns."""

    target: tuple[str, ...]
    """Labels of the rows."""

    weights: FloatArray
    """alpha_ij, shape (target, source)."""

    source_unknown: tuple[bool, ...]
    """Columns the network read as `<unk>`."""

    target_unknown: tuple[bool, ...]
    """Rows the network produced as `<unk>`."""

    def __post_init__(self) -> None:
        shape = (len(self.target), len(self.source))
        if self.weights.shape != shape:
            raise ValueError(
                f"weights must have shape {shape} (target, source), "
                f"got {self.weights.shape}."
            )
        unknown = (len(self.target_unknown), len(self.source_unknown))
        if unknown != shape:
            raise ValueError(
                f"target_unknown and source_unknown must be {shape[0]} and {shape[1]} "
                f"long, as the labels are, got {unknown[0]} and {unknown[1]}."
            )

    def pharaoh(self, *, end: bool = True) -> str:
        """Return hard links `i-j` of words, source first, as `heaviest_links`.

        The format has no end symbols: each word's link is to the heaviest word.

        Args:
            end: A last label like the end symbol is it; if not, somebody typed it.
        """
        rows, columns = (
            len(words) - (end and words[-1:] == (END,))
            for words in (self.target, self.source)
        )
        found = np.argwhere(heaviest_links(self.weights[:rows, :columns]))
        return " ".join(f"{source}-{target}" for target, source in found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hypothesis:
    """One translation a search found."""

    text: str
    """The translation as a person would write it."""

    tokens: Tokens
    """Target tokens, end symbol included."""

    log_prob: float
    """log p(y|x) in nats, the sum of `token_log_probs`."""

    score: float
    """What the search ranked by: log p divided by a power of the length."""

    token_log_probs: FloatArray
    """log p(y_i | y_<i, x) in nats, shape (target,)."""

    alignment: FloatArray | None
    """alpha_ij, shape (target, source); None for a network without attention."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Translation:
    """A sentence and everything a search found for it, best first."""

    sentence: str
    """The sentence as it was given."""

    source: Tokens
    """Source tokens, end symbol included."""

    hypotheses: tuple[Hypothesis, ...]
    """The n best hypotheses, best first; empty only for an empty sentence."""

    weighed_unknown: bool = True
    """False if the search never had `<unk>` among the extensions it looked at: one that
    forbids it finds the same."""

    def alignment(
        self, hypothesis: int = 0, *, unit: Unit = "tokens", end: bool = True
    ) -> Alignment | None:
        """Return a hypothesis' soft alignment, or None where there is none.

        Merging tokens into words sums the weights over a word's source tokens
        and averages them over its target tokens, so rows still sum to 1.

        Args:
            hypothesis: Which of the n best, from 0.
            unit: `tokens` as the network saw them, or whole `words`.
            end: Keep the end symbol's row and column.
        """
        chosen = self.hypotheses[hypothesis]
        if chosen.alignment is None:
            return None
        if unit == "words":
            weights = (
                _membership(chosen.tokens.words, mean=True)
                @ chosen.alignment
                @ _membership(self.source.words, mean=False).T
            )
            source, target = _words(self.source), _words(chosen.tokens)
        else:
            weights = chosen.alignment
            source = (self.source.texts, self.source.unknown)
            target = (chosen.tokens.texts, chosen.tokens.unknown)
        columns = None if end or source[0][-1:] != (END,) else -1
        rows = None if end or target[0][-1:] != (END,) else -1
        return Alignment(
            source=source[0][:columns],
            target=target[0][:rows],
            weights=weights[:rows, :columns],
            source_unknown=source[1][:columns],
            target_unknown=target[1][:rows],
        )

    def to_json(self) -> dict[str, Any]:
        """Return the form `nmtviz translate --format json` prints."""
        return {
            "source": list(self.source.texts),
            "source_words": list(self.source.words),
            "hypotheses": [_hypothesis_json(found) for found in self.hypotheses],
        }


def _membership(words: tuple[int, ...], *, mean: bool) -> FloatArray:
    """Return a (words, tokens) matrix that adds up or averages a word's tokens."""
    matrix = np.zeros((max(words, default=-1) + 1, len(words)))
    matrix[list(words), range(len(words))] = 1.0
    return matrix / matrix.sum(axis=1, keepdims=True) if mean else matrix


def _words(tokens: Tokens) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    unknown = [False] * len(tokens.word_texts)
    for word, flag in zip(tokens.words, tokens.unknown, strict=True):
        unknown[word] = unknown[word] or flag
    return tokens.word_texts, tuple(unknown)


def _hypothesis_json(hypothesis: Hypothesis) -> dict[str, Any]:
    alignment = hypothesis.alignment
    return {
        "text": hypothesis.text,
        "tokens": list(hypothesis.tokens.texts),
        "words": list(hypothesis.tokens.words),
        "log_prob": hypothesis.log_prob,
        "score": hypothesis.score,
        "token_log_probs": hypothesis.token_log_probs.tolist(),
        "alignment": None if alignment is None else alignment.tolist(),
    }
