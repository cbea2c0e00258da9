"""Alignment error rate: how far weights agree with links that people made."""

from collections.abc import Mapping, Sequence
from typing import get_args

import pandas as pd
import streamlit as st

from nmtviz.alignments.links import GoldPair, Words, read_gold
from nmtviz.arrays import FloatArray
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.curves import number_or_dash
from nmtviz.data.corpus import read_sentences
from nmtviz.errors import NmtvizError
from nmtviz.evaluation.alignment import best_of, by_argmax, by_threshold
from nmtviz.figures.gold_links import agreement_curves
from nmtviz.gold import AlignmentScore
from nmtviz.languages import ENGLISH_FRENCH, of_file
from nmtviz.ui import charts, downloads, escape, held, widgets
from nmtviz.ui.errors import gold_links
from nmtviz.ui.errors.controls import (
    COUNTED,
    GOLD_SET,
    LEAST_WEIGHT,
    MOST_WEIGHT,
    NETWORKS,
    THRESHOLD,
    WEIGHTS,
)
from nmtviz.ui.spoken import not_of_set, of_set

_OPEN = "errors.open"
_USUAL = 0.2


def draw(checkpoints: Mapping[str, CheckpointInfo]) -> None:
    """Compare networks with gold links, by heaviest word and by threshold."""
    st.caption(
        "**Attention is not alignment, and neither is an explanation.** The network is "
        "made to write the reference; its weights are compared with links that a "
        "person made. A good translator may look elsewhere than a person would, and "
        "what it looks at is not yet why it chose a word: the prediction difference "
        "is nearer to that, and its heaviest word of a row is more often a person's. "
        "AER is 1 - (sure links hit + "
        "possible links hit) / (links proposed + sure links), 0 at best (Och and Ney "
        "2003); a sure link counts as possible, too."
    )
    sets = gold_links.gold_sets()
    if added := st.session_state.pop(_OPEN, None):
        st.session_state[GOLD_SET] = added
    widgets.check({GOLD_SET: sets})
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        data = st.selectbox(
            "Gold links", list(sets), key=GOLD_SET, bind="query-params", width=240
        )
        attention = widgets.attention_chosen(WEIGHTS)
        threshold = st.slider(
            "Least weight of a link",
            LEAST_WEIGHT,
            MOST_WEIGHT,
            _USUAL,
            LEAST_WEIGHT,
            key=THRESHOLD,
            bind="query-params",
            width=260,
        )
    able = {
        name: info
        for name, info in of_set(checkpoints, data).items()
        if info.model.attends or not attention
    }
    widgets.check({NETWORKS: able})
    chosen = st.session_state.get(NETWORKS)
    if chosen and able.keys().isdisjoint(chosen):  # they were of other languages
        del st.session_state[NETWORKS]
    names = st.multiselect(
        "Networks with attention" if attention else "Networks",
        list(able),
        default=list(able)[:2],
        key=NETWORKS,
        bind="query-params",
        placeholder="Choose networks",
    )
    _bring()
    if not able:
        st.info(
            "No checkpoint for this test set has attention. Any network has a "
            "*prediction difference*: choose it above."
            if of_set(checkpoints, data)
            else not_of_set(data),
            icon=":material/hourglass_empty:",
        )
    if names:
        infos = [able[name] for name in names]
        _compare(infos, sets[data], data, threshold, attention=attention)


def _compare(
    infos: Sequence[CheckpointInfo],
    pairs: Sequence[GoldPair],
    data: str,
    threshold: float,
    *,
    attention: bool,
) -> None:
    gold = gold_links.links_of(pairs)
    sure = sum(len(found.sure) for found in gold)
    possible = sum(len(found.possible) for found in gold) - sure
    st.caption(
        f"{len(pairs):,} sentence pairs of {escape.markdown(data)} with {sure:,} sure "
        f"links, {possible:,} only possible. The best threshold is chosen on "
        "these very sentences, so it flatters a little."
    )
    rows, curves = [], {}
    for info in infos:
        try:
            weights = _weights(info, pairs, attention=attention)
        except NmtvizError as error:
            st.error(escape.markdown(f"{info.name}: {error}"))
            continue
        curves[info.name] = scores = by_threshold(weights, gold)
        (chosen,) = by_threshold(weights, gold, [threshold])
        rows += [
            _row(info.name, "heaviest word", by_argmax(weights, gold)),
            _row(info.name, "best threshold", best_of(scores)),
            _row(info.name, "this threshold", chosen),
        ]
    if not rows:
        return
    measure = "attention" if attention else "difference"
    _table(pd.DataFrame(rows), f"{data}.{measure}")
    dark = charts.dark()
    with st.container(horizontal=True, gap="medium", key="figure-agreement"):
        for name, scores in curves.items():
            figure = agreement_curves(scores, chosen=threshold, dark=dark)
            with st.container(width=figure.layout.width):
                st.caption(escape.markdown(name))
                charts.still(
                    figure, key=f"agreement.{name}", alt=_alternative(name, scores)
                )


def _alternative(name: str, scores: Sequence[AlignmentScore]) -> str:
    """Return every tenth point, for those who do not see the picture."""
    told = "; ".join(
        f"{score.threshold}: AER {number_or_dash(score.aer)}, precision "
        f"{number_or_dash(score.precision)}, recall {number_or_dash(score.recall)}"
        for score in scores[9::10]
    )
    return f"Rates of {name} by the least weight of a link. {told}"


def _weights(
    info: CheckpointInfo, pairs: Sequence[GoldPair], *, attention: bool
) -> list[FloatArray]:
    """Return the weights of a network, with a bar that says how far it is."""
    what = f"{escape.markdown(info.name)} writes the references"
    bar = st.progress(0.0, what)
    found = []
    try:
        for done, pair in enumerate(pairs):
            bar.progress(done / len(pairs), what)
            found.append(gold_links.weights(info, pair, attention=attention))
    finally:  # also where a pair could not be used
        bar.empty()
    return [weights for weights in found if weights is not None]


def _row(name: str, way: str, score: AlignmentScore) -> dict[str, object]:
    return {
        "network": name,
        "links": way,
        "least weight": score.threshold,
        "AER": score.aer,
        "precision": score.precision,
        "recall": score.recall,
        "proposed": score.links,
        "n": score.n,
    }


def _table(rows: pd.DataFrame, name: str) -> None:
    number = st.column_config.NumberColumn
    rate, count = number(format="%.3f"), number(format="localized")
    least = rows["least weight"].map("{:.2f}".format, na_action="ignore")
    st.dataframe(
        rows.assign(**{"least weight": least.fillna("-")}),  # the heaviest need none
        hide_index=True,
        key="agreement-table",
        column_config={
            **dict.fromkeys(["AER", "precision", "recall"], rate),
            **dict.fromkeys(["proposed", "n"], count),
        },
    )
    downloads.table(rows, "CSV of this table", f"{name}.aer", key="aer")


def _bring() -> None:
    """Offer to add a file of gold links."""
    with st.expander("Gold links of your own"):
        st.caption(
            "A line a sentence pair: source, tab, translation, tab, links. `3-4` is a "
            "sure link of source word 3 and target word 4, `3p4` a possible one, both "
            "counted from 0. The file stays in this session."
        )
        with st.form("bring-gold", border=False):
            file = st.file_uploader("File", key=held.renewable("gold-file"))
            words: Words = st.radio(
                "The links count",
                get_args(Words),
                format_func=COUNTED.__getitem__,
                key="gold-words",
                horizontal=True,
            )
            if not st.form_submit_button("Add these links") or file is None:
                return
        try:
            lines = read_sentences(file.getvalue(), file.name)
            languages = of_file(file.name) or ENGLISH_FRENCH
            pairs = read_gold(lines, file.name, words, languages)
        except NmtvizError as error:
            st.error(escape.markdown(str(error)))
            return
        if not any(pair.gold for pair in pairs):
            st.error(escape.markdown(f"{file.name} has no line with links."))
            return
        gold_links.add(file.name, pairs)
        st.session_state[_OPEN] = file.name
        held.renew()
        st.rerun()
