"""The heatmap of a soft alignment, as in figure 3 of Bahdanau et al. (2015)."""

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from nmtviz.figures import labels, theme
from nmtviz.figures.frame import BAR_GAP, BAR_LENGTH, SLANT, Frame
from nmtviz.figures.theme import Plain
from nmtviz.results import Alignment

Cell = tuple[int, int]
"""A target position and a source position, from 0."""

SOURCE_AXIS = "source sentence"
TARGET_AXIS = "translation"
ATTENTION = "attention weight"
LOST = "probability lost"
"""What the weights may be."""

MOST_CLICKABLE = 10_000
"""Cells of a picture that listens to clicks: more of them hold the browser up for
seconds."""

_NOTHING = {"title": {"text": "There is nothing to align."}, "height": 120}
_HIGHEST = 3.0  # place of a colour bar that Plotly allows
_NO_POINT: Plain = {"type": "scatter", "x": [None], "y": [None]}
"""Nothing, but an axis is only drawn if something lies on it."""

_HOVER = "%{{text}}  <b>%{{{}:.3f}}</b><extra></extra>"


def alignment_heatmap(
    alignment: Alignment,
    *,
    measure: str = ATTENTION,
    scale: str = "grey",
    pinned: Cell | None = None,
    clickable: bool = True,
    dark: bool = False,
) -> go.Figure:
    """Draw which source words (along the top) each target word (down) attends to.

    Below a tall picture the source words stand once more, to the right of a wide one
    the target words. Words repeat, so cells lie at whole numbers and are only labelled
    by words. A cell never shrinks: the figure grows with the sentence.

    Args:
        alignment: What to draw.
        measure: What its weights are.
        scale: A name of `theme.SCALES`; colours always run from weight 0 to 1.
        pinned: The cell to outline.
        clickable: Whether Streamlit hears of a click on a cell, which makes large
            ones slower.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    if not alignment.weights.size:
        return go.Figure(layout=theme.layout(colors, _NOTHING))
    frame = Frame.around(alignment)
    drawn = [_cells(alignment, measure, scale, frame, colors)]
    if clickable:
        drawn[0] |= {"hoverinfo": "skip"}
        drawn.append(_targets(alignment))
    else:
        drawn[0] |= {
            "text": hover_texts(alignment),
            "hovertemplate": _HOVER.format("z"),
        }
    if frame.is_tall:
        drawn.append(_NO_POINT | {"xaxis": "x2"})
    if frame.is_wide:
        drawn.append(_NO_POINT | {"yaxis": "y2"})
    return go.Figure(drawn, layout=_layout(alignment, frame, pinned, colors))


def _layout(
    alignment: Alignment, frame: Frame, pinned: Cell | None, colors: theme.Look
) -> Plain:
    row, column = pinned or (-1, -1)
    outline = {
        "type": "rect",
        "x0": column - 0.5,
        "x1": column + 0.5,
        "y0": row - 0.5,
        "y1": row + 0.5,
        "line": {"color": colors.accent, "width": 3},
    }
    own = {
        **_sizes(frame),
        "plot_bgcolor": colors.line,  # shows as thin lines between the cells
        "dragmode": False,
        "clickmode": "event+select",
        "hoverdistance": -1,  # the nearest centre is the cell under the pointer
        "shapes": [outline] if pinned else [],
        "showlegend": False,
        **_axes(alignment, (row, column), colors),
    }
    if frame.is_tall:
        below = {"side": "bottom", "overlaying": "x", "title": None}
        own["xaxis2"] = own["xaxis"] | below
    if frame.is_wide:
        beside = {"side": "right", "overlaying": "y", "title": None}
        own["yaxis2"] = own["yaxis"] | beside
    return theme.layout(colors, own)


def make_dense(figure: go.Figure, alignment: Alignment) -> None:
    """Give an alignment's heatmap cells as small as those of a long sentence."""
    if alignment.weights.size:
        figure.update_layout(_sizes(Frame.around(alignment, dense=True)))


def _sizes(frame: Frame) -> Plain:
    margin = {
        "l": frame.left,
        "r": frame.right,
        "t": frame.top,
        "b": frame.bottom,
        "pad": 0,
    }
    return {"width": frame.width, "height": frame.height, "margin": margin}


def _cells(
    alignment: Alignment, measure: str, scale: str, frame: Frame, colors: theme.Look
) -> Plain:
    return {
        "type": "heatmap",
        "z": alignment.weights,
        "x": np.arange(alignment.weights.shape[1]),
        "y": np.arange(alignment.weights.shape[0]),
        "zmin": 0.0,
        "zmax": 1.0,
        "colorscale": theme.SCALES[scale],
        "xgap": 1,
        "ygap": 1,
        "colorbar": {
            "title": {
                "text": measure,
                "font": {"size": 12, "color": colors.muted},
            },
            "thickness": 10,
            "lenmode": "pixels",
            "tickvals": [0, 0.5, 1],
            "ticktext": ["0", "0.5", "1"],
            "tickfont": {"size": 12, "color": colors.muted},
            "outlinewidth": 1,
            "outlinecolor": colors.line,
            **(_bar_in_corner(frame) if frame.is_wide else _bar_beside()),
        },
    }


def _bar_beside() -> Plain:
    """Return where the colour bar is: at the right, below the top."""
    return {
        "title_side": "right",
        "len": BAR_LENGTH,
        "y": 1,
        "yanchor": "top",
        # Its padding is on both sides, and more of it would narrow the cells.
        "x": 1,
        "xpad": BAR_GAP,
        "ypad": 0,
    }


def _bar_in_corner(frame: Frame) -> Plain:
    """Return where it is seen without scrolling: left of the words along the top."""
    return {
        "orientation": "h",
        "title_side": "top",
        "len": min(BAR_LENGTH, frame.left - 2 * BAR_GAP),
        "x": (BAR_GAP - frame.left) / frame.plot_width,
        "xanchor": "left",
        "y": min(1 + frame.top / frame.plot_height, _HIGHEST),
        "yanchor": "top",
        "xpad": 0,
        "ypad": 0,
    }


def _targets(alignment: Alignment) -> Plain:
    """Return invisible markers: Streamlit hears of no click on a cell itself."""
    row, column = np.indices(alignment.weights.shape).reshape(2, -1)
    unseen = {"marker": {"opacity": 0.001}}
    return {
        "type": "scatter",
        "x": column,
        "y": row,
        "mode": "markers",
        "marker": {"size": 4, "symbol": "square", "opacity": 0.001},
        "selected": unseen,
        "unselected": unseen,
        "showlegend": False,
        # Plain lists: an array would come back from the browser as a dict.
        "customdata": [
            [i, j, weight]
            for i, weights in enumerate(alignment.weights.tolist())
            for j, weight in enumerate(weights)
        ],
        "text": hover_texts(alignment).ravel(),
        "hovertemplate": _HOVER.format("customdata[2]"),
    }


def _axes(alignment: Alignment, pinned: Cell, colors: theme.Look) -> Plain:
    rows, columns = alignment.weights.shape
    row, column = pinned
    shared = {
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "showline": True,
        "linecolor": colors.line,
        "mirror": True,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": colors.line,
        "tickfont": {"size": theme.LABEL_SIZE, "color": colors.text},
    }
    name = {"standoff": 10, "font": {"size": 12, "color": colors.muted}}
    source = _short(alignment.source, alignment.source_unknown, column, colors)
    target = _short(alignment.target, alignment.target_unknown, row, colors)
    return {
        "xaxis": {
            **shared,
            "side": "top",
            "range": [-0.5, columns - 0.5],
            "tickvals": np.arange(columns),
            "ticktext": source,
            "tickangle": -SLANT,
            "title": {"text": SOURCE_AXIS, **name},
        },
        "yaxis": {
            **shared,
            "range": [rows - 0.5, -0.5],
            "tickvals": np.arange(rows),
            "ticktext": target,
            "title": {"text": TARGET_AXIS, **name},
        },
    }


def row_labels(alignment: Alignment, colors: theme.Look) -> list[str]:
    """Return the words of the rows as they stand beside the heatmap."""
    return _short(alignment.target, alignment.target_unknown, -1, colors)


def hover_texts(alignment: Alignment) -> npt.NDArray[np.str_]:
    """Return the two words of each cell; a list, Plotly would look through twice."""
    source = _full(alignment.source, alignment.source_unknown)
    target = _full(alignment.target, alignment.target_unknown)
    return np.array([[f"{row} ← {column}" for column in source] for row in target])


def _full(words: tuple[str, ...], unknown: tuple[bool, ...]) -> list[str]:
    return [
        labels.escaped(word) + " (unknown word)" * flag
        for word, flag in zip(words, unknown, strict=True)
    ]


def _short(
    words: tuple[str, ...], unknown: tuple[bool, ...], pinned: int, colors: theme.Look
) -> list[str]:
    """Return tick labels; unknown words are coloured and slanted, a pinned one bold."""
    texts = [labels.escaped(labels.shortened(word)) for word in words]
    for index, flag in enumerate(unknown):
        if flag:
            texts[index] = (
                f'<i><span style="color:{colors.warning}">{texts[index]}</span></i>'
            )
    if pinned >= 0:
        texts[pinned] = f"<b>{texts[pinned]}</b>"
    return texts
