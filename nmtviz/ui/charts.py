"""Charts that are looked at, not clicked, and what all charts wait for."""

from collections.abc import Iterator
from contextlib import contextmanager

import plotly.graph_objects as go
import streamlit as st

from nmtviz.figures.saving import svg_button
from nmtviz.ui import cache


def dark() -> bool:
    """Say whether the page is shown in the dark."""
    return st.context.theme.type == "dark"


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
        width=int(figure.layout.width),  # enlarged, it has become a float
        key=key,
        config=svg_button(key),
        alt=alt,
    )


@contextmanager
def fetched_early() -> Iterator[None]:
    """Have the browser fetch Plotly while PyTorch starts here: each takes seconds.

    It does so at the first chart, so there is one that nobody sees until the charts of
    a page stand. Where PyTorch runs already they come at once.
    """
    place = st.empty()
    if not cache.torch_runs():
        with place.container(key="fetched-early"):
            st.plotly_chart(go.Figure(layout={"height": 10}))
    yield
    place.empty()
