"""Where the nodes of a search tree lie: as few crossings as a short look allows."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import count

from nmtviz.traces import SearchTrace, TraceNode


class Lanes:
    """Gives each node a row; its column is its target position.

    The best hypothesis runs along row 0. A node's most successful extension goes on in
    its row and the others branch off to the nearest free one, so a hypothesis
    changes rows only where it parts from a better one.
    """

    def __init__(self, trace: SearchTrace, pruned: Collection[int] = ()) -> None:
        """Place all nodes that were kept or finished, and some that were pruned.

        Args:
            trace: The tree.
            pruned: Ids of pruned nodes to place too; they never move the others.
        """
        self._trace = trace
        self._success = _success(trace)
        self.rows: dict[int, int] = {0: 0}
        """Rows by node id."""
        shown, extra = defaultdict(list), defaultdict(list)
        for node in trace.nodes[1:]:
            if node.status != "pruned":
                shown[node.position].append(node)
            if node.id in pruned:
                extra[node.position].append(node)
        for position in range(1, trace.steps + 1):
            taken = self._place(shown[position])
            for node in extra[position]:
                self.rows[node.id] = _nearest(self._row_of_parent(node), taken)
                taken.add(self.rows[node.id])

    @property
    def count(self) -> int:
        """How many rows there are."""
        return max(self.rows.values()) + 1

    def _place(self, nodes: Iterable[TraceNode]) -> set[int]:
        """Give the nodes of one position their rows and return these."""
        taken: set[int] = set()
        branching = []
        for node in sorted(nodes, key=lambda node: self._success[node.id]):
            row = self._row_of_parent(node)
            if row in taken:
                branching.append(node)
            else:
                self.rows[node.id] = row
                taken.add(row)
        for node in branching:
            self.rows[node.id] = _nearest(self._row_of_parent(node), taken)
            taken.add(self.rows[node.id])
        return taken

    def _row_of_parent(self, node: TraceNode) -> int:
        return self.rows[node.parent or 0]


def _success(trace: SearchTrace) -> dict[int, tuple[int, int, int]]:
    """Return sort keys: n-best place reached, how far it came, its rank."""
    never = len(trace.n_best)
    place = dict(zip(trace.n_best, count(), strict=False))
    found = {
        node.id: (place.get(node.id, never), -node.position, node.rank)
        for node in trace.nodes
    }
    for node in reversed(trace.nodes[1:]):
        parent = node.parent or 0
        best, reach, rank = found[parent]
        below = found[node.id]
        found[parent] = (min(best, below[0]), min(reach, below[1]), rank)
    return found


def _nearest(row: int, taken: Collection[int]) -> int:
    """Return the free row nearest to a row, below it rather than above."""
    return next(
        candidate
        for distance in count()
        for candidate in (row + distance, row - distance)
        if candidate >= 0 and candidate not in taken
    )
