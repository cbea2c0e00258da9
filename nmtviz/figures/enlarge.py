"""A figure for the back row of a classroom."""

import plotly.graph_objects as go

_LENGTHS = {
    *("size", "width", "height", "l", "r", "t", "b"),
    *("standoff", "ticklen", "thickness", "len", "xpad", "ypad"),
}
"""What Plotly calls its lengths in pixels."""


def enlarge(figure: go.Figure, factor: float) -> go.Figure:
    """Return a copy of a figure of fixed size with its lengths and type multiplied."""
    return go.Figure(_scaled(figure.to_dict(), factor))


def _scaled(part: object, factor: float, name: str = "") -> object:
    if isinstance(part, dict):
        return {key: _scaled(value, factor, key) for key, value in part.items()}
    if isinstance(part, list):
        return [_scaled(value, factor) for value in part]
    if name in _LENGTHS and isinstance(part, int | float):
        return part * factor
    return part
