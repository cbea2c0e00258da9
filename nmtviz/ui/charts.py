"""How charts are drawn on a page."""

from typing import Any

import plotly.graph_objects as go
import streamlit as st


def still(figure: go.Figure, *, key: str, alt: str) -> None:
    """Draw a figure that is looked at, not clicked, in its own size and colours.

    Args:
        figure: What to draw; its layout has a width.
        key: Name of the chart on the page.
        alt: What a person who cannot see it is told.
    """
    st.plotly_chart(
        figure,
        theme=None,
        width=figure.layout.width,
        key=key,
        config=svg_button(key),
        alt=alt,
    )


def svg_button(name: str) -> dict[str, Any]:
    """Return Plotly's settings for a chart with a single button, which saves it as SVG.

    Args:
        name: Of the file, without the suffix.
    """
    return {
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "svg", "filename": name},
    }
