"""Measuring candidate lists on the page: list by list, each remembered.

Whoever leaves the page in between goes on where it was, as each list's numbers stay.
"""

import streamlit as st

from nmtviz.candidate_scores import CandidateCurves, CandidatePoint
from nmtviz.candidates import PER_WORD_SIZES, CandidateRule
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.data.corpus import spread
from nmtviz.errors import NmtvizError
from nmtviz.evaluation.bleu import signature
from nmtviz.evaluation.candidates import (
    frequent_sizes,
    measure,
    rules_of,
    usual_sizes,
    vocabulary_coverage,
)
from nmtviz.ui import cache, escape
from nmtviz.ui.shelf import own

_DONE = "candidates.measured"
_USUAL_SENTENCES, _USUAL_BEAM = 20, 4


def draw(info: CheckpointInfo) -> None:
    """Offer to measure a model here and now."""
    pairs = own.pairs()
    with st.expander("Measure here, on our own test set"), st.form("measure-here"):
        lister = cache.translator(info).lister
        frequent = st.multiselect(
            "K",
            frequent_sizes(lister.words),
            usual_sizes(lister.words),
            format_func="{:,}".format,
            key=f"measure.k.{info.name}",  # another model has other sizes
        )
        per_word = st.multiselect(
            "K'",
            PER_WORD_SIZES if lister.has_dictionary else (0,),
            (0, 5, 10) if lister.has_dictionary else (0,),
            key=f"measure.per_word.{info.name}",
        )
        count = st.slider(
            "Sentences",
            1,
            len(pairs),
            min(_USUAL_SENTENCES, len(pairs)),
            key="measure.n",
            help="Spread evenly over the test set.",
        )
        beam = st.slider("Beam size", 1, 12, _USUAL_BEAM, key="measure.beam")
        start = st.form_submit_button("Measure", type="primary")
    if start and not (frequent and per_word):
        st.warning("Choose at least one K and one K'.")
    elif start:
        _measure(info, sorted(frequent), sorted(per_word), count, beam)


def finished(info: CheckpointInfo) -> CandidateCurves | None:
    """Return what was measured of a model in this session."""
    found: CandidateCurves | None = st.session_state.get(_key(info))
    return found


def _key(info: CheckpointInfo) -> str:
    path, version = cache.identity(info)
    return f"{_DONE}.{path}.{version}"


def _measure(
    info: CheckpointInfo, frequent: list[int], per_word: list[int], n: int, beam: int
) -> None:
    rules = [None, *rules_of(frequent, per_word)]
    points = []
    bar = st.progress(0.0)
    try:
        for done, rule in enumerate(rules):
            bar.progress(done / len(rules), f"list {done + 1} of {len(rules)}")
            points.append(_point(info, rule, n, beam))
        coverage = _coverage(info, n)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    st.session_state[_key(info)] = CandidateCurves(
        data=own.NAME,
        n=len(_texts(n)[0]),
        beam_size=beam,
        signature=signature(),
        device=cache.translator(info).device,
        points=tuple(points),
        vocabulary=coverage,
    )
    st.rerun()


def _texts(n: int) -> tuple[list[str], list[str]]:
    """Return so many sentences and their references, evenly spread."""
    chosen = spread(own.pairs(), n)
    return [pair.source for pair in chosen], [pair.target for pair in chosen]


@st.cache_resource(max_entries=512, show_spinner=False, hash_funcs=cache.BY_IDENTITY)
def _point(
    info: CheckpointInfo, rule: CandidateRule | None, n: int, beam: int
) -> CandidatePoint:
    search = SearchConfig(beam_size=beam)
    return measure(cache.translator(info), *_texts(n), search, rule)


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=cache.BY_IDENTITY)
def _coverage(info: CheckpointInfo, n: int) -> tuple[tuple[int, float], ...]:
    lister = cache.translator(info).lister
    return vocabulary_coverage(lister, _texts(n)[1], frequent_sizes(lister.words))
