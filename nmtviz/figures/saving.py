"""How a figure is saved from where it is shown."""

from typing import Any


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
