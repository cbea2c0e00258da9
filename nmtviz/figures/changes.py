"""Marks on what differs between two pictures."""

from collections.abc import Iterable, Sequence

import plotly.graph_objects as go

from nmtviz.figures import theme


def outline_rows(
    figure: go.Figure, rows: Iterable[int], *, columns: int, dark: bool = False
) -> go.Figure:
    """Outline rows of a heatmap, neighbours together.

    Args:
        figure: An alignment heatmap, changed in place.
        rows: Target positions, from 0.
        columns: Source positions the heatmap has.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    for first, last in _blocks(sorted(rows)):
        figure.add_shape(
            type="rect",
            x0=-0.5,
            x1=columns - 0.5,
            y0=first - 0.5,
            y1=last + 0.5,
            line={"color": colors.accent, "width": 2},
            name="changed",
        )
    return figure


def mark_set_rows(
    figure: go.Figure, rows: Sequence[int], *, columns: int, dark: bool = False
) -> go.Figure:
    """Point at the rows of a heatmap that were set by hand.

    Args:
        figure: An alignment heatmap, changed in place.
        rows: Target positions, from 0.
        columns: Source positions the heatmap has.
        dark: Colours for a dark page.
    """
    return figure.add_trace(
        go.Scatter(
            x=[columns - 0.1] * len(rows),
            y=list(rows),
            mode="markers",
            marker={
                "symbol": "triangle-left",
                "size": 13,
                "color": theme.look(dark=dark).accent,
            },
            cliponaxis=False,
            hoverinfo="skip",
            showlegend=False,
            name="set by hand",
        )
    )


def _blocks(rows: list[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of neighbours."""
    blocks: list[tuple[int, int]] = []
    for row in rows:
        if blocks and blocks[-1][1] == row - 1:
            blocks[-1] = (blocks[-1][0], row)
        else:
            blocks.append((row, row))
    return blocks
