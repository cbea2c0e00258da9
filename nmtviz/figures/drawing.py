"""Figures of our own, as the text of an SVG file."""

from typing import NamedTuple

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
