"""What one model makes of a sentence: words, picture, table, files."""

from functools import partial
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.figures import labels
from nmtviz.figures.alignment import Cell, alignment_heatmap
from nmtviz.figures.frame import Frame
from nmtviz.figures.one_file import html_page
from nmtviz.figures.saving import svg_button
from nmtviz.figures.vector import alignment_svg
from nmtviz.results import END, UNKNOWN, Alignment, Tokens, Translation
from nmtviz.ui import cache, charts, downloads, escape, links, tables
from nmtviz.ui.downloads import File
from nmtviz.ui.translate import pins
from nmtviz.ui.widgets import AlignmentView

_TEXT_WIDTH = 330
_MOST_CLICKABLE = 10_000
"""Cells of a picture that listens to clicks: more of them hold the browser up for
seconds. A cell of a larger one is chosen by its words."""

_WIDEST_BESIDE = 600
"""A picture wider than this (pixels) goes below the words, not beside them."""

_PAGE, _HALF = 976, 470
"""Pixels of the page on a usual screen, and of each of two things beside each other."""


def side_by_side(
    models: list[CheckpointInfo],
    sentence: str,
    search: SearchConfig,
    view: AlignmentView,
) -> None:
    """Translate a sentence with each model and show what came out."""
    with charts.fetched_early():
        found = _translations(models, sentence, search)
        alone = len(models) == 1
        if not alone and sum(_width(one, view) for _, one in found) > _PAGE:
            _one_below_the_other(found, view)
            return
        with st.container(horizontal=True, gap="medium", key="panels"):
            for info, translation in found:
                _panel(info, translation, view, alone=alone)


def _translations(
    models: list[CheckpointInfo], sentence: str, search: SearchConfig
) -> list[tuple[CheckpointInfo, Translation]]:
    """Return what each model makes of a sentence; say where it makes nothing."""
    found = []
    for info in models:
        try:
            translation = cache.translate(info, sentence, search)
        except NmtvizError as error:
            st.error(escape.markdown(f"{info.name}: {error}"))
            continue
        if translation.hypotheses:
            found.append((info, translation))
        else:
            st.info("There is no word in this sentence to translate.")
    return found


def _width(translation: Translation, view: AlignmentView) -> int:
    """Return the pixels that a picture needs, or that words need without one."""
    first = translation.alignment(unit=view.unit, end=view.end)
    return max(Frame.around(first).width if first else 0, _TEXT_WIDTH)


def _panel(
    info: CheckpointInfo, translation: Translation, view: AlignmentView, *, alone: bool
) -> None:
    """Show words and picture, beside each other where there is room."""
    width, attends = _width(translation, view), info.model.attends
    beside = alone and attends and width <= _WIDEST_BESIDE
    fits = beside or (attends and not alone)
    room: int | Literal["stretch"] = width if fits else "stretch"
    with st.container(
        horizontal=beside, gap="medium", width="stretch" if alone else room
    ):
        words = st.container(width=_TEXT_WIDTH if beside else "stretch")
        with words:
            chosen = _words(info, translation)
        with st.container(width=room):
            _attention(info, translation, view, chosen, words if beside else None)


def _one_below_the_other(
    found: list[tuple[CheckpointInfo, Translation]], view: AlignmentView
) -> None:
    """Show the words of all before any picture, which would stand between them."""
    chosen = []
    with st.container(horizontal=True, gap="medium", key="panels"):
        for info, translation in found:
            with st.container(width=_HALF):
                chosen.append(_words(info, translation))
    for (info, translation), number in zip(found, chosen, strict=True):
        st.markdown(f"**{escape.markdown(info.name)}**")
        _attention(info, translation, view, number)


def _attention(
    info: CheckpointInfo,
    translation: Translation,
    view: AlignmentView,
    chosen: int,
    beside: DeltaGenerator | None = None,
) -> None:
    """Draw where a network looked, with what pins a cell.

    Args:
        info: The network.
        translation: What it wrote.
        view: How to draw.
        chosen: Which hypothesis.
        beside: Where there is room for the pins; else the picture comes before them.
    """
    alignment = translation.alignment(chosen, unit=view.unit, end=view.end)
    if alignment is None:
        _no_alignment(info)
        return
    told, picture, pinning = st.container(), st.container(), st.container()
    with beside or pinning:
        cell = pins.choose(info.name, alignment)
    with beside or told:
        pins.tell(info.name, alignment, cell)
    with picture:
        _picture(info.name, alignment, view, cell)
        texts = (translation.sentence, translation.hypotheses[chosen].text)
        _files(info.name, alignment, view, texts)


def _words(info: CheckpointInfo, translation: Translation) -> int:
    """Show the translation and return which hypothesis it is."""
    st.subheader(escape.markdown(info.name))
    name = f"{links.HYPOTHESIS}.{info.name}"
    found = translation.hypotheses
    links.restore(name, len(found))
    place = st.container()
    chosen = st.selectbox(
        f"Hypothesis, of {len(found)} in the beam",
        range(len(found)),
        format_func=lambda i: (
            f"{i + 1} · {found[i].score:.3f} · "
            f"{labels.differing(found[i].text, found[0].text if i else '')}"
        ),
        key=name,
        on_change=pins.release,
        args=(info.name,),
    )
    links.remember(name, chosen)
    hypothesis = found[chosen]
    with place:
        with st.container(key=f"translation-{info.name}"):
            st.code(hypothesis.text, language=None, wrap_lines=True)
        st.caption(
            f"score {hypothesis.score:.3f} · log p {hypothesis.log_prob:.2f} nats · "
            f"{len(hypothesis.tokens)} tokens",
            help="log p is the natural logarithm of the probability of the whole "
            "translation: 0 would be certain. The score, by which the beam ranks, is "
            "log p divided by the number of tokens, unless *Search* says otherwise.",
        )
        _unknown_words(translation.source)
        if any(hypothesis.tokens.unknown) and hypothesis.alignment is not None:
            _replaced(info, translation, chosen)
    return chosen


def _unknown_words(source: Tokens) -> None:
    """Show the sentence with what the network reads only as `<unk>` marked."""
    unknown = {
        word for word, flag in zip(source.words, source.unknown, strict=True) if flag
    }
    if not unknown:
        return
    texts = source.word_texts
    if texts[-1:] == (END,):  # the others are words that somebody typed
        texts = texts[:-1]
    marked = (
        f":orange-badge[{escape.markdown(text)}]"
        if word in unknown
        else escape.markdown(text)
        for word, text in enumerate(texts)
    )
    symbol = escape.markdown(UNKNOWN)
    st.markdown(
        f"It reads {symbol} where marked: {' '.join(marked)}",
        help=f"`{UNKNOWN}` is what a network of words reads or writes in place of each "
        "word that is not in its vocabulary.",
    )


def _replaced(info: CheckpointInfo, translation: Translation, chosen: int) -> None:
    """Show a hypothesis with words in place of its unknown ones."""
    found, made = cache.translator(info).replace_unknowns(translation)
    text = escape.markdown(found.hypotheses[chosen].text)
    st.markdown(f"With each {escape.markdown(UNKNOWN)} replaced: {text}")
    told = labels.plain("; ".join(one.told for one in made[chosen]))
    st.caption(escape.markdown(f"By the word each looked at hardest: {told}."))


def _no_alignment(info: CheckpointInfo) -> None:
    size = info.model.hidden_size
    st.info(
        "**There is no alignment to draw.** RNNencdec reads the whole sentence into "
        f"one vector of {size:,} numbers and writes the translation from that vector "
        "alone: it never looks back at a word, so no cell has a weight. RNNsearch was "
        "made to do without this bottleneck; the longer the sentence, the more that "
        "shows.",
        icon=":material/blur_on:",
    )


def _picture(
    model: str, alignment: Alignment, view: AlignmentView, cell: Cell | None
) -> None:
    figure = alignment_heatmap(
        alignment,
        scale=view.scale,
        pinned=cell,
        clickable=alignment.weights.size <= _MOST_CLICKABLE,
        dark=charts.dark(),
    )
    chart = f"heatmap.{model}"
    with st.container(key=f"figure-{model}"):
        st.plotly_chart(
            figure,
            theme=None,
            width=figure.layout.width or _TEXT_WIDTH,
            key=chart,
            on_select=lambda: pins.take_click(model, chart),
            selection_mode="points",
            config=svg_button(model),
            alt=f"Heatmap of attention weights. {tables.heaviest(alignment)}",
        )


def _files(
    model: str, alignment: Alignment, view: AlignmentView, texts: tuple[str, str]
) -> None:
    with st.expander("Table of weights"):
        table = tables.numbered(alignment)
        number = st.column_config.NumberColumn(format="%.3f")
        st.dataframe(
            table,
            column_config=dict.fromkeys(table.columns, number),
            key=f"table.{model}",
        )
    svg = partial(alignment_svg, alignment, scale=view.scale)
    hard = alignment.pharaoh(end=view.end)
    files = (
        File("SVG", "svg", "image/svg+xml", svg),
        File("HTML", "html", "text/html", lambda: _page(model, alignment, view, texts)),
        File("CSV", "csv", "text/csv", tables.csv(alignment)),
        File("Pharaoh", "pharaoh.txt", "text/plain", hard + "\n"),
    )
    with st.container(horizontal=True):
        downloads.row(files, model, key=model)


def _page(
    model: str, alignment: Alignment, view: AlignmentView, texts: tuple[str, str]
) -> str:
    """Return the heatmap as a page of its own, below both sentences."""
    return html_page(
        alignment_heatmap(alignment, scale=view.scale, clickable=False),
        title=model,
        notes=texts,
    )
