"""Looks of the figures: colours, scales and type, for light and dark pages.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from plotly.colors import sample_colorscale

Plain: TypeAlias = dict[str, Any]
"""A part of a figure as plain values, which Plotly checks once and not again."""

FONT = '"Source Sans", "Source Sans 3", "Segoe UI", "Helvetica Neue", sans-serif'
"""The page's own font first, then what a saved figure finds elsewhere."""

LABEL_SIZE = 13
"""Height of a tick label in pixels."""

Stops = tuple[tuple[float, str], ...]


def _evenly(*colors: str) -> Stops:
    last = len(colors) - 1
    return tuple((index / last, color) for index, color in enumerate(colors))


SCALES: dict[str, Stops] = {
    "grey": _evenly("#000000", "#ffffff"),
    "ink": _evenly("#ffffff", "#d3e0f2", "#8fb1dd", "#4275b8", "#0d2f63"),
    "cividis": _evenly(
        "#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"
    ),
    "viridis": _evenly(
        "#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"
    ),
}
"""From weight 0 to 1, safe for colour-blind eyes; `grey` is that of [B] figure 3."""


def color(scale: str, weight: float) -> str:
    """Return the colour a scale gives a weight, as `rgb(r, g, b)`."""
    stops = [list(stop) for stop in SCALES[scale]]
    return str(sample_colorscale(stops, min(max(weight, 0.0), 1.0))[0])


def readable_on(scale: str, weight: float) -> str:
    """Return black or white: what can be read better on a scale's colour of a weight.

    By the contrast of WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
    """
    light = _luminance(color(scale, weight)) + 0.05
    return "#000000" if light / 0.05 > 1.05 / light else "#ffffff"


def _luminance(color: str) -> float:
    """Return the relative luminance of `rgb(r, g, b)`, from 0 to 1."""
    shares = [float(part) / 255 for part in re.findall(r"[\d.]+", color)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Hue(NamedTuple):
    """The colour of something that is data."""

    light: str
    """On a light page."""

    dark: str
    """On a dark page, where the stronger colour is the lighter one."""

    def on(self, *, dark: bool) -> str:
        """Return the colour for a light or a dark page."""
        return self.dark if dark else self.light


NAVY = Hue("#0d2f63", "#a9c8f5")
RUST = Hue("#b5410f", "#ffa872")
GREEN = Hue("#2c7a4b", "#7fd6a1")
BLUE = Hue("#1f4e8c", "#8fb6ee")

HUES = (
    NAVY,
    RUST,
    GREEN,
    Hue("#6b3fa0", "#c3a2ef"),
    Hue("#8a6d00", "#e5cf6a"),
    Hue("#00727a", "#6fd3da"),
    Hue("#a1346b", "#f29cc6"),
    Hue("#4d5563", "#b9c0cc"),
    Hue("#4f6b00", "#bfdc6b"),
)
"""Colours of lines that stand side by side; dashes and markers tell them apart too."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """Colours of everything in a figure that is not data."""

    text: str
    muted: str
    line: str
    paper: str
    accent: str
    """Outline of the pinned cell."""

    warning: str
    """Words outside the vocabulary."""


LIGHT = Look(
    text="#1d2433",
    muted="#6b6f7b",
    line="#dcd7cb",
    paper="#ffffff",
    accent="#e4572e",
    warning="#b5410f",
)
DARK = Look(
    text="#e8eaf0",
    muted="#9aa3b5",
    line="#39414f",
    paper="#1b202b",
    accent="#ff8a5c",
    warning="#ffa872",
)


def look(*, dark: bool) -> Look:
    """Return the colours for a light or a dark page."""
    return DARK if dark else LIGHT


def layout(colors: Look, own: Plain | None = None) -> Plain:
    """Return what every figure starts from: type, see-through ground, hover.

    Labels of an axis have their room in each figure: looking for those that overflow
    takes the browser longer than drawing a heatmap.

    Args:
        colors: Those of the page.
        own: What a figure adds, or has in place of the usual; one level deep.
    """
    usual: Plain = {
        "xaxis": {"ticklabeloverflow": "allow"},
        "yaxis": {"ticklabeloverflow": "allow"},
        "font": {"family": FONT, "size": LABEL_SIZE, "color": colors.text},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "modebar": {
            "bgcolor": "rgba(0,0,0,0)",
            "color": colors.muted,
            "activecolor": colors.text,
        },
        "hoverlabel": {
            "bgcolor": colors.paper,
            "bordercolor": colors.line,
            "font": {"family": FONT, "size": 14, "color": colors.text},
        },
    }
    for name, value in (own or {}).items():
        both = isinstance(value, dict) and name in usual
        usual[name] = usual[name] | value if both else value
    return usual
