"""Subword regularization: sentences cut into pieces that are drawn at random.

A word that always comes in the same pieces is learned as these; one that comes in
others, too, from its parts. Kudo (2018), *Subword Regularization*,
https://arxiv.org/abs/1804.10959.
"""

from collections.abc import Sequence

import numpy as np
import sentencepiece

from nmtviz.data.batches import Batch, with_sources
from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.data.vocabulary import UNKNOWN_ID


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
            seed: With the number of an update, it decides what is drawn, but only in
                one process: SentencePiece 0.2 draws otherwise in another.
        """
        self._pieces = sentencepiece.SentencePieceProcessor(model_proto=tokenizer.model)
        self._alpha = alpha
        self._seed = seed

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
        sentencepiece.set_random_generator_seed(int(seed))
        return [
            list(ids)
            if UNKNOWN_ID in ids
            else self._pieces.encode(
                self._pieces.decode(ids),
                out_type=int,
                add_eos=True,
                enable_sampling=True,
                nbest_size=-1,  # of all segmentations
                alpha=self._alpha,
            )
            for ids in sentences
        ]
