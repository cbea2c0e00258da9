"""Evaluations in processes of their own, found again by checkpoint and test set."""

from pathlib import Path

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import DataError
from nmtviz.runs.evaluations import EvaluationRun
from nmtviz.ui import cache
from nmtviz.ui.shelf import kept, own

BEAM_SIZE = SearchConfig().beam_size
"""Of every evaluation that the page starts."""


def run(info: CheckpointInfo, file: Path) -> EvaluationRun:
    """Return a checkpoint's evaluation, whether it was ever started or not.

    Raises:
        DataError: If the checkpoint or the test set cannot be read.
    """
    try:
        changed = file.stat().st_mtime_ns
        return _run(*cache.identity(info), file, changed, kept.evaluations(file))
    except OSError as error:
        raise DataError(
            f"{error.filename} cannot be read: {error.strerror}."
        ) from error


@st.cache_resource(max_entries=256)
def _run(
    path: str, version: int, file: Path, changed: int, root: Path
) -> EvaluationRun:
    del version, changed  # parts of the key: what is read is told by its content
    gold = own.WORDS if file == own.FILE else None
    return EvaluationRun.of(Path(path), file, BEAM_SIZE, root, gold=gold)
