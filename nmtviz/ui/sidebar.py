"""The sidebar: which device runs and which checkpoints there are."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.ui import cache, escape

_KINDS = {"rnnsearch": "RNNsearch", "rnnencdec": "RNNencdec"}
_TOKENS = {"moses": "words", "sentencepiece": "pieces"}


@contextmanager
def drawn() -> Iterator[None]:
    """Draw the sidebar beside a page.

    Which device runs is only known with PyTorch, which takes seconds to start: until it
    has, the page goes first, as far as it can.
    """
    with st.sidebar:
        st.subheader(
            "Models",
            help="dev BLEU is that of greedy translations of the sentences that a run "
            "put aside to measure its progress, so it does not compare runs with other "
            "sentences. *Lengths* compares models on one test set.",
        )
        found = cache.measured()
        for info in found.values():
            _checkpoint(info)
        if not found:
            st.caption("There is no checkpoint yet.")
        place = st.empty()
    if known := cache.torch_runs():
        _device(place)
    yield
    if not known:
        _device(place)


def _device(place: DeltaGenerator) -> None:
    place.caption(f"Running on {cache.device()}", help="A GPU is used if there is one.")


def _checkpoint(info: CheckpointInfo) -> None:
    with st.container(gap=None):
        st.markdown(f"**{escape.markdown(info.name)}**")
        st.caption(
            f"{_KINDS[info.model.kind]} · {_TOKENS[info.data.tokenizer]}  \n"
            f"dev BLEU {info.facts.dev_bleu:.1f}"
        )
        if not info.has_weights:
            st.caption(
                "Figures only",
                help="What was measured of it ships, its weights do not. README says "
                "how it is trained.",
            )
        with st.popover("Model card", type="tertiary"):
            # Pictures become links: nothing is fetched from outside unasked.
            st.markdown(re.sub(r"!+\[", "[", info.card))
