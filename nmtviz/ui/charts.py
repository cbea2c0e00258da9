"""Charts that are looked at, not clicked."""

import plotly.graph_objects as go
import streamlit as st

from nmtviz.figures.saving import svg_button


def still(figure: go.Figure, *, key: str, alt: str) -> None:
    """Draw a figure in its own size and colours.

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
