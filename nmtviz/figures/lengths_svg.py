"""The length curves as an SVG file, for a paper or a slide, always on white.

Written by hand because Plotly's own export needs a browser on the server.
"""

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from nmtviz.curves import LengthCurve, bin_name
from nmtviz.figures import labels, theme
from nmtviz.figures.binned import band_outline, filled
from nmtviz.figures.drawing import opening
from nmtviz.figures.lengths import BLEU_AXIS, LENGTH_AXIS, bin_sizes, lengths_told
from nmtviz.figures.systems import Style, styles

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _BOTTOM = 56, 16, 62
_LEGEND_LINE, _LEGEND_ENTRY = 22, 284
_BETWEEN_NAMES = 6
_STEPS = (0.5, 1, 2, 5, 10, 20)

_POINTS = {
    "star": [((5.4, 2.2)[i % 2], i * math.pi / 5) for i in range(10)],
    "hexagon": [(4.4, i * math.pi / 3) for i in range(6)],
}
"""Corners of markers: how far from the middle, and at which angle from the top."""


def length_svg(curves: Sequence[LengthCurve]) -> str:
    """Return the figure of `length_curves` as the text of an SVG file.

    Args:
        curves: At least one, all over the same bins.
    """
    colors = theme.look(dark=False)
    plot = _Plot(curves)
    looks = styles([curve.system for curve in curves])
    pairs = list(zip(curves, looks, strict=True))
    parts = [
        opening(_WIDTH, _HEIGHT, colors, lengths_told(curves)),
        f'<rect width="100%" height="100%" fill="{colors.paper}"/>',
        *_scale(plot, colors),
        *_bins(plot, curves, colors),
        *(band for curve, look in pairs for band in _bands(plot, curve, look)),
        *(line for curve, look in pairs for line in _lines(plot, curve, look)),
        *(mark for curve, look in pairs for mark in _marks(plot, curve, look)),
        *(_legend(index, *pair) for index, pair in enumerate(pairs)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Plot:
    """Where bins and scores lie, in pixels."""

    def __init__(self, curves: Sequence[LengthCurve]) -> None:
        tops = [
            top
            for curve in curves
            for top in (*curve.bleu.tolist(), *curve.high.tolist())
        ]
        highest = max((top for top in tops if not math.isnan(top)), default=0.0)
        self.step = next((step for step in _STEPS if highest <= 8 * step), 20)
        # BLEU ends at 100, whatever room the steps would leave above.
        self.highest = min(100, max(1, math.ceil(highest / self.step)) * self.step)
        per_line = (_WIDTH - _LEFT - _RIGHT) // _LEGEND_ENTRY
        self.top = 14 + _LEGEND_LINE * math.ceil(len(curves) / per_line)
        self.bins = len(curves[0].bins)

    @property
    def bin_width(self) -> float:
        return (_WIDTH - _LEFT - _RIGHT) / self.bins

    def x(self, place: float) -> float:
        return round(_LEFT + (place + 0.5) * self.bin_width, 2)

    def y(self, bleu: float) -> float:
        height = _HEIGHT - self.top - _BOTTOM
        return round(self.top + height * (1 - bleu / self.highest), 2)


def _scale(plot: _Plot, colors: theme.Look) -> list[str]:
    count = round(plot.highest / plot.step)
    values = [index * plot.step for index in range(count + 1)]
    lines = [
        f'<path d="M{_LEFT} {plot.y(value)}H{_WIDTH - _RIGHT}" '
        f'stroke="{colors.line}"/>'
        f'<text x="{_LEFT - 8}" y="{plot.y(value)}" text-anchor="end" '
        f'dominant-baseline="central">{value:g}</text>'
        for value in values
    ]
    middle = (plot.top + _HEIGHT - _BOTTOM) / 2
    name = (
        f'<text transform="translate(16 {middle:g}) rotate(-90)" '
        f'text-anchor="middle">{BLEU_AXIS}, 95 % band</text>'
    )
    return [*lines, name]


def _bins(plot: _Plot, curves: Sequence[LengthCurve], colors: theme.Look) -> list[str]:
    bottom = _HEIGHT - _BOTTOM
    told = [
        (bin_name(*span), f"n {bin_sizes(curves, place)}")
        for place, span in enumerate(curves[0].bins)
    ]
    widest = max(labels.width(text) for both in told for text in both)
    every = math.ceil((widest + _BETWEEN_NAMES) / plot.bin_width)
    names = [
        f'<text x="{plot.x(place)}" y="{bottom + 18}" text-anchor="middle">'
        f"{name}</text>"
        f'<text x="{plot.x(place)}" y="{bottom + 33}" text-anchor="middle" '
        f'font-size="11" fill="{colors.muted}">{size}</text>'
        for place, (name, size) in enumerate(told)
        if place % every == 0
    ]
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    axis = (
        f'<text x="{middle:g}" y="{_HEIGHT - 8}" text-anchor="middle">'
        f"{LENGTH_AXIS}; n sentences</text>"
    )
    return [*names, axis]


def _bands(plot: _Plot, curve: LengthCurve, style: Style) -> list[str]:
    polygons = []
    for run in filled(curve.low):
        corners = band_outline(curve.low, curve.high, run)
        points = " ".join(f"{plot.x(place)},{plot.y(bleu)}" for place, bleu in corners)
        polygons.append(
            f'<polygon points="{points}" fill="{style.hue.light}" fill-opacity="0.13"/>'
        )
    return polygons


def _lines(plot: _Plot, curve: LengthCurve, style: Style) -> list[str]:
    return [
        '<polyline points="'
        + " ".join(f"{plot.x(place)},{plot.y(curve.bleu[place])}" for place in run)
        + f'" {_stroke(style)}/>'
        for run in filled(curve.bleu)
    ]


def _marks(plot: _Plot, curve: LengthCurve, style: Style) -> list[str]:
    return [
        _mark(plot.x(place), plot.y(curve.bleu[place]), style)
        for run in filled(curve.bleu)
        for place in run
    ]


def _legend(index: int, curve: LengthCurve, style: Style) -> str:
    per_line = (_WIDTH - _LEFT - _RIGHT) // _LEGEND_ENTRY
    x = _LEFT + index % per_line * _LEGEND_ENTRY
    y = 14 + index // per_line * _LEGEND_LINE
    name = escape(labels.shortened(curve.system))
    return (
        f'<path d="M{x} {y}h34" {_stroke(style)}/>{_mark(x + 17, y, style)}'
        f'<text x="{x + 42}" y="{y}" dominant-baseline="central">{name}</text>'
    )


def _stroke(style: Style) -> str:
    dash = "" if style.dash == "solid" else style.dash.replace("px", "")
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke="{style.hue.light}" stroke-width="2"{dashed}'


def _mark(x: float, y: float, style: Style) -> str:
    """Draw Plotly's marker."""
    paint = f'fill="{style.hue.light}" stroke="{style.hue.light}" stroke-width="1.6"'
    if style.symbol.endswith("-open"):
        paint = f'fill="#ffffff" stroke="{style.hue.light}" stroke-width="1.6"'
    if style.symbol.startswith("circle"):
        return f'<circle cx="{x}" cy="{y}" r="3.6" {paint}/>'
    if style.symbol.startswith("square"):
        return f'<rect x="{x - 3.4}" y="{y - 3.4}" width="6.8" height="6.8" {paint}/>'
    if style.symbol == "diamond":
        return f'<path d="M{x} {y - 4.6}l4.6 4.6l-4.6 4.6l-4.6 -4.6z" {paint}/>'
    if style.symbol in {"cross", "x"}:
        turn = 45 if style.symbol == "x" else 0
        return (
            f'<path transform="rotate({turn} {x} {y})" '
            f'd="M{x - 4.2} {y}h8.4M{x} {y - 4.2}v8.4" stroke="{style.hue.light}" '
            'stroke-width="3"/>'
        )
    if style.symbol in _POINTS:
        corners = " ".join(
            f"{x + far * math.sin(angle):.1f},{y - far * math.cos(angle):.1f}"
            for far, angle in _POINTS[style.symbol]
        )
        return f'<polygon points="{corners}" {paint}/>'
    turn = 180 if style.symbol == "triangle-down" else 0
    return (
        f'<path transform="rotate({turn} {x} {y})" '
        f'd="M{x} {y - 4.2}l4.2 7.4h-8.4z" {paint}/>'
    )
