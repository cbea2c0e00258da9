"""Figures of our own, as the text of an SVG file."""

from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from nmtviz.figures import theme
from nmtviz.figures.labels import plain

COLUMN = "<!--column-->"
"""Stands before, between and behind the columns of a drawing that has some, which a
page may draw one by one."""


class Drawing(NamedTuple):
    """A figure as the text of an SVG file."""

    svg: str

    width: int
    """In pixels."""

    height: int
    """In pixels."""

    subject: str
    """The sentence that it is about."""


def opening(
    width: int, height: int, colors: theme.Look, told: str, attributes: str = ""
) -> str:
    """Return the first tag of an SVG, in which text has our font and colour.

    Args:
        width: In pixels.
        height: In pixels.
        colors: Those of the page.
        told: What it shows, for those who do not see it; plain text.
        attributes: Others that the tag has.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family={quoteattr(theme.FONT)} '
        f'font-size="{theme.LABEL_SIZE}" fill="{colors.text}" role="group" '
        f"aria-label={quoteattr(plain(told))}{attributes and ' ' + attributes}>"
    )
