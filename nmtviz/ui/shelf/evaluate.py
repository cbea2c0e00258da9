"""Start, watch and cancel evaluations of our checkpoints."""

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import NmtvizError
from nmtviz.runs.evaluations import EvaluationRun
from nmtviz.ui import escape
from nmtviz.ui.shelf import background
from nmtviz.ui.shelf.systems import System, Texts, called
from nmtviz.ui.spoken import not_of_set, of_set

_EVERY = 2.0  # seconds between two looks at a running evaluation
_SEEN, _TROUBLE = "shelf.running", "shelf.trouble"


def draw(
    data: str,
    texts: Texts | None,
    checkpoints: Mapping[str, CheckpointInfo],
    systems: Mapping[str, System],
) -> None:
    """Show each checkpoint's evaluation on the test set.

    Args:
        data: Name of the test set.
        texts: Its sentences, where they are here.
        checkpoints: Our models by name; those of other languages than the test set's
            name tells are left out.
        systems: Those that were measured on the test set, by name.
    """
    checkpoints = of_set(checkpoints, data)
    if not checkpoints:
        st.info(not_of_set(data))
        return
    if texts is None:
        st.info(
            f"The sentences of {escape.markdown(data)} are not here, so nothing "
            "can be translated. Where they lie in a file, source and reference with a "
            "tab between, this measures a checkpoint on them and keeps the numbers "
            "and the translations:"
        )
        st.code(
            "python -m nmtviz evaluate checkpoints/NAME FILE --statistics --texts",
            language=None,
            wrap_lines=True,
        )
        return
    if texts.file is None:
        st.info(
            f"The sentences of {escape.markdown(data)} are here only until this page "
            "is closed, as no file of them could be written: no model can translate "
            "them in the background."
        )
        return
    st.caption(
        f"Beam {background.BEAM_SIZE}. An evaluation goes on in the background, also "
        "when this page is closed, and its result and its translations are kept."
    )
    try:
        runs = _runs(checkpoints, texts.file)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    going = [name for name, run in runs.items() if run.state == "running"]
    st.session_state[_SEEN] = going
    st.fragment(_panel, run_every=_EVERY if going else None)(runs, systems)


def _panel(runs: Mapping[str, EvaluationRun], systems: Mapping[str, System]) -> None:
    """Draw a line a checkpoint; start anew when one has ended."""
    if trouble := st.session_state.pop(_TROUBLE, None):
        st.error(escape.markdown(trouble))
    for name, run in runs.items():
        with st.container(
            horizontal=True, vertical_alignment="center", key=f"evaluation-{name}"
        ):
            st.markdown(f"**{escape.markdown(name)}**", width=170)
            _line(name, run, systems.get(called(name)))
    going = [name for name, run in runs.items() if run.state == "running"]
    if going != st.session_state[_SEEN]:
        st.rerun()


def _line(name: str, run: EvaluationRun, measured: System | None) -> None:
    state = run.state
    if state == "running":
        _running(run)
        st.button("Cancel", key=f"cancel.{name}", on_click=_act, args=(run.cancel,))
        return
    if measured:
        st.markdown(":green-badge[measured]")
    if state == "finished" or (measured and measured.outputs):
        return
    st.button(
        "Evaluate again" if measured else "Evaluate now",
        key=f"evaluate.{name}",
        help="Its translations were not kept. Once more, and they can be read here."
        if measured
        else None,
        on_click=_act,
        args=(run.start,),
    )
    if state == "failed":
        st.error(escape.markdown(f"It ended too early: {run.message}"))


def _running(run: EvaluationRun) -> None:
    progress = run.progress
    if progress is None:
        st.progress(0.0, "Loading the model …")
    else:
        told = f"{progress.what}: {progress.done:,} of {progress.total:,}"
        st.progress(progress.part, told)


def _act(action: Callable[[], None]) -> None:
    """Start or cancel, and remember why that was not possible."""
    try:
        action()
    except NmtvizError as error:
        st.session_state[_TROUBLE] = str(error)


def _runs(
    checkpoints: Mapping[str, CheckpointInfo], file: Path
) -> dict[str, EvaluationRun]:
    return {name: background.run(info, file) for name, info in checkpoints.items()}
