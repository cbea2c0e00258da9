"""Gold links over a heatmap, and the rates of agreement by the least weight of a link.

Rates are those of Och and Ney (2003), https://aclanthology.org/J03-1002.
"""

from collections.abc import Sequence

import plotly.graph_objects as go

from nmtviz.figures import theme
from nmtviz.gold import AlignmentScore, GoldLinks

_WIDTH, _HEIGHT = 460, 300
_RATES = (
    ("AER", "aer", "solid", theme.RUST),
    ("precision", "precision", "9px,4px", theme.NAVY),
    ("recall", "recall", "2px,3px", theme.GREEN),
)
"""Name, attribute, dash, colour."""


def outline_links(
    figure: go.Figure, gold: GoldLinks, *, dark: bool = False
) -> go.Figure:
    """Outline the links a person made: sure ones solid, possible ones dashed.

    Args:
        figure: An alignment heatmap of the same words, changed in place.
        gold: The links.
        dark: Colours for a dark page.
    """
    color = theme.look(dark=dark).accent
    for link in sorted(gold.possible):
        sure = link in gold.sure
        figure.add_shape(
            type="rect",
            x0=link.source - 0.42,
            x1=link.source + 0.42,
            y0=link.target - 0.42,
            y1=link.target + 0.42,
            line={"color": color, "width": 2, "dash": "solid" if sure else "2px,2px"},
            name="sure" if sure else "possible",
        )
    return figure


def agreement_curves(
    scores: Sequence[AlignmentScore], *, chosen: float | None, dark: bool = False
) -> go.Figure:
    """Draw error rate, precision and recall by the least weight of a link.

    Args:
        scores: What each threshold gives, thresholds increasing.
        chosen: The threshold to mark.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    figure = go.Figure(layout=theme.layout(colors))
    thresholds = [score.threshold for score in scores]
    for name, attribute, dash, hue in _RATES:
        figure.add_scatter(
            x=thresholds,
            y=[getattr(score, attribute) for score in scores],
            name=name,
            mode="lines",
            line={"color": hue.on(dark=dark), "dash": dash},
            hovertemplate=f"{name} %{{y:.3f}} at %{{x:.2f}}<extra></extra>",
        )
    if chosen is not None:
        figure.add_vline(x=chosen, line={"color": colors.accent, "width": 1})
    axis = {
        "fixedrange": True,
        "gridcolor": colors.line,
        "zeroline": False,
        "range": [0, 1],
        "tickfont": {"color": colors.text},
    }
    for update, text in (
        (figure.update_xaxes, "least weight of a link"),
        (figure.update_yaxes, "rate, 0 to 1"),
    ):
        update(axis, title={"text": text, "font": {"size": 12}})
    return figure.update_layout(
        width=_WIDTH,
        height=_HEIGHT,
        margin={"l": 56, "r": 12, "t": 36, "b": 48},
        legend={"orientation": "h", "y": 1.14, "x": 0},
        dragmode=False,
    )
