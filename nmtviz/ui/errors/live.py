"""Networks made to write given translations, remembered for all sessions."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.results import Translation
from nmtviz.ui import cache

Item = TypeVar("Item")


def forced(info: CheckpointInfo, source: str, target: str) -> Translation:
    """Make a network write a given translation, to see where it looks.

    Raises:
        NmtvizError: If the checkpoint or a sentence cannot be used.
    """
    return _force(info, *cache.identity(info), source, target)


def with_bar(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Give each item, with a bar on the page that says how many are done."""
    bar = st.progress(0.0, what)
    for done, item in enumerate(items):
        bar.progress(done / len(items), what)
        yield item
    bar.empty()


# An argument with a leading underscore is no part of the key; the name stands for it.
@st.cache_resource(max_entries=4096, show_spinner=False)
def _force(
    _info: CheckpointInfo, name: str, version: int, source: str, target: str
) -> Translation:
    del name, version
    return cache.translator(_info).score(source, target)
