"""Drawings of our own on a page: moved, enlarged, saved, and clicked."""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import streamlit as st

from nmtviz.figures.drawing import COLUMN, Drawing
from nmtviz.ui import clicks

End: TypeAlias = Literal["left", "right"]

_HTML = """<div class="drawing">
<div class="tools">
<button data-action="out" title="Smaller" aria-label="Smaller">&minus;</button>
<button data-action="reset" title="As large as at first"
 aria-label="As large as at first">1:1</button>
<button data-action="in" title="Larger" aria-label="Larger">+</button>
<button data-action="fit" title="The whole width" aria-label="The whole width"
>fit</button>
<button data-action="save" title="Save as SVG" aria-label="Save as SVG">SVG</button>
</div>
<div class="paper"></div><div class="tip" hidden></div></div>"""


class Nodes(NamedTuple):
    """Nodes of a drawing that can be clicked."""

    of: Hashable
    """What their ids count: elsewhere the same id is another node."""

    on_click: Callable[[int], None]
    """Takes the id of the one that was clicked."""


_component = st.components.v2.component(
    "nmtviz.drawing",
    html=_HTML,
    css=Path(__file__).with_name("drawing.css").read_text("utf-8"),
    js=Path(__file__).with_name("drawing.js").read_text("utf-8"),
    isolate_styles=False,
)


def draw(
    drawing: Drawing,
    *,
    name: str,
    alt: str,
    nodes: Nodes | None = None,
    end: End = "left",
    together: str = "",
) -> None:
    """Show a drawing; it scrolls in its box, and Ctrl with the wheel enlarges it.

    One of another subject is shown from its beginning.

    Args:
        drawing: What to show.
        name: Its own on the page, and that of the file it is saved as.
        alt: What a person who cannot see it is told.
        nodes: What its nodes are, if they can be clicked.
        end: Which end to show where there is no room for the whole.
        together: Drawings that share this name scroll as one.
    """
    tag = clicks.tag(nodes and nodes.of)

    def clicked() -> None:
        state = st.session_state.get(name)  # None once another view is chosen
        node = state.node if state else None
        if nodes and node and node["of"] == tag:
            nodes.on_click(int(node["id"]))

    _component(
        key=name,
        data={
            "svg": drawing.svg,
            "column": COLUMN,
            "width": drawing.width,
            "height": drawing.height,
            "name": name,
            "alt": alt,
            "subject": drawing.subject,
            "clickable": nodes is not None,
            "of": tag,
            "end": end,
            "together": together,
        },
        on_node_change=clicked,
    )
