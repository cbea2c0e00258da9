"""Searches and their insides, remembered and shared by every browser session.

What is returned is frozen and shared, not copied: nobody may write into its arrays.
"""

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.traces import SearchTrace, StepView
from nmtviz.ui import cache


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
    return _trace(info, cache.identity(info), sentence, search, constraints)


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
    return _inspect(info, cache.identity(info), sentence, target, alignment)


# An argument with a leading underscore is no part of the key; the name stands for it.


@st.cache_resource(max_entries=64, show_spinner="Searching …")
def _trace(
    _info: CheckpointInfo,
    name: tuple[str, int],
    sentence: str,
    search: SearchConfig,
    constraints: Constraints,
) -> SearchTrace:
    del name
    return cache.translator(_info).trace(sentence, search, constraints=constraints)


@st.cache_resource(max_entries=64, show_spinner="Looking inside …")
def _inspect(
    _info: CheckpointInfo,
    name: tuple[str, int],
    sentence: str,
    target: tuple[str, ...],
    alignment: tuple[ForcedRow, ...],
) -> tuple[StepView, ...]:
    del name
    return cache.translator(_info).inspect(sentence, target, alignment=alignment)
