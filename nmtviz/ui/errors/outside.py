"""What systems that are not here have written, as if a network that is had done it.

Any network can be made to write a translation that is given, and looks somewhere while
it does: so outside translations have pictures, and probabilities, too.
"""

from collections.abc import Mapping

import streamlit as st

from nmtviz.alignments.pairs import AlignedPair
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import NmtvizError
from nmtviz.figures.alignment import ATTENTION, LOST
from nmtviz.ui import cache, escape, onward
from nmtviz.ui.errors import heatmaps
from nmtviz.ui.errors.controls import ErrorsView
from nmtviz.ui.spoken import of_set
from nmtviz.ui.weights import weights_of


def reader(view: ErrorsView) -> CheckpointInfo | None:
    """Return who is made to write them: a network that is compared, or another."""
    compared = [system.translator for system in view.systems if system.translator]
    able = [*compared, *of_set(cache.checkpoints(), view.data).values()]
    return next((info for info in able if info.model.attends), None)


def link(by: CheckpointInfo, source: str, name: str, text: str) -> None:
    """Lead to how likely a network finds what a system wrote, word by word.

    Args:
        by: The network.
        source: The sentence.
        name: The system's.
        text: What it made of the sentence.
    """
    label = f"What {by.name} thinks of {name}"
    onward.to_search(source, by.name, label, onward.judging(text))


def pictures(
    by: CheckpointInfo, source: str, outputs: Mapping[str, str], *, attention: bool
) -> None:
    """Draw where a network looks while it writes what other systems wrote.

    Args:
        by: The network.
        source: The sentence.
        outputs: What each system made of it, by name.
        attention: Where it looks; if not, what words lose without each source word.
    """
    for name, text in outputs.items():
        try:
            forced = cache.score(by, source, text)
            found = weights_of(by, forced, attention=attention)
        except NmtvizError as error:
            st.error(escape.markdown(f"{name}: {error}"))
            continue
        if found:
            heatmaps.draw(
                f"{name}, as if {by.name} had written it",
                AlignedPair(alignment=found.alignment),
                None,
                measure=ATTENTION if attention else LOST,
                key=f"outside.{name}",
            )
