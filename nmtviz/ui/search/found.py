"""What was searched for, and what came out with and without the changes."""

from dataclasses import dataclass

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints
from nmtviz.errors import NmtvizError
from nmtviz.results import Translation
from nmtviz.traces import SearchTrace
from nmtviz.ui import cache, escape
from nmtviz.ui.search import history
from nmtviz.ui.whatif import WhatIf


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A search as somebody asked for it, and the one that nothing was imposed on."""

    info: CheckpointInfo
    """The checkpoint."""

    version: tuple[str, int]
    """Which state of it."""

    search: SearchConfig
    """How it was searched."""

    whatif: WhatIf
    """What was imposed."""

    untouched: SearchTrace
    """The search that nothing was imposed on."""

    trace: SearchTrace
    """The search to look at; the same one if nothing is imposed."""

    def begin_again_if_stale(self) -> None:
        """Draw the whole page anew if the checkpoint no longer is as it was.

        A part of the page may be drawn alone long after the search: meanwhile a run may
        have written another network.
        """
        try:
            is_current = cache.identity(self.info) == self.version
        except NmtvizError:
            is_current = False
        if not is_current:
            st.rerun()

    @property
    def sentence(self) -> str:
        """What was translated."""
        return self.trace.translation.sentence

    @property
    def translation(self) -> Translation:
        """What came out."""
        return self.trace.translation

    @property
    def restricted(self) -> bool:
        """Whether the search was kept from writing what it likes."""
        rules = self.search.forbid_unknown, self.search.no_repeat_ngram_size
        return any((self.whatif.constraints, *rules))

    @property
    def name(self) -> str:
        """What tells this search from others."""
        return repr((self.version, self.sentence, self.search, self.whatif.to_text()))


def search_for(
    info: CheckpointInfo, sentence: str, search: SearchConfig, whatif: WhatIf
) -> Found | None:
    """Search with and without what is imposed; says what went wrong.

    What cannot be imposed is refused, and what was imposed before stays.
    """
    try:
        version = cache.identity(info)
        untouched = cache.trace(info, sentence, search, Constraints())
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return None
    trace = untouched
    while whatif:
        changed = sentence if whatif.sentence is None else whatif.sentence
        try:
            trace = cache.trace(info, changed, search, whatif.constraints)
            break
        except NmtvizError as error:
            st.error(f"This cannot be imposed: {escape.markdown(str(error))}")
            whatif = history.refuse()
    return Found(
        info=info,
        version=version,
        search=search,
        whatif=whatif,
        untouched=untouched,
        trace=trace,
    )
