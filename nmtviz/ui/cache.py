"""Loaded models, translations, searches and their insides, for all browser sessions.

What is returned is frozen and shared, not copied: nobody may write into its arrays.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from nmtviz.arrays import SingleArray
from nmtviz.checkpoints_index import (
    CONFIG_FILE,
    CheckpointInfo,
    list_checkpoints,
    model_files,
)
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.dictionary import FILE as DICTIONARY_FILE
from nmtviz.errors import CheckpointError
from nmtviz.prediction_difference import Group, PredictionDifference
from nmtviz.results import Translation
from nmtviz.traces import SearchTrace, StepView
from nmtviz.ui import places
from nmtviz.unknowns import Replaced

if TYPE_CHECKING:  # importing torch takes seconds: only when something is translated
    from nmtviz.translator import Translator

_SEARCH = SearchConfig()

FAVOURITE = "rnnsearch-sp"
"""The checkpoint the app opens with, if it is there."""


def checkpoints() -> dict[str, CheckpointInfo]:
    """Return those that can translate, as in `measured`."""
    return {name: info for name, info in measured().items() if info.has_weights}


def measured() -> dict[str, CheckpointInfo]:
    """Return all checkpoints by name, the favourite first, RNNencdec last."""
    found = list_checkpoints(places.checkpoints())
    found.sort(key=lambda info: (info.name != FAVOURITE, not info.model.attends))
    return {info.name: info for info in found}


def translate(info: CheckpointInfo, sentence: str, search: SearchConfig) -> Translation:
    """Translate a sentence, or remember how it was translated before.

    Raises:
        NmtvizError: If the checkpoint cannot be loaded or the sentence not be used.
    """
    return _translate(*identity(info), sentence, search)


def translator(info: CheckpointInfo) -> "Translator":
    """Return the model of a checkpoint, loaded once for all sessions.

    Raises:
        NmtvizError: If the checkpoint cannot be loaded.
    """
    return _translator(*identity(info))


def identity(info: CheckpointInfo) -> tuple[str, int]:
    """Return what tells one state of a checkpoint folder from another.

    Raises:
        CheckpointError: If it is there no longer.
    """
    try:
        changed = [path.stat().st_mtime_ns for path in model_files(info.folder)]
        (info.folder / CONFIG_FILE).stat()
    except OSError as error:
        raise CheckpointError(
            f"'{info.folder}' must stay as long as a page uses it: {error.strerror}."
        ) from error
    with suppress(OSError):  # few have one; `nmtviz align` may bring it later
        changed.append((info.folder / DICTIONARY_FILE).stat().st_mtime_ns)
    return str(info.folder), hash(tuple(changed))


def _state(info: CheckpointInfo) -> tuple[str, int | None]:
    """Return `identity`, or that it is gone: a cache wraps errors of its keys."""
    try:
        return identity(info)
    except CheckpointError:
        return str(info.folder), None


BY_IDENTITY: dict[str | type[Any], Callable[[Any], Any]] = {CheckpointInfo: _state}
"""For `hash_funcs`: what was made of a checkpoint is made again of another state."""


def torch_runs() -> bool:
    """Say whether PyTorch has been imported, which takes seconds."""
    return hasattr(sys.modules.get("nmtviz.device"), "find_device")


@st.cache_resource(show_spinner="Starting PyTorch …")
def device() -> str:
    """Return what computes, in a person's words."""
    from nmtviz.device import find_device  # noqa: PLC0415

    kind = find_device().type
    _keep_for_good()
    return "GPU" if kind == "cuda" else kind.upper()


@st.cache_resource(max_entries=4, show_spinner="Loading the model …")
def _translator(path: str, version: int) -> "Translator":
    from nmtviz.translator import Translator  # noqa: PLC0415

    del version  # a part of the key: a new checkpoint in the folder is loaded again
    translator = Translator.load(Path(path))
    _keep_for_good()
    return translator


def _keep_for_good() -> None:
    """Tell the garbage collector that all there is now stays.

    Streamlit collects all garbage after each run of a page; walking through the
    hundreds of thousands of objects of PyTorch and Plotly would take longer than
    most runs, while nothing that a page has made reaches the browser.
    """
    gc.unfreeze()  # or what an earlier model has left would stay for good, too
    gc.collect()
    gc.freeze()


@st.cache_resource(max_entries=256, show_spinner="Translating …")
def _translate(
    path: str, version: int, sentence: str, search: SearchConfig
) -> Translation:
    return _translator(path, version).translate([sentence], search)[0]


@st.cache_resource(max_entries=64, show_spinner="Searching …", hash_funcs=BY_IDENTITY)
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
    return translator(info).trace(sentence, search, constraints=constraints)


@st.cache_resource(max_entries=4096, show_spinner=False, hash_funcs=BY_IDENTITY)
def score(
    info: CheckpointInfo,
    sentence: str,
    target: str | tuple[str, ...],
    search: SearchConfig = _SEARCH,
    alignment: tuple[ForcedRow, ...] = (),
) -> Translation:
    """Make a network write a given translation, to see what it thinks of it.

    Raises:
        NmtvizError: If the checkpoint or a text cannot be used.
    """
    return translator(info).score(sentence, target, search, alignment=alignment)


@st.cache_resource(
    max_entries=4096, show_spinner="Leaving words out …", hash_funcs=BY_IDENTITY
)
def leave_out(
    info: CheckpointInfo,
    sentence: str,
    target: str | tuple[str, ...],
    groups: tuple[Group, ...],
) -> PredictionDifference:
    """Tell what a translation loses without parts of its source.

    Raises:
        NmtvizError: If the checkpoint or a text cannot be used.
    """
    return translator(info).leave_out(sentence, target, groups)


def replaced(info: CheckpointInfo, translation: Translation) -> Replaced:
    """Put words in place of each `<unk>` of the only hypothesis of a translation.

    Raises:
        NmtvizError: If the checkpoint cannot be used or the memory does not suffice.
    """
    (hypothesis,) = translation.hypotheses
    written = translation.sentence, hypothesis.tokens.texts
    return _replaced(info, translation, written)


@st.cache_resource(
    max_entries=512, show_spinner="Replacing words …", hash_funcs=BY_IDENTITY
)
def _replaced(
    info: CheckpointInfo, _translation: Translation, written: tuple[str, Sequence[str]]
) -> Replaced:
    del written  # stands for the translation, which is no part of the key
    return translator(info).replace_unknowns(_translation)


@st.cache_resource(
    max_entries=64, show_spinner="Looking inside …", hash_funcs=BY_IDENTITY
)
def inspect(
    info: CheckpointInfo,
    sentence: str,
    target: str | tuple[str, ...],
    alignment: tuple[ForcedRow, ...],
) -> tuple[StepView, ...]:
    """Look inside each step of a translation.

    Raises:
        NmtvizError: As `trace`.
    """
    return translator(info).inspect(sentence, target, alignment=alignment)


@st.cache_resource(
    max_entries=64, show_spinner="Looking inside …", hash_funcs=BY_IDENTITY
)
def annotations(info: CheckpointInfo, sentence: str) -> SingleArray:
    """Return what a network keeps of each token it reads; see `PairStates`.

    Raises:
        NmtvizError: As `trace`.
    """
    (pair,) = translator(info).states([(sentence, "")])
    return pair.annotations
