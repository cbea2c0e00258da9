"""What is got ready while nobody has come yet: PyTorch and the first translation."""

import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import streamlit as st

from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.ui import cache
from nmtviz.ui.examples import FIRST

_THREAD = "get-ready"
_CONTEXT = "streamlit.runtime.scriptrunner_utils.script_run_context"


@asynccontextmanager
async def ready(_app: st.App) -> AsyncIterator[None]:
    """Get ready beside the server, which takes visitors meanwhile."""
    threading.Thread(target=_translate, name=_THREAD, daemon=True).start()
    yield


def _translate() -> None:
    """Translate what the app opens with, which stays in the cache of the pages."""
    from nmtviz.ui.translate import panels, passage  # noqa: F401, PLC0415

    # Streamlit warns of a thread that has no page on which to say that it is busy.
    logging.getLogger(_CONTEXT).addFilter(lambda record: record.threadName != _THREAD)
    search = SearchConfig()
    with suppress(NmtvizError):  # the page says what is wrong with a checkpoint
        for info in [*cache.checkpoints().values()][:1]:
            cache.translate(info, FIRST, replace(search, n_best=search.beam_size))
