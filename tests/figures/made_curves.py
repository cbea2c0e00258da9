"""Length curves with made-up numbers."""

import numpy as np

from nmtviz.curves import LengthCurve

BINS = ((1, 4), (5, 9), (10, 10), (11, None))


def curve(system: str, *, empty: int | None = None, n: int = 7) -> LengthCurve:
    """Return a curve of four bins, one of them without sentences if wished."""
    bleu = np.array([20.0, 18.5, 12.25, 9.0]) + len(system)
    sizes = np.array([n, n + 1, n + 2, n + 3])
    if empty is not None:
        bleu[empty], sizes[empty] = np.nan, 0
    return LengthCurve(
        system=system,
        data="made.test",
        beam_size=3,
        no_unknown=False,
        bins=BINS,
        n=sizes,
        bleu=bleu,
        low=bleu - 1.5,
        high=bleu + 2.0,
        total_n=int(sizes.sum()),
        total_bleu=15.5,
        total_low=14.25,
        total_high=16.75,
        resamples=20,
        seed=11,
        signature="nrefs:1|made:up",
    )
