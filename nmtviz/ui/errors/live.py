"""Networks made to write given translations, remembered for all sessions."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.results import Translation
from nmtviz.ui import cache

Item = TypeVar("Item")


@st.cache_resource(max_entries=4096, show_spinner=False, hash_funcs=cache.BY_IDENTITY)
def forced(info: CheckpointInfo, source: str, target: str) -> Translation:
    """Make a network write a given translation, to see where it looks.

    Raises:
        NmtvizError: If the checkpoint or a sentence cannot be used.
    """
    return cache.translator(info).score(source, target)


def with_bar(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Give each item, with a bar on the page that says how many are done."""
    bar = st.progress(0.0, what)
    try:
        for done, item in enumerate(items):
            bar.progress(done / len(items), what)
            yield item
    finally:  # also where an item could not be used
        bar.empty()
