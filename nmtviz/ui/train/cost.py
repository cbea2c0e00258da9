"""What a run takes, after a few real updates."""

from dataclasses import replace

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.runs.estimate import Estimate, estimate
from nmtviz.runs.folder import RunConfig
from nmtviz.runs.launcher import Launch
from nmtviz.ui import escape, places
from nmtviz.ui.train.corpora import Corpora


def offer(config: RunConfig, launch: Launch, text: Corpora, key: str) -> None:
    """Say what the run takes, after a few real updates, if a person asks."""
    state = f"{key}.cost"
    tried = (config, replace(launch, max_minutes=None))
    if st.button(
        "Try it for a moment",
        icon=":material/speed:",
        help="Trains for a few updates to see how fast it is here, and how large.",
    ):
        with st.spinner("Reading the text and making a few updates …"):
            try:
                text.make()
                found = estimate(config, launch, places.runs())
                st.session_state[state] = tried, found
            except NmtvizError as error:
                st.session_state[state] = tried, str(error)
    of, seen = st.session_state.get(state, (None, None))
    if of != tried:
        return  # what was seen of other settings says nothing of these
    if isinstance(seen, str):
        st.error(escape.markdown(seen))
    elif seen:
        _tell(seen, launch)


def _tell(seen: Estimate, launch: Launch) -> None:
    minutes = launch.max_minutes or 0.0
    memory = "Memory" if launch.processes == 1 else "Memory of each process"
    facts = {
        "Parameters": f"{seen.parameters / 1e6:.1f} M",
        "Tokens a second": f"{seen.words_per_second:,.0f}",
        f"Updates in {minutes:g} min": f"{seen.updates_in(minutes):,}",
        memory: f"{seen.peak_memory / 2**20:,.0f} MB" if seen.peak_memory else "-",
        "Disk": f"{seen.disk / 2**20:,.0f} MB",
    }
    with st.container(horizontal=True, gap="large"):
        for name, value in facts.items():
            st.metric(name, value, width="content")
