"""Searches and their insides, remembered and shared by every browser session.

What is returned is frozen and shared, not copied: nobody may write into its arrays.
"""

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.traces import SearchTrace, StepView
from nmtviz.ui import cache


@st.cache_resource(
    max_entries=64, show_spinner="Searching …", hash_funcs=cache.BY_IDENTITY
)
def trace(
    info: CheckpointInfo,
    sentence: str,
    search: SearchConfig,
    constraints: Constraints,
) -> SearchTrace:
    """Search for a translation and tell everything the search looked at.

    Raises:
        NmtvizError: If the checkpoint, the sentence or the constraints cannot be used.
    """
    return cache.translator(info).trace(sentence, search, constraints=constraints)


@st.cache_resource(
    max_entries=64, show_spinner="Looking inside …", hash_funcs=cache.BY_IDENTITY
)
def inspect(
    info: CheckpointInfo,
    sentence: str,
    target: tuple[str, ...],
    alignment: tuple[ForcedRow, ...],
) -> tuple[StepView, ...]:
    """Look inside each step of a translation.

    Raises:
        NmtvizError: As `trace`.
    """
    return cache.translator(info).inspect(sentence, target, alignment=alignment)
