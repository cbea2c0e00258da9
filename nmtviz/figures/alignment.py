"""The heatmap of a soft alignment, as in figure 3 of Bahdanau et al. (2015)."""

import plotly.graph_objects as go

from nmtviz.figures import labels, theme
from nmtviz.figures.frame import BAR_LENGTH, SLANT, Frame
from nmtviz.results import Alignment

Cell = tuple[int, int]
"""A target position and a source position, from 0."""

SOURCE_AXIS = "source sentence"
TARGET_AXIS = "translation"
WEIGHT = "attention weight"

_HOVER = "%{{text}}  <b>%{{{}:.2f}}</b><extra></extra>"


def alignment_heatmap(
    alignment: Alignment,
    *,
    scale: str = "grey",
    pinned: Cell | None = None,
    clickable: bool = True,
    dark: bool = False,
) -> go.Figure:
    """Draw which source words (along the top) each target word (down) attends to.

    Words repeat, so cells lie at whole numbers and are only labelled by words. A
    cell never shrinks: the figure grows with the sentence.

    Args:
        alignment: What to draw.
        scale: A name of `theme.SCALES`; colours always run from weight 0 to 1.
        pinned: The cell to outline.
        clickable: Whether Streamlit hears of a click on a cell, which makes large
            ones slower.
        dark: Colours for a dark page.
    """
    colors = theme.look(dark=dark)
    frame = Frame.around(alignment)
    figure = go.Figure(layout=theme.layout(colors))
    if not alignment.weights.size:
        return figure.update_layout(title_text="There is nothing to align.", height=120)
    cells = _cells(alignment, scale, frame, colors)
    if clickable:
        cells.update(hoverinfo="skip")
        figure.add_traces([cells, _targets(alignment, frame)])
    else:
        cells.update(text=_hover(alignment), hovertemplate=_HOVER.format("z"))
        figure.add_trace(cells)
    figure.update_layout(
        width=frame.width,
        height=frame.height,
        margin={
            "l": frame.left,
            "r": frame.right,
            "t": frame.top,
            "b": frame.bottom,
            "pad": 0,
        },
        plot_bgcolor=colors.line,  # shows as thin lines between the cells
        dragmode=False,
        clickmode="event+select",
        hoverdistance=-1,  # the nearest centre is the cell under the pointer
    )
    _name_axes(figure, alignment, pinned, colors)
    if pinned:
        row, column = pinned
        figure.add_shape(
            type="rect",
            x0=column - 0.5,
            x1=column + 0.5,
            y0=row - 0.5,
            y1=row + 0.5,
            line={"color": colors.accent, "width": 3},
        )
    return figure


def _cells(
    alignment: Alignment, scale: str, frame: Frame, colors: theme.Look
) -> go.Heatmap:
    return go.Heatmap(
        z=alignment.weights,
        x=list(range(frame.columns)),
        y=list(range(frame.rows)),
        zmin=0.0,
        zmax=1.0,
        colorscale=theme.SCALES[scale],
        xgap=1,
        ygap=1,
        colorbar={
            "title": {
                "text": WEIGHT,
                "side": "right",
                "font": {"size": 12, "color": colors.muted},
            },
            "thickness": 10,
            "len": BAR_LENGTH,
            "lenmode": "pixels",
            "y": 1,
            "yanchor": "top",
            "x": 1,
            "xpad": 16,
            "ypad": 0,
            "tickvals": [0, 0.5, 1],
            "ticktext": ["0", "0.5", "1"],
            "tickfont": {"size": 12, "color": colors.muted},
            "outlinewidth": 1,
            "outlinecolor": colors.line,
        },
    )


def _targets(alignment: Alignment, frame: Frame) -> go.Scatter:
    """Return invisible markers: Streamlit hears of no click on a cell itself."""
    cells = [(row, col) for row in range(frame.rows) for col in range(frame.columns)]
    unseen = {"marker": {"opacity": 0.001}}
    return go.Scatter(
        x=[column for _, column in cells],
        y=[row for row, _ in cells],
        mode="markers",
        marker={"size": 4, "symbol": "square", "opacity": 0.001},
        selected=unseen,
        unselected=unseen,
        showlegend=False,
        # Plain lists: an array would come back from the browser as a dict.
        customdata=[
            [row, col, float(alignment.weights[row, col])] for row, col in cells
        ],
        text=[text for texts in _hover(alignment) for text in texts],
        hovertemplate=_HOVER.format("customdata[2]"),
    )


def _name_axes(
    figure: go.Figure, alignment: Alignment, pinned: Cell | None, colors: theme.Look
) -> None:
    rows, columns = alignment.weights.shape
    row, column = pinned or (-1, -1)
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
    figure.update_xaxes(
        shared,
        side="top",
        range=[-0.5, columns - 0.5],
        tickvals=list(range(columns)),
        ticktext=_short(alignment.source, alignment.source_unknown, column, colors),
        tickangle=-SLANT,
        title={"text": SOURCE_AXIS, **name},
    )
    figure.update_yaxes(
        shared,
        range=[rows - 0.5, -0.5],
        tickvals=list(range(rows)),
        ticktext=_short(alignment.target, alignment.target_unknown, row, colors),
        title={"text": TARGET_AXIS, **name},
    )


def row_labels(alignment: Alignment, colors: theme.Look) -> list[str]:
    """Return the words of the rows as they stand beside the heatmap."""
    return _short(alignment.target, alignment.target_unknown, -1, colors)


def _hover(alignment: Alignment) -> list[list[str]]:
    """Return the two words of each cell, in rows."""
    source = _full(alignment.source, alignment.source_unknown)
    target = _full(alignment.target, alignment.target_unknown)
    return [[f"{row} ← {column}" for column in source] for row in target]


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
