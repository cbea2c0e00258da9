"""The picture of a translation, its table and its files."""

from functools import partial

import streamlit as st

from nmtviz.alignments.matrices import write_json
from nmtviz.alignments.pairs import AlignedPair
from nmtviz.figures.alignment import (
    MOST_CLICKABLE,
    Cell,
    alignment_heatmap,
    make_dense,
)
from nmtviz.figures.frame import Frame
from nmtviz.figures.lines import alignment_lines, lines_width, place_of
from nmtviz.figures.one_file import html_page
from nmtviz.figures.saving import svg_button
from nmtviz.figures.told import heaviest
from nmtviz.figures.vector import alignment_svg
from nmtviz.results import Alignment
from nmtviz.ui import charts, downloads, drawing, tables
from nmtviz.ui.downloads import File
from nmtviz.ui.translate import pins
from nmtviz.ui.weights import Weights
from nmtviz.ui.widgets import AlignmentView

_NARROWEST = 330


def draw(
    model: str,
    weights: Weights,
    view: AlignmentView,
    cell: Cell | None,
    texts: tuple[str, str],
) -> None:
    """Draw the picture, in which a click pins, with what can be taken along.

    Args:
        model: Whose it is.
        weights: What to draw.
        view: How to draw it.
        cell: The pinned one.
        texts: The sentence and its translation.
    """
    kind = "lines" if view.lines else "figure"
    with st.container(key=f"{kind}-{model}"):
        if view.lines:
            _lines(model, weights)
        else:
            _heatmap(model, weights, view, cell)
    _files(model, weights, view, texts)


def width(alignment: Alignment, view: AlignmentView) -> int:
    """Return the pixels that the picture of an alignment needs."""
    if view.lines:
        return lines_width(alignment)
    return Frame.around(alignment, dense=view.dense).width


def _lines(model: str, weights: Weights) -> None:
    alignment = weights.alignment
    drawing.draw(
        alignment_lines(
            alignment,
            measure=weights.measure,
            chosen=pins.chosen(model),
            dark=charts.dark(),
        ),
        name=f"lines.{model}",
        alt=f"Lines: {weights.measure}. {heaviest(alignment)}",
        nodes=drawing.Nodes(
            (alignment.source, alignment.target),
            lambda node: pins.take_word(model, *place_of(alignment, node)),
        ),
    )


def _heatmap(
    model: str, weights: Weights, view: AlignmentView, cell: Cell | None
) -> None:
    alignment = weights.alignment
    figure = alignment_heatmap(
        alignment,
        measure=weights.measure,
        scale=view.scale,
        pinned=cell,
        # A cell of a larger one is chosen by its words.
        clickable=alignment.weights.size <= MOST_CLICKABLE,
        dark=charts.dark(),
    )
    if view.dense:
        make_dense(figure, alignment)
    chart = f"heatmap.{model}"
    st.plotly_chart(
        figure,
        theme=None,
        width=figure.layout.width or _NARROWEST,
        key=chart,
        on_select=lambda: pins.take_click(model, chart),
        selection_mode="points",
        config=svg_button(model),
        alt=f"Heatmap: {weights.measure}. {heaviest(alignment)}",
    )


def _files(
    model: str, weights: Weights, view: AlignmentView, texts: tuple[str, str]
) -> None:
    alignment = weights.alignment
    with st.expander("Table of weights"):
        table = tables.numbered(alignment)
        number = st.column_config.NumberColumn(format="%.3f")
        st.dataframe(
            table,
            column_config=dict.fromkeys(table.columns, number),
            key=f"table.{model}",
        )
    page = partial(_page, model, weights, view, texts)
    files = (
        File("SVG", "svg", "image/svg+xml", partial(_svg, weights, view)),
        File("HTML", "html", "text/html", page),
        File("CSV", "csv", "text/csv", partial(tables.csv, alignment)),
        File("JSON", "json", "application/json", partial(_json, weights)),
        File("Pharaoh", "pharaoh.txt", "text/plain", weights.links + "\n"),
    )
    kinds = [*(["difference"] * (not view.attention)), *(["lines"] * view.lines)]
    name = ".".join(filter(None, [model, downloads.short(texts[0]), *kinds]))
    with st.container(horizontal=True):
        downloads.row(files, name, key=model)


def _json(weights: Weights) -> str:
    """Return words and weights as *Alignment files* on Errors reads them again."""
    return write_json([AlignedPair(alignment=weights.alignment)])


def _svg(weights: Weights, view: AlignmentView) -> str:
    alignment, measure = weights.alignment, weights.measure
    if view.lines:
        return alignment_lines(alignment, measure=measure).svg
    return alignment_svg(alignment, measure=measure, scale=view.scale)


def _page(
    model: str, weights: Weights, view: AlignmentView, texts: tuple[str, str]
) -> str:
    """Return the picture as a page of its own, below both sentences."""
    alignment, measure = weights.alignment, weights.measure
    figure = (
        alignment_lines(alignment, measure=measure)
        if view.lines
        else alignment_heatmap(
            alignment, measure=measure, scale=view.scale, clickable=False
        )
    )
    told = f"{measure}. {heaviest(alignment)}"
    return html_page(figure, title=f"{model}: {texts[0]}", notes=texts, told=told)
