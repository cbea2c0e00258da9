"""What one model makes of a sentence: words, picture, table, files."""

from dataclasses import replace
from functools import partial
from itertools import accumulate

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.figures import labels
from nmtviz.results import Translation
from nmtviz.ui import cache, charts, escape, links, onward
from nmtviz.ui.translate import doubts, picture, pins, unknown
from nmtviz.ui.weights import Weights, weights_of, words_of
from nmtviz.ui.widgets import AlignmentView

_TEXT_WIDTH = 330
_NARROWEST, _GAP = 300, 32
"""Pixels of words beside others, and between them: three fit a usual screen."""

_WIDEST_BESIDE = 600
"""A picture wider than this (pixels) goes below the words, not beside them."""

_PAGE = 976
"""Pixels of the page on a usual screen."""


def side_by_side(
    models: list[CheckpointInfo],
    sentence: str,
    search: SearchConfig,
    view: AlignmentView,
) -> None:
    """Translate a sentence with each model and show what came out."""
    with charts.fetched_early():
        found = _translations(models, sentence, search)
        if len(models) > 1:
            _in_columns(found, search, view)
            return
        for info, translation in found:
            _panel(info, translation, search, view)


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


def _beside(
    found: list[tuple[CheckpointInfo, Translation]], view: AlignmentView
) -> int:
    """Return how many models, from the first on, have room beside each other."""
    widths = (_width(translation, view) + _GAP for _, translation in found)
    return sum(end <= _PAGE + _GAP for end in accumulate(widths))


def _width(translation: Translation, view: AlignmentView) -> int:
    """Return the pixels that a picture needs, or that words need without one."""
    words = words_of(
        translation, attention=view.attention, unit=view.unit, end=view.end
    )
    return max(picture.width(words, view) if words else 0, _NARROWEST)


def _panel(
    info: CheckpointInfo,
    translation: Translation,
    search: SearchConfig,
    view: AlignmentView,
) -> None:
    """Show a model's words and picture, beside each other where there is room."""
    width = _width(translation, view)
    drawn = info.model.attends or not view.attention
    beside = drawn and width <= _WIDEST_BESIDE
    if not beside:  # the picture comes soon if the words do not stand in one column
        with st.container(horizontal=True, gap="medium", key="said"):
            words, aside = st.container(), st.container(width=_TEXT_WIDTH)
        with words:
            chosen = _words(info, translation, search, aside)
        _weights(info, translation, view, chosen)
        return
    with st.container(horizontal=True, gap="medium", key="panels"):
        words = st.container(width=_TEXT_WIDTH)
        with words:
            chosen = _words(info, translation, search)
        with st.container(width=width):
            _weights(info, translation, view, chosen, words)


def _in_columns(
    found: list[tuple[CheckpointInfo, Translation]],
    search: SearchConfig,
    view: AlignmentView,
) -> None:
    """Show the words of all models in one line, and their pictures below.

    As many pictures stand beside each other as there is room for; small ones, if that
    makes room for more.
    """
    dense = replace(view, dense=True)
    if _beside(found, dense) > _beside(found, view):
        view = dense
    fit = _beside(found, view) == len(found)
    share = max(_PAGE // max(len(found), 1) - _GAP, _NARROWEST)
    chosen = []
    with st.container(horizontal=True, gap="medium", key="panels"):
        for info, translation in found:
            with st.container(width=_width(translation, view) if fit else share):
                chosen.append(_words(info, translation, search))
    if not fit:  # no picture stands below the words of its model
        st.divider()
    widths = [_width(translation, view) for _, translation in found]
    # One that is wider than the page has all of it.
    beside = max(widths, default=0) <= _PAGE
    with st.container(horizontal=beside, gap="medium", key="pictures"):
        for (info, translation), number, width in zip(
            found, chosen, widths, strict=True
        ):
            with st.container(width=width if width <= _PAGE else "stretch"):
                st.markdown(f"**{escape.markdown(info.name)}**")
                _weights(info, translation, view, number)


def _weights_of(
    info: CheckpointInfo, translation: Translation, view: AlignmentView, chosen: int
) -> Weights | None:
    return weights_of(
        info,
        translation,
        chosen,
        attention=view.attention,
        unit=view.unit,
        end=view.end,
    )


def _weights(
    info: CheckpointInfo,
    translation: Translation,
    view: AlignmentView,
    chosen: int,
    beside: DeltaGenerator | None = None,
) -> None:
    """Draw where a network looked or what it lost, with what pins a cell.

    Args:
        info: The network.
        translation: What it wrote.
        view: How to draw.
        chosen: Which hypothesis.
        beside: Where there is room for what pins; else the picture comes before it.
    """
    try:
        weights = _weights_of(info, translation, view, chosen)
    except NmtvizError as error:
        st.error(escape.markdown(f"{info.name}: {error}"))
        return
    if weights is None:
        _no_alignment(info)
        return
    told, drawn, pinning = st.container(), st.container(), st.container()
    if beside:
        told, pinning = beside.container(), beside.container()
    with pinning:
        cell = pins.choose(info.name, weights.alignment)
    with told:
        pins.tell(info.name, weights, cell, lines=view.lines)
    with drawn:
        texts = (translation.sentence, translation.hypotheses[chosen].text)
        picture.draw(info.name, weights, view, cell, texts)


def _words(
    info: CheckpointInfo,
    translation: Translation,
    search: SearchConfig,
    aside: DeltaGenerator | None = None,
) -> int:
    """Show the translation, with the others to choose from below or aside.

    Returns:
        Which hypothesis is shown.
    """
    st.subheader(escape.markdown(info.name))
    name = f"{links.HYPOTHESIS}.{info.name}"
    found = translation.hypotheses
    links.restore(name, len(found))
    place, aside = st.container(), aside or st.container()
    with aside:
        chosen = st.selectbox(
            f"Hypothesis, of {len(found)} in the beam",
            range(len(found)),
            format_func=lambda i: (
                f"{i + 1} · {found[i].score:z.3f} · "
                f"{labels.differing(found[i].text, found[0].text if i else '')}"
            ),
            key=name,
            on_change=pins.release,
            args=(info.name,),
        )
        onward.to_search(
            translation.sentence,
            info.name,
            "How the search found it",
            onward.told(search),
        )
    links.remember(name, chosen)
    hypothesis = found[chosen]
    with place:
        with st.container(key=f"translation-{info.name}"):
            st.code(hypothesis.text, language=None, wrap_lines=True)
        st.caption(
            f"score {hypothesis.score:z.3f} · log p {hypothesis.log_prob:z.2f} nats · "
            f"{labels.counted(len(hypothesis.tokens), 'token')}",
            help="log p is the natural logarithm of the probability of the whole "
            "translation: 0 would be certain. The score, by which the beam ranks, is "
            "log p divided by the number of tokens, unless *Beam* says otherwise.",
        )
        doubts.draw(info, translation, chosen, partial(_choose, info.name))
        unknown.read(translation.source, info.data.tokenizer)
        if any(hypothesis.tokens.unknown):
            unknown.replaced(info, replace(translation, hypotheses=(hypothesis,)))
    return chosen


def _choose(model: str, number: int) -> None:
    """Show another hypothesis in the run that follows."""
    st.session_state[f"{links.HYPOTHESIS}.{model}"] = number
    pins.release(model)


def _no_alignment(info: CheckpointInfo) -> None:
    size = info.model.hidden_size
    st.info(
        "**There is no alignment to draw.** RNNencdec reads the whole sentence into "
        f"one vector of {size:,} numbers and writes the translation from that vector "
        "alone: it never looks back at a word, so no cell has a weight. RNNsearch was "
        "made to do without this bottleneck; the longer the sentence, the more that "
        "shows. Which words it needed all the same, the *prediction difference* tells: "
        "choose it above.",
        icon=":material/blur_on:",
    )
