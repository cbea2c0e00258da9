"""Words in place of `<unk>`: Jean et al. (2015), section 3.3.

A network without a word for what it reads writes `<unk>`, but its attention tells which
source word it meant: the one with the largest weight. Without attention, the word that
the `<unk>` needs most does (`nmtviz.prediction_difference`). If that word begins with a
lower-case letter and the dictionary has it, its likeliest translation is written;
otherwise the word itself, which is right for most names and numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nmtviz.arrays import FloatArray
from nmtviz.dictionary import Dictionary
from nmtviz.results import END, SPACE, UNKNOWN, Hypothesis, Tokens, Translation

Join = Callable[[Sequence[str]], str]
"""Makes text of target tokens: a tokenizer's `join`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Replacement:
    """What stands in place of an `<unk>`."""

    target: int
    """Position among the target tokens, from 0."""

    text: str
    """What stands there now."""

    source: int
    """Position of the source token it stands for, from 0."""

    source_text: str
    """That source token."""

    probability: float | None
    """p(text | source token) of the dictionary; None for a copy."""

    @property
    def told(self) -> str:
        """What it copies or translates, and how surely, for a person."""
        if self.probability is None:
            return f"{self.text} copies {self.source_text}"
        return f"{self.text} translates {self.source_text}, p = {self.probability:.2f}"


class Replaced(NamedTuple):
    """A translation with words in place of its `<unk>`, and what was done to it."""

    translation: Translation
    """With other texts; which tokens the network produced as `<unk>` is still told."""

    replacements: tuple[tuple[Replacement, ...], ...]
    """Those of each hypothesis."""


def replace_unknowns(
    translation: Translation,
    weights: Sequence[FloatArray],
    dictionary: Dictionary | None,
    join: Join,
) -> Replaced:
    """Put words in place of the `<unk>` of all hypotheses, where they need one.

    Args:
        translation: What a network wrote.
        weights: Of each hypothesis, which source token each of its tokens stands for
            the most, shape (target, source); the end symbol's column may be missing.
            Where all are below 0, the `<unk>` needs no word, and stays.
        dictionary: What source words mean; without one, they are copied.
        join: Makes text of target tokens.
    """
    source = translation.source
    found = [
        _replacements(source, hypothesis.tokens.texts, of_each, dictionary)
        for hypothesis, of_each in zip(translation.hypotheses, weights, strict=True)
    ]
    hypotheses = tuple(
        _rewritten(hypothesis, made, join)
        for hypothesis, made in zip(translation.hypotheses, found, strict=True)
    )
    return Replaced(replace(translation, hypotheses=hypotheses), tuple(found))


def _replacements(
    source: Tokens,
    target: Sequence[str],
    weights: FloatArray,
    dictionary: Dictionary | None,
) -> tuple[Replacement, ...]:
    # The end symbol is no word to put there.
    words = len(source) - (source.texts[-1:] == (END,))
    return tuple(
        _replacement(place, source, int(weights[place, :words].argmax()), dictionary)
        for place, text in enumerate(target)
        if text == UNKNOWN and (weights[place, :words] >= 0).any()
    )


def _replacement(
    target: int, source: Tokens, position: int, dictionary: Dictionary | None
) -> Replacement:
    word = source.texts[position]
    entries = dictionary.lookup(word, 1) if dictionary and word[:1].islower() else ()
    text, probability = entries[0] if entries else (word, None)
    return Replacement(
        target=target,
        text=text,
        source=position,
        source_text=word,
        probability=probability,
    )


def _rewritten(
    hypothesis: Hypothesis, made: Sequence[Replacement], join: Join
) -> Hypothesis:
    if not made:
        return hypothesis
    tokens = hypothesis.tokens
    texts, word_texts = list(tokens.texts), list(tokens.word_texts)
    for replacement in made:
        texts[replacement.target] = replacement.text
    for word in {tokens.words[replacement.target] for replacement in made}:
        parts = [
            text for text, at in zip(texts, tokens.words, strict=True) if at == word
        ]
        word_texts[word] = "".join(parts).replace(SPACE, "")
    return replace(
        hypothesis,
        text=join(texts[:-1] if tokens.texts[-1] == END else texts),
        tokens=replace(tokens, texts=tuple(texts), word_texts=tuple(word_texts)),
    )
