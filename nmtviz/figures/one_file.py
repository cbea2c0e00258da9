"""A figure as one HTML file that needs nothing else, no network either."""

import re
from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from nmtviz.figures import theme
from nmtviz.figures.drawing import Drawing
from nmtviz.figures.labels import plain
from nmtviz.figures.saving import svg_button

_LONGEST_NAME = 60

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ margin: 2rem; font-family: {font}; }}
body {{ color: {look.text}; background: {look.paper}; }}
p {{ max-width: 60rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
{notes}
{figure}
<details><summary>The picture in words</summary><p>{told}</p></details>
</body>
</html>
"""


def html_page(
    figure: go.Figure | Drawing, *, title: str, notes: Sequence[str], told: str
) -> str:
    """Return a page with a figure that can be looked into.

    Args:
        figure: What to show, drawn for a light page; one of Plotly's can be saved.
        title: Plain text.
        notes: Paragraphs above it, plain text.
        told: What it shows, for those who do not see it; plain text.
    """
    shown: str = (
        figure.svg
        if isinstance(figure, Drawing)
        else figure.to_html(
            full_html=False,
            include_plotlyjs=True,
            config=svg_button(_file_name(title)),
        )
    )
    return _PAGE.format(
        title=escape(title),
        font=theme.FONT,
        look=theme.look(dark=False),
        notes="\n".join(f"<p>{escape(note)}</p>" for note in notes),
        figure=shown,
        told=escape(plain(told)),
    )


def _file_name(title: str) -> str:
    """Return a name for what is saved; Plotly writes it into a script as it is."""
    return re.sub(r"[^\w.-]+", "-", title)[:_LONGEST_NAME].strip("-")
