"""Subword regularization: sentences cut into pieces that are drawn at random.

A word that always comes in the same pieces is learned as these; one that comes in
others, too, from its parts. Kudo (2018), *Subword Regularization*,
https://arxiv.org/abs/1804.10959.

SentencePiece draws, too, but what it draws differs from process to process, whatever
the seed; a run that is resumed has to draw what it would have drawn.
"""

import math
import re
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

import numpy as np
import sentencepiece

from nmtviz.data.batches import Batch, with_sources
from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.data.vocabulary import END_ID, UNKNOWN_ID
from nmtviz.results import SPACE

MOST_WORDS = 40_000
"""Words whose segmentations are kept at once: some 130 MB."""

_WORD = re.compile(f"^[^{SPACE}]+|{SPACE}[^{SPACE}]*")


class Ending(NamedTuple):
    """The pieces that the first characters of a word may end with."""

    pieces: list[tuple[int, int]]
    """Where one begins, and its id."""

    bounds: list[float]
    """Chances of the first, of the first two ...; that of all, which is 1, left out."""


class SubwordSampler:
    """Draws other pieces for the source sentences of minibatches."""

    def __init__(
        self, tokenizer: SentencePieceTokenizer, *, alpha: float, seed: int
    ) -> None:
        """Take whose pieces to draw.

        Args:
            tokenizer: The source's.
            alpha: A segmentation is as likely as its probability to this power
                (section 3.2), above 0.
            seed: With the number of an update, it decides what is drawn.
        """
        model = sentencepiece.SentencePieceProcessor(model_proto=tokenizer.model)
        self._texts = [model.id_to_piece(number) for number in range(len(model))]
        self._pieces = {
            text: (number, alpha * model.get_score(number))
            for number, text in enumerate(self._texts)
            if not model.is_control(number) and not model.is_unknown(number)
        }
        self._longest = max(map(len, self._pieces))
        self._seed = seed
        self._words: dict[str, list[Ending]] = {}

    def __call__(self, batch: Batch, number: int) -> Batch:
        """Return the minibatch of an update with its sources in other pieces."""
        sources = [
            ids[:length].tolist()
            for ids, length in zip(batch.source, batch.source_lengths, strict=True)
        ]
        return with_sources(batch, self.drawn(sources, number))

    def drawn(self, sentences: Sequence[Sequence[int]], number: int) -> list[list[int]]:
        """Return the sentences of an update, each with the end symbol, in other pieces.

        One with a character that no piece has stays as it is: its text is lost.
        """
        (seed,) = np.random.SeedSequence([self._seed, number]).generate_state(1)
        random = Random(int(seed))
        return [
            list(ids) if UNKNOWN_ID in ids else [*self._draw(ids, random), END_ID]
            for ids in sentences
        ]

    def _draw(self, ids: Sequence[int], random: Random) -> list[int]:
        """Return other pieces of a sentence; none reaches from a word into the next."""
        text = "".join(self._texts[number] for number in ids if number != END_ID)
        drawn: list[int] = []
        for word in _WORD.findall(text):
            endings = self._endings(word)
            pieces, end = [], len(endings) - 1
            while end:
                ending = endings[end]
                end, piece = ending.pieces[bisect(ending.bounds, random.random())]
                pieces.append(piece)
            drawn += reversed(pieces)
        return drawn

    def _endings(self, word: str) -> list[Ending]:
        """Return how the first 0, 1, 2 ... characters of a word may end."""
        if word not in self._words:
            if len(self._words) >= MOST_WORDS:
                self._words.clear()
            self._words[word] = self._found_endings(word)
        return self._words[word]

    def _found_endings(self, word: str) -> list[Ending]:
        """Sum over all segmentations, character by character (forward filtering)."""
        sums, endings = [0.0], [Ending([], [])]  # sums of chances, as logarithms
        for end in range(1, len(word) + 1):
            pieces, chances = [], []
            for start in range(max(0, end - self._longest), end):
                number, score = self._pieces.get(word[start:end], (0, -math.inf))
                if sums[start] + score > -math.inf:
                    pieces.append((start, number))
                    chances.append(sums[start] + score)
            most = max(chances, default=0.0)
            *bounds, total = accumulate(
                (math.exp(chance - most) for chance in chances), initial=0.0
            )
            sums.append(most + math.log(total) if total else -math.inf)
            endings.append(Ending(pieces, [bound / total for bound in bounds[1:]]))
        return endings
