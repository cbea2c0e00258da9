"""What the attention says of a translation: how spread, how much left out or repeated.

Rikters, Fishel and Bojar (2017), *Visualizing Neural Machine Translation Attention and
Confidence*, https://doi.org/10.1515/pralin-2017-0037, on words: pieces are merged
first, so that systems with other tokens can be compared.
"""

from typing import NamedTuple

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.results import Translation


class AttentionMeasures(NamedTuple):
    """What the attention says of a translation; NaN for a network without any."""

    entropy: float
    """Mean entropy of the target words' rows in nats, the end symbol being a column.

    0 if each word looks at one place only; their AP_out with its sign turned.
    """

    under: float
    """Under-translation: mean of log(1 + max(0, 1 - c_j)²) over the source words.

    c_j is the coverage, all that the target words look at source word j (Tu et al.
    2016, https://aclanthology.org/P16-1008). At most log 2, where nothing is read.
    """

    over: float
    """Over-translation: mean of log(1 + max(0, c_j - 1)²) over the source words.

    `under` and `over` add up to their coverage deviation penalty CDP, sign turned.
    """


NOTHING = AttentionMeasures(np.nan, np.nan, np.nan)
"""What can be said without attention."""


def measure_attention(translation: Translation) -> AttentionMeasures:
    """Measure the attention of the best hypothesis; there may be none at all."""
    if not translation.hypotheses:
        return NOTHING
    inner = translation.alignment(unit="words", end=False)
    whole = translation.alignment(unit="words")
    if inner is None or whole is None:
        return NOTHING
    rows = whole.weights[: len(inner.target)]
    coverage = inner.weights.sum(axis=0)
    return AttentionMeasures(
        entropy=float(_entropies(rows).mean()) if len(rows) else np.nan,
        under=_penalty(1 - coverage),
        over=_penalty(coverage - 1),
    )


def _entropies(rows: FloatArray) -> FloatArray:
    """Return the entropy of each row in nats; 0 log 0 is 0."""
    logs = np.log(rows, out=np.zeros_like(rows), where=rows > 0)
    entropies: FloatArray = -(rows * logs).sum(axis=1)
    return entropies


def _penalty(deviations: FloatArray) -> float:
    return float(np.log1p(np.maximum(deviations, 0) ** 2).mean())
