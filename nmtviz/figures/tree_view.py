"""What of a search tree is shown, and the colours that tell its nodes apart."""

from dataclasses import dataclass
from typing import Literal

from nmtviz.figures.theme import BLUE, Hue
from nmtviz.traces import Status, TraceNode

Shown = Literal["survivors", "kept", "all"]
"""Of a tree: what leads to the hypotheses that live at the step, all that was kept
when its step came, or also what was pruned at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TreeView:
    """What of a tree is shown, and how."""

    step: int
    """Nothing beyond this target position is drawn."""

    selected: int | None
    """Id of the node with a ring; the way to it is drawn in the same colour. None for
    a tree in which there is nothing to choose."""

    shown: Shown = "kept"
    """What is drawn besides the way to the selected node and what is around it."""

    per_token: bool = True
    """Show log p per token, not of all tokens."""

    column: int = 0
    """Pixels from a position to the next; 0 is what the words of the tree need."""

    dark: bool = False
    """Colours for a dark page."""


def status_color(status: Status, *, dark: bool) -> str:
    """Return the colour of a status, apart from the others for colour-blind eyes."""
    hues = {
        "kept": BLUE,
        "finished": Hue("#0b7a5f", "#4fd1ac"),
        "pruned": Hue("#8a8172", "#8b93a3"),
    }
    return hues[status].on(dark=dark)


def value(node: TraceNode, *, per_token: bool) -> float:
    """Return log p of all tokens of a node, per token if asked."""
    return node.log_prob / max(node.position, 1) if per_token else node.log_prob
