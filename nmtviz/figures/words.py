"""The F-measure of words by how frequent they are, one curve a system."""

from collections.abc import Sequence

import plotly.graph_objects as go

from nmtviz.curves import FrequencyCurve, number_or_dash, with_band
from nmtviz.figures.binned import BinnedCurve, binned_figure


def frequency_curves(
    curves: Sequence[FrequencyCurve], *, dark: bool = False
) -> go.Figure:
    """Draw F by rank with 95 % bands and the words of the references in each bin.

    Args:
        curves: At least one, all over the same bins.
        dark: Colours for a dark page.
    """
    first = curves[0]
    return binned_figure(
        [_binned(curve) for curve in curves],
        [
            (f"≤ {last:,}" if last else rank_name(low, last), f"n {n:,}")
            for (low, last), n in zip(first.bins, first.n.tolist(), strict=True)
        ],
        ("Rank of the word by frequency; n words", "F of words, 95 % band"),
        dark=dark,
    )


def rank_name(first: int, last: int | None) -> str:
    """Return what to call a bin of ranks."""
    return "none" if last is None else f"{first:,}-{last:,}"


def _binned(curve: FrequencyCurve) -> BinnedCurve:
    bins = zip(curve.bins, curve.f, curve.low, curve.high, strict=True)
    parts = zip(curve.precision, curve.recall, curve.n, strict=True)
    return BinnedCurve(
        system=curve.system,
        values=curve.f,
        low=curve.low,
        high=curve.high,
        told=[
            f"rank {rank_name(*span)}<br>F {with_band(f, low, high, form='.1f')}"
            f"<br>precision {_rate(precision)}, recall {_rate(recall)}<br>n = {n:,}"
            for (span, f, low, high), (precision, recall, n) in zip(
                bins, parts, strict=True
            )
        ],
    )


def _rate(value: float) -> str:
    return number_or_dash(value, ".1f")
