"""What follows from many sentences: BLEU by length, words by frequency, who is better.

`nmtviz/evaluation/` does the arithmetic.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nmtviz.arrays import FloatArray, IntArray

RESAMPLES = 1000
"""Test sets a bootstrap draws, as Koehn (2004) does."""

SEED = 12345
"""Of a bootstrap; sacreBLEU's."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class LengthCurve:
    """BLEU of one system by source length: a curve of [B] Fig. 2."""

    system: str
    """Its name."""

    data: str
    """Name of the test set."""

    beam_size: int | None
    """Hypotheses kept by the search; None for translations from outside."""

    no_unknown: bool
    """Whether only sentences without unknown words count, `<unk>` forbidden."""

    bins: tuple[tuple[int, int | None], ...]
    """Fewest and most source words of each of b bins; None means no limit."""

    n: IntArray
    """Sentences in each bin, shape (b,)."""

    bleu: FloatArray
    """Corpus BLEU of each bin, 0-100, shape (b,); NaN for an empty bin."""

    low: FloatArray
    """Lower end of the 95 % bootstrap band, shape (b,); NaN below 10 sentences."""

    high: FloatArray
    """Upper end of the 95 % bootstrap band, shape (b,); NaN below 10 sentences."""

    total_n: int
    """Sentences in the whole test set."""

    total_bleu: float
    """Corpus BLEU of the whole test set, 0-100."""

    total_low: float
    """Lower end of its 95 % bootstrap band; NaN below 10 sentences."""

    total_high: float
    """Upper end of its 95 % bootstrap band; NaN below 10 sentences."""

    resamples: int
    """Test sets drawn for each band."""

    seed: int
    """Makes the draws repeatable."""

    signature: str
    """sacreBLEU's signature of BLEU."""


def total_sizes(curves: Sequence[LengthCurve]) -> str:
    """Return how many sentences there are: `60`, or `26-34` if curves differ."""
    sizes = [curve.total_n for curve in curves]
    return "-".join(f"{size:,}" for size in sorted({min(sizes), max(sizes)}))


def conditions(curves: Sequence[LengthCurve]) -> str:
    """Return what makes the numbers of curves repeatable."""
    first = curves[0]
    beams = sorted({curve.beam_size for curve in curves if curve.beam_size})
    signatures = " and ".join(dict.fromkeys(curve.signature for curve in curves))
    whose = "" if all(curve.beam_size for curve in curves) else " of our models"
    beam = f"beam {', '.join(map(str, beams))}{whose}; " if beams else ""
    few = any((np.isnan(curve.low) & ~np.isnan(curve.bleu)).any() for curve in curves)
    none = ", but none for a bin of too few sentences" if few else ""
    return (
        f"{first.data}, n = {total_sizes(curves)}; "
        f"{'without unknown words for any of them; ' if first.no_unknown else ''}{beam}"
        f"sacreBLEU {signatures}; bands: {first.resamples:,} bootstrap samples, "
        f"seed {first.seed}{none}"
    )


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class FrequencyCurve:
    """How many words of one system are right, by how frequent these words are."""

    system: str
    """Its name."""

    bins: tuple[tuple[int, int | None], ...]
    """First and last rank of each of b bins, 1 for the most frequent word; None for
    all words without a rank."""

    n: IntArray
    """Words of the references in each bin, shape (b,)."""

    precision: FloatArray
    """Part of the written words that are right, 0-100, shape (b,); NaN without any."""

    recall: FloatArray
    """Part of the references' words that were written, 0-100, shape (b,)."""

    f: FloatArray
    """Harmonic mean of precision and recall, 0-100, shape (b,); NaN where neither the
    system nor the references have a word."""

    low: FloatArray
    """Lower end of the 95 % bootstrap band, shape (b,)."""

    high: FloatArray
    """Upper end of the 95 % bootstrap band, shape (b,)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NgramMatches:
    """How often two systems get some words in a row right."""

    words: tuple[str, ...]

    wanted: int
    """Occurrences in the references."""

    first: int
    """Those of them that the first system's translation of the sentence has."""

    second: int
    """Those that the second's has."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """Whether one system's BLEU is better than another's, by the paired bootstrap.

    Koehn (2004), https://aclanthology.org/W04-3250.
    """

    first: str
    """Name of a system."""

    second: str
    """Name of the other system."""

    data: str
    """Name of the test set."""

    n: int
    """Sentences both translated."""

    first_bleu: float
    """Corpus BLEU of the first system, 0-100."""

    second_bleu: float
    """Corpus BLEU of the second system, 0-100."""

    low: float
    """Lower end of the 95 % interval of the second's BLEU minus the first's; not a
    number where sentences are too few to say."""

    high: float
    """Upper end of the 95 % interval of the second's BLEU minus the first's."""

    p_value: float
    """2 (k + 1) / (n + 1), at most 1, for the k of n resamples in which the better
    system is not the better one; 1 where sentences are too few to say."""

    resamples: int
    """Test sets drawn, the same for both."""

    seed: int
    """Makes the draws repeatable."""

    signature: str
    """sacreBLEU's signature of BLEU."""

    @property
    def difference(self) -> float:
        """The second system's BLEU minus the first's."""
        return self.second_bleu - self.first_bleu

    @property
    def least_p(self) -> float:
        """The smallest `p_value` that so many samples can give."""
        return 2 / (self.resamples + 1)

    @property
    def tells(self) -> bool:
        """Whether there were sentences enough to say something of chance."""
        return not math.isnan(self.low)

    @property
    def p_told(self) -> str:
        """`p_value` in digits, with a sign where it can be no smaller.

        A dash where sentences are too few to say.
        """
        if not self.tells:
            return "-"
        sign = "≤ " if self.p_value == self.least_p else ""
        return f"{sign}{self.p_value:.4f}"

    @property
    def significant(self) -> bool:
        """Whether `p_value` is below 0.05."""
        return self.p_value < 0.05


@dataclass(frozen=True, kw_only=True, slots=True)
class LengthBin:
    """BLEU of the sentences whose source length falls into a range."""

    low: int
    """Fewest source words."""

    high: int | None
    """Most source words; None means no limit."""

    n: int
    """Sentences in the bin."""

    bleu: float | None
    """Corpus BLEU, 0-100; None for an empty bin."""


def bin_name(low: int, high: int | None) -> str:
    """Return what a bin of so many source words is called: `1-10`, `7` or `61+`."""
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}-{high}"


def number_or_dash(value: float | None, form: str = ".2f") -> str:
    """Return a number as text; a dash for None and for what is not a number."""
    return "-" if value is None or math.isnan(value) else format(value, form)


def with_band(score: float, low: float, high: float, form: str = ".2f") -> str:
    """Return a score and the band around it: `24.50 [23.10, 25.92]`.

    What is not a number is left out; without a score, a dash is left.
    """
    told = number_or_dash(score, form)
    has_band = not math.isnan(score) and not math.isnan(low)
    return f"{told} [{low:{form}}, {high:{form}}]" if has_band else told


@dataclass(frozen=True, kw_only=True, slots=True)
class Evaluation:
    """How well a model translates a test set."""

    bleu: float
    """sacreBLEU corpus BLEU, 0-100."""

    signature: str
    """sacreBLEU's signature, which makes the number repeatable."""

    n: int
    """Sentences."""

    lengths: tuple[LengthBin, ...]
    """The same by source length in whitespace words."""

    chrf: float
    """sacreBLEU corpus chrF, 0-100."""

    chrf_signature: str
    """sacreBLEU's signature of chrF."""
