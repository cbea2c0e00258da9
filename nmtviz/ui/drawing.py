"""Drawings of our own on a page: moved, enlarged, saved, and clicked."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeAlias

import streamlit as st

from nmtviz.figures.drawing import COLUMN, Drawing

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
    on_node: Callable[[int], None] | None = None,
    end: End = "left",
    together: str = "",
) -> None:
    """Show a drawing; it scrolls in its box, and Ctrl with the wheel enlarges it.

    One of another subject is shown from its beginning.

    Args:
        drawing: What to show.
        name: Its own on the page, and that of the file it is saved as.
        alt: What a person who cannot see it is told.
        on_node: What a click on a node calls with the node's id.
        end: Which end to show where there is no room for the whole.
        together: Drawings that share this name scroll as one.
    """

    def clicked() -> None:
        if on_node is not None:
            on_node(int(st.session_state[name].node))

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
            "clickable": on_node is not None,
            "end": end,
            "together": together,
        },
        on_node_change=clicked,
    )
