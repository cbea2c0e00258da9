"""The beam search of one sentence as a tree that grows to the right, in SVG.

Written by hand, as a browser takes an SVG of a thousand words in a tenth of the time
that Plotly needs to draw them, and who steps through a search waits each time.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from xml.sax.saxutils import quoteattr

from nmtviz.figures import labels, theme
from nmtviz.figures.drawing import COLUMN, Drawing, opening
from nmtviz.figures.lanes import Lanes
from nmtviz.figures.tree_view import TreeView, status_color, value
from nmtviz.traces import SearchTrace, Status, TraceNode

ROW = 50
"""Pixels from a row of the tree to the next."""

_NARROWEST, _WIDEST = 58, 112
_LONGEST = 14
_LEFT, _RIGHT, _TOP, _BOTTOM = 54, 46, 64, 32
"""Pixels from the edges to the centre of the first and last nodes."""

_TICK = 16
"""Where the numbers of the positions stand, from above."""

_AROUND = 4
"""Pruned extensions, the likeliest, that are drawn of the selected node and of the one
before it: all of them made the last column twice as high as the others."""

MARKS: dict[Status, str] = {
    "kept": '<circle r="5"/>',
    "finished": '<path d="M0-8L8 0L0 8L-8 0z"/>',
    "pruned": '<path d="M-3.5-3.5l7 7m0-7l-7 7"/>',
}
"""Shapes that tell nodes apart without their colours, around the origin."""


def column_width(traces: Iterable[SearchTrace]) -> int:
    """Return the pixels a column needs for any word of some trees."""
    tokens = {
        node.token
        for trace in traces
        for node in trace.nodes
        if node.status != "pruned"
    }
    widest = max(labels.width(labels.shortened(token, _LONGEST)) for token in tokens)
    return round(min(max(widest + 16, _NARROWEST), _WIDEST))


def beam_tree(trace: SearchTrace, view: TreeView) -> Drawing:
    """Draw what a search looked at, a column for each target position.

    The width of a column never shrinks: the figure grows with the sentence. A node is
    a group with its id as `data-node` and with what there is to tell of it, line by
    line, as `data-told`.
    """
    colors = theme.look(dark=view.dark)
    nodes = _shown(trace, view)
    lanes = Lanes(trace, {node.id for node in nodes if node.status == "pruned"})
    place = _Places(lanes, view.column or column_width([trace]))
    width = round(place.x(view.step)) + _RIGHT
    height = round(place.y(lanes.count - 1)) + _BOTTOM
    parts = [
        opening(
            *(width, height, colors),
            f"Search tree of: {trace.translation.sentence}",
            'class="beam-tree" text-anchor="middle"',
        ),
        _style(colors, dark=view.dark),
        *_positions(trace, place, view, height),
        *_edges(trace, nodes, place, view),
        *_ring(trace, place, view),
        COLUMN.join(["", *_columns(nodes, place, view), ""]),
        "</svg>",
    ]
    return Drawing("\n".join(parts), width, height, trace.translation.sentence)


class _Places:
    """Where nodes lie, in pixels."""

    def __init__(self, lanes: Lanes, column: int) -> None:
        self._rows, self.column = lanes.rows, column

    def x(self, position: int) -> float:
        return _LEFT + self.column * position

    def y(self, row: int) -> float:
        return _TOP + ROW * row

    def of(self, node: TraceNode) -> tuple[float, float]:
        return self.x(node.position), self.y(self._rows[node.id])

    def edge(self, node: TraceNode) -> str:
        """Return the way to a node from its parent, as a soft bend."""
        x, y = self.of(node)
        began = self.y(self._rows[node.parent or 0])
        begin = f"M{x - self.column:g} {began:g}"
        if began == y:
            return f"{begin}H{x:g}"
        near, far = x - 2 * self.column / 3, x - self.column / 3
        return f"{begin}C{near:.1f} {began:g} {far:.1f} {y:g} {x:g} {y:g}"


def _shown(trace: SearchTrace, view: TreeView) -> list[TraceNode]:
    """Return the nodes to draw; always those on and beside the selected one's way."""
    always = _chosen_way(trace, view) | _beside_chosen(trace, view)
    survivors = trace.survivors(view.step) if view.shown == "survivors" else ()
    return [
        node
        for node in trace.nodes
        if node.position <= view.step
        and (
            view.shown == "all"
            or (view.shown == "kept" and node.status != "pruned")
            or node.id in survivors
            or node.id in always
            or node.parent is None
        )
    ]


def _beside_chosen(trace: SearchTrace, view: TreeView) -> set[int]:
    """Return the ids of extensions of the selected node and of the one before it."""
    if view.selected is None:
        return set()
    found = set()
    for parent in (view.selected, trace.nodes[view.selected].parent):
        extensions = [node for node in trace.nodes[1:] if node.parent == parent]
        pruned = [node for node in extensions if node.status == "pruned"]
        left_out = sorted(pruned, key=lambda node: node.rank)[_AROUND:]
        found |= {node.id for node in extensions} - {node.id for node in left_out}
    return found


def _style(colors: theme.Look, *, dark: bool) -> str:
    """Return what the parts of a tree look like; the page's own style adds nothing."""
    kept, finished, pruned = (status_color(status, dark=dark) for status in MARKS)
    faint = "#4a5466" if dark else "#c6bfae"
    rules = {
        # Lines pass behind words; on a page in its colour, in a saved file on paper.
        "text": f"paint-order:stroke;stroke:var(--st-background-color,{colors.paper});"
        "stroke-width:3px",
        ".edge": f"fill:none;stroke:{faint};stroke-width:1.2",
        ".left": "stroke-dasharray:2 3",
        ".listed": f"stroke:{kept};stroke-width:1.8",
        ".best": f"stroke:{kept};stroke-width:4.5",
        # In dashes, between which the line below can be seen.
        ".chosen": f"stroke:{colors.accent};stroke-dasharray:9 6;stroke-width:3.5",
        ".kept circle": f"fill:{kept}",
        ".finished path": f"fill:{finished}",
        ".kept circle,.beam-tree .finished path": f"stroke:{colors.paper};"
        "stroke-width:2",
        ".pruned path": f"stroke:{pruned};stroke-width:2.4;fill:none",
        ".pruned": f"font-size:12px;fill:{colors.muted}",
        ".score,.beam-tree .positions": f"font-size:11px;fill:{colors.muted}",
        ".positions": "font-size:12px",
        ".unknown": f"font-style:italic;fill:{colors.warning}",
        ".band": f"fill:{colors.muted};opacity:.12",
        ".ring": f"fill:none;stroke:{colors.accent};stroke-width:3",
    }
    written = "".join(f".beam-tree {name}{{{rule}}}" for name, rule in rules.items())
    return f"<style>{written}</style>"


def _positions(
    trace: SearchTrace, place: _Places, view: TreeView, height: int
) -> list[str]:
    """Number the columns; a band stands behind the last until the search is over."""
    texts = ["position", *map(str, range(1, view.step + 1))]
    ticks = [
        f'<text x="{place.x(at):g}" y="{_TICK}">{text}</text>'
        for at, text in enumerate(texts)
    ]
    parts = [f'<g class="positions">{"".join(ticks)}</g>']
    if view.step < trace.steps:
        left, top = place.x(view.step) - place.column / 2, _TICK + 8
        parts.append(
            f'<rect class="band" x="{left:g}" y="{top}" width="{place.column}" '
            f'height="{height - top}"/>'
        )
    return parts


def _edges(
    trace: SearchTrace, nodes: Iterable[TraceNode], place: _Places, view: TreeView
) -> list[str]:
    """Return lines in five weights; each later one covers those before it."""
    best = {node.id for node in trace.path(trace.n_best[0])}
    listed = {node.id for leaf in trace.n_best for node in trace.path(leaf)}
    chosen = _chosen_way(trace, view)
    kinds: dict[str, Callable[[TraceNode], bool]] = {
        "left": lambda node: node.status == "pruned",
        "lived": lambda node: node.status != "pruned",
        "listed": lambda node: node.id in listed,
        "best": lambda node: node.id in best,
        "chosen": lambda node: node.id in chosen,
    }
    ways = [(node, place.edge(node)) for node in nodes if node.parent is not None]
    return [
        f'<path class="edge {name}" d="'
        f'{"".join(way for node, way in ways if belongs(node))}"/>'
        for name, belongs in kinds.items()
    ]


def _chosen_way(trace: SearchTrace, view: TreeView) -> set[int]:
    """Return the ids of the nodes that lead to the selected one, if there is one."""
    if view.selected is None:
        return set()
    return {node.id for node in trace.path(view.selected)}


def _ring(trace: SearchTrace, place: _Places, view: TreeView) -> list[str]:
    """Return what is drawn around the selected node, if it is there."""
    if view.selected is None or trace.nodes[view.selected].position > view.step:
        return []
    node = trace.nodes[view.selected]
    x, y = place.of(node)
    radius = 12 if node.status == "finished" else 10
    return [f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="{radius}"/>']


def _columns(
    nodes: Iterable[TraceNode], place: _Places, view: TreeView
) -> Iterable[str]:
    """Yield the nodes of each position.

    With the pixels to it from the left as `data-x`, and to where its last node ends
    from above as `data-low`.
    """
    by_position = defaultdict(list)
    for node in nodes:
        by_position[node.position].append(node)
    for position, there in by_position.items():
        x, low = place.x(position), max(place.of(node)[1] for node in there) + _BOTTOM
        marks = "".join(_mark(node, place, view) for node in there)
        yield (
            f'<g data-x="{x:g}" data-low="{low:g}" transform="translate({x:g})">'
            f"{marks}</g>"
        )


def _mark(node: TraceNode, place: _Places, view: TreeView) -> str:
    """Return a node in its column: its shape, the word above, the number below."""
    _, y = place.of(node)
    above, below = (-15, 22) if node.status == "finished" else (-12, 20)
    word = labels.escaped(labels.shortened(node.token, _LONGEST))
    looks = ' class="unknown"' * node.unknown
    parts = [
        f'<g class="{node.status}" data-node="{node.id}" '
        f'data-told={quoteattr(_told(node))} transform="translate(0 {y:g})">',
        MARKS[node.status],
        f'<text y="{above}"{looks}>{word}</text>',
    ]
    if node.parent is not None:
        number = f"{value(node, per_token=view.per_token):.2f}"
        parts.append(f'<text y="{below}" class="score">{number}</text>')
    return "".join([*parts, "</g>"])


def _told(node: TraceNode) -> str:
    """Return what there is to know about a node, the word itself first."""
    where = (
        "where every hypothesis starts"
        if node.parent is None
        else f"{node.status}, number {node.rank} of its step"
    )
    numbers = {
        "log p of this token": node.edge_log_prob,
        "log p of all tokens": node.log_prob,
        "score": node.score,
    }
    lines = [f"{name} {number:.3f}" for name, number in numbers.items()]
    return "\n".join([labels.plain(node.token), where, *lines])
