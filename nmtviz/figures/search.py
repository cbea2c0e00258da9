"""The beam search of one sentence as a tree that grows to the right."""

from collections.abc import Callable, Collection, Iterable

import numpy as np
import plotly.graph_objects as go

from nmtviz.figures import labels, theme
from nmtviz.figures.lanes import Lanes
from nmtviz.figures.theme import Plain
from nmtviz.figures.tree_view import SYMBOLS, TreeView, status_color, value
from nmtviz.traces import SearchTrace, Status, TraceNode

ROW = 46
"""Pixels from a row of the tree to the next."""

_NARROWEST, _WIDEST = 58, 112
_LONGEST = 14
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 60, 34, 22
_BELOW = 0.13
"""Rows from a node to the number under it."""

_WAY = np.append(np.linspace(0, 1, 9), np.nan)
"""Places along an edge; the last one parts it from the next."""

_BEND = _WAY**2 * (3 - 2 * _WAY)
_STRAIGHT = np.isin(np.arange(len(_WAY)), (0, 8, 9))
"""Which of the places a line without a bend needs."""


def column_width(traces: Iterable[SearchTrace]) -> int:
    """Return the pixels a column needs for any word of some trees."""
    tokens = {
        node.token
        for trace in traces
        for node in trace.nodes
        if node.status != "pruned"
    }
    widest = max(labels.width(_shortened(token)) for token in tokens)
    return round(min(max(widest + 16, _NARROWEST), _WIDEST))


def beam_tree(trace: SearchTrace, view: TreeView) -> go.Figure:
    """Draw what a search looked at, a column for each target position.

    The width of a column never shrinks: the figure grows with the sentence. Points
    carry the id of their node as the first of their `customdata`.
    """
    colors = theme.look(dark=view.dark)
    nodes = _shown(trace, view)
    lanes = Lanes(trace, {node.id for node in nodes if node.status == "pruned"})
    drawn = _edges(trace, nodes, lanes, view)
    drawn += [
        _points([n for n in nodes if n.status == status], status, lanes, view)
        for status in SYMBOLS
    ]
    drawn.append(_scores(nodes, lanes, view, colors))
    selected = trace.nodes[view.selected]
    if selected.position <= view.step:
        drawn.append(_ring(selected, lanes, colors))
    return go.Figure(drawn, layout=_layout(trace, lanes, view, colors))


def _shown(trace: SearchTrace, view: TreeView) -> list[TraceNode]:
    """Return the nodes to draw; always those on and beside the selected one's way."""
    beside = {view.selected, trace.nodes[view.selected].parent}
    way = {0, *(node.id for node in trace.path(view.selected))}
    survivors = trace.survivors(view.step) if view.shown == "survivors" else ()
    return [
        node
        for node in trace.nodes
        if node.position <= view.step
        and (
            view.shown == "all"
            or (view.shown == "kept" and node.status != "pruned")
            or node.id in survivors
            or node.id in way
            or node.parent in beside
        )
    ]


def _edges(
    trace: SearchTrace, nodes: Iterable[TraceNode], lanes: Lanes, view: TreeView
) -> list[Plain]:
    """Return lines in four weights; each later one covers those before it."""
    colors = theme.look(dark=view.dark)
    faint = "#4a5466" if view.dark else "#c6bfae"
    best = {node.id for node in trace.path(trace.n_best[0])}
    listed = {node.id for leaf in trace.n_best for node in trace.path(leaf)}
    chosen = {node.id for node in trace.path(view.selected)}
    styles: list[tuple[Callable[[TraceNode], bool], dict[str, object]]] = [
        (
            lambda node: node.status == "pruned",
            {"width": 1.2, "color": faint, "dash": "dot"},
        ),
        (lambda node: node.status != "pruned", {"width": 1.2, "color": faint}),
        (
            lambda node: node.id in listed,
            {"width": 1.8, "color": status_color("kept", dark=view.dark)},
        ),
        (
            lambda node: node.id in best,
            {"width": 4, "color": status_color("kept", dark=view.dark)},
        ),
        (lambda node: node.id in chosen, {"width": 2.5, "color": colors.accent}),
    ]
    drawn = [node for node in nodes if node.parent is not None]
    return [_lines(filter(belongs, drawn), lanes, line) for belongs, line in styles]


def _lines(nodes: Iterable[TraceNode], lanes: Lanes, line: dict[str, object]) -> Plain:
    """Return one trace of the edges that lead to some nodes, as soft bends."""
    ends = [(n.position, lanes.rows[n.parent or 0], lanes.rows[n.id]) for n in nodes]
    position, start, end = np.array(ends, np.float32).reshape(-1, 3).T[..., None]
    needed = (start != end) | _STRAIGHT
    return {
        "type": "scatter",
        # Numbers as arrays: Plotly looks at each value of a list.
        "x": (position - 1 + _WAY).astype(np.float32)[needed],
        "y": (start + (end - start) * _BEND).astype(np.float32)[needed],
        "mode": "lines",
        "line": line,
        "hoverinfo": "skip",
    }


def _points(
    nodes: Collection[TraceNode], status: Status, lanes: Lanes, view: TreeView
) -> Plain:
    colors = theme.look(dark=view.dark)
    small = status == "pruned"
    usual = colors.muted if small else colors.text
    marked = any(node.unknown for node in nodes)
    return {
        "type": "scatter",
        "name": status,
        "x": [node.position for node in nodes],
        "y": [lanes.rows[node.id] for node in nodes],
        "mode": "markers+text",
        "marker": {
            "symbol": SYMBOLS[status],
            "size": {"kept": 10, "finished": 15, "pruned": 7}[status],
            "color": status_color(status, dark=view.dark),
            "line": {"width": 0 if small else 2, "color": colors.paper},
            "opacity": 1,
        },
        "text": [_label(node) for node in nodes],
        "textposition": "top center",
        "textfont": {
            "size": 12 if small else theme.LABEL_SIZE,
            "color": [colors.warning if node.unknown else usual for node in nodes]
            if marked  # one colour is drawn faster than a list of them
            else usual,
        },
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
        # Plain lists: an array would come back from the browser as a dict.
        "customdata": [_data(node) for node in nodes],
        "hovertext": [labels.escaped(node.token) for node in nodes],
        "hovertemplate": "<b>%{hovertext}</b>  %{customdata[4]}<br>"
        "log p of this word %{customdata[1]:.3f}<br>"
        "log p of all words %{customdata[2]:.3f}<br>"
        "score %{customdata[3]:.3f}<extra></extra>",
    }


def _scores(
    nodes: Iterable[TraceNode], lanes: Lanes, view: TreeView, colors: theme.Look
) -> Plain:
    """Return the number under each node."""
    shown = [node for node in nodes if node.parent is not None]
    return {
        "type": "scatter",
        "name": "scores",
        "x": [node.position for node in shown],
        "y": [lanes.rows[node.id] + _BELOW for node in shown],
        "mode": "text",
        "text": [f"{value(node, per_word=view.per_word):.2f}" for node in shown],
        "textposition": "bottom center",
        "textfont": {"size": 11, "color": colors.muted},
        "hoverinfo": "skip",
    }


def _ring(node: TraceNode, lanes: Lanes, colors: theme.Look) -> Plain:
    """Return what is drawn around the selected node."""
    return {
        "type": "scatter",
        "name": "selected",
        "x": [node.position],
        "y": [lanes.rows[node.id]],
        "mode": "markers",
        "marker": {
            "symbol": "circle-open",
            "size": 24 if node.status == "finished" else 17,
            "color": colors.accent,
            "line": {"width": 3},
        },
        "hoverinfo": "skip",
    }


def _layout(
    trace: SearchTrace, lanes: Lanes, view: TreeView, colors: theme.Look
) -> Plain:
    """Fix the scale, as a column and a row are as large at every step; mark the last.

    A band stands behind the step the search has come to, until it is at its end.
    """
    column = view.column or column_width([trace])
    positions = range(view.step + 1)
    band = {
        "type": "rect",
        "xref": "x",
        "yref": "y domain",
        "x0": view.step - 0.5,
        "x1": view.step + 0.5,
        "y0": 0,
        "y1": 1,
        "fillcolor": colors.muted,
        "opacity": 0.12,
        "line": {"width": 0},
        "layer": "below",
    }
    own: Plain = {
        "width": _LEFT + round(column * (view.step + 0.5)) + _RIGHT,
        "height": _TOP + ROW * lanes.count + _BOTTOM,
        "margin": {"l": _LEFT, "r": _RIGHT, "t": _TOP, "b": _BOTTOM, "pad": 0},
        "showlegend": False,
        "dragmode": "pan",
        "clickmode": "event+select",
        "hoverdistance": 40,
        "shapes": [band] if view.step < trace.steps else [],
        "xaxis": {
            "range": [-0.25, view.step + 0.25],
            "side": "top",
            "tickvals": list(positions),
            "ticktext": ["position", *map(str, positions[1:])],
            "tickfont": {"size": 12, "color": colors.muted},
            "showgrid": False,
            "zeroline": False,
        },
        "yaxis": {"range": [lanes.count - 0.4, -0.75], "visible": False},
    }
    return theme.layout(colors, own)


def _label(node: TraceNode) -> str:
    text = labels.escaped(_shortened(node.token))
    return f"<i>{text}</i>" if node.unknown else text


def _shortened(token: str) -> str:
    token = labels.plain(token)
    return token if len(token) <= _LONGEST else token[: _LONGEST - 1] + "…"


def _data(node: TraceNode) -> list[float | str]:
    """Return what a click gives back and the hover text shows; short on its way."""
    numbers = node.edge_log_prob, node.log_prob, node.score
    return [node.id, *(round(number, 6) for number in numbers), _told(node)]


def _told(node: TraceNode) -> str:
    if node.parent is None:
        return "where every hypothesis starts"
    return f"{node.status}, number {node.rank} of its step"
