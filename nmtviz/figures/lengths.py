"""BLEU by source length, one curve a system: [B] figure 2.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from nmtviz.curves import LengthCurve, bin_name, with_band
from nmtviz.figures import theme
from nmtviz.figures.binned import BinnedCurve, binned_figure, points_told

LENGTH_AXIS = "Source words"
BLEU_AXIS = "BLEU"


def length_curves(
    curves: Sequence[LengthCurve], *, picked: int | None = None, dark: bool = False
) -> go.Figure:
    """Draw BLEU by source length with 95 % bands and the sentences of each bin.

    A point's custom data are the position of its curve and of its bin.

    Args:
        curves: One a system, all over the same bins.
        picked: Position of the bin to shade, from 0.
        dark: Colours for a dark page.

    Raises:
        ValueError: If the curves' bins differ.
    """
    if len({curve.bins for curve in curves}) > 1:
        raise ValueError("Curves in one figure must have the same bins.")
    bins = curves[0].bins if curves else ()
    has_band = any((~np.isnan(curve.low)).any() for curve in curves)
    figure = binned_figure(
        [_binned(curve) for curve in curves],
        [
            (bin_name(*span), f"n {bin_sizes(curves, place)}")
            for place, span in enumerate(bins)
        ],
        (
            f"{LENGTH_AXIS}; n sentences",
            f"{BLEU_AXIS}, 95 % band" if has_band else BLEU_AXIS,
        ),
        dark=dark,
    )
    if picked is not None:
        figure.add_vrect(
            x0=picked - 0.4,
            x1=picked + 0.4,
            fillcolor=theme.look(dark=dark).accent,
            opacity=0.1,
            line_width=0,
            layer="below",
        )
    return figure


def lengths_told(curves: Sequence[LengthCurve]) -> str:
    """Return the curves in words, for those who do not see them."""
    bins = curves[0].bins if curves else ()
    return points_told(
        "BLEU by source length",
        [f"{bin_name(*span)} words" for span in bins],
        [(curve.system, curve.bleu) for curve in curves],
    )


def bin_sizes(curves: Sequence[LengthCurve], position: int) -> str:
    """Return the sentences in a bin, `25-30` where the systems have not the same."""
    sizes = {int(curve.n[position]) for curve in curves}
    return "-".join(f"{size:,}" for size in sorted({min(sizes), max(sizes)}))


def _binned(curve: LengthCurve) -> BinnedCurve:
    return BinnedCurve(
        system=curve.system,
        values=curve.bleu,
        low=curve.low,
        high=curve.high,
        told=[
            f"{bin_name(*span)} words<br>BLEU {with_band(bleu, low, high)}<br>n = {n:,}"
            for span, bleu, low, high, n in zip(
                curve.bins, curve.bleu, curve.low, curve.high, curve.n, strict=True
            )
        ],
    )
