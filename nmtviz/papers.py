"""Numbers that the papers print, to stand beside ours; never mixed with them.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from typing import NamedTuple

BAHDANAU = "Bahdanau et al. (2015)"
"""What a page calls [B]."""


class PaperScore(NamedTuple):
    """A row of [B] Table 1: BLEU on newstest2014, English to French."""

    system: str
    """As the paper writes it."""

    bleu: float
    """BLEU of all sentences, 0-100."""

    no_unknown_bleu: float
    """BLEU of the sentences without an unknown word in themselves and in their
    reference, the networks forbidden to write `<unk>`."""


BAHDANAU_TABLE_1 = (
    PaperScore("RNNencdec-30", 13.93, 24.19),
    PaperScore("RNNsearch-30", 21.50, 31.44),
    PaperScore("RNNencdec-50", 17.82, 26.71),
    PaperScore("RNNsearch-50", 26.75, 34.16),
    PaperScore("RNNsearch-50*", 28.45, 36.15),
    PaperScore("Moses", 33.30, 35.63),
)
"""[B] Table 1. RNNsearch-50* trained until it stopped improving; Moses is
phrase-based and read 418 million words more."""
