"""Numbers that the papers print, to stand beside ours; never mixed with them.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473,
[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
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

JEAN = "Jean et al. (2015)"
"""What a page calls [J]."""


class PaperCoverage(NamedTuple):
    """A row of [J] Table 1: words of the French text that a vocabulary holds."""

    words: int
    """Size of the vocabulary."""

    train: float
    """Share of the training text, in percent."""

    test: float
    """Share of newstest2014, in percent."""


JEAN_TABLE_1 = (
    PaperCoverage(15_000, 93.5, 90.8),
    PaperCoverage(30_000, 96.0, 94.6),
    PaperCoverage(50_000, 97.3, 96.3),
    PaperCoverage(500_000, 99.5, 99.3),
)
"""[J] Table 1, English to French."""


class PaperTime(NamedTuple):
    """A row of [J] Table 4: seconds for a decoded word, beam 12."""

    system: str
    """In our words."""

    cpu: float
    """On one thread of a processor."""

    gpu: float
    """On a GPU of 2014."""


JEAN_TABLE_4 = (
    PaperTime("RNNsearch, 30,000 words", 0.09, 0.02),
    PaperTime("RNNsearch-LV, all 500,000 words", 0.80, 0.25),
    PaperTime("RNNsearch-LV, candidate list", 0.12, 0.05),
)
"""[J] Table 4: what a candidate list saves."""
