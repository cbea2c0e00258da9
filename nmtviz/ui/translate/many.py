"""What models make of many sentences, each translated once."""

from collections.abc import Iterator, Mapping, Sequence

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.errors import NmtvizError
from nmtviz.figures.labels import shortened
from nmtviz.results import Translation
from nmtviz.ui import cache, escape

Found = Mapping[str, Sequence[Translation | None]]
"""Each model's translations by its name; None for a sentence that it cannot read."""

_KEPT = "many-kept"
_AT_ONCE = 16
"""Sentences translated at once; the more, the quicker, and the rarer the progress."""


def translations(
    sentences: Sequence[str], models: Sequence[CheckpointInfo], search: SearchConfig
) -> Found:
    """Translate sentences; what was translated just before is remembered.

    Args:
        sentences: At least one.
        models: Who translates them; one that cannot be used is left out.
        search: How to search.
    """
    kept: dict[object, Translation] = st.session_state.setdefault(_KEPT, {})
    wanted: set[object] = set()
    found = {}
    for info in models:
        try:
            version = cache.identity(info)
            keys = {one: (version, one, search) for one in sentences}
            wanted |= {*keys.values()}
            new = [one for one, key in keys.items() if key not in kept]
            for made in _translated(info, new, search):
                kept |= {keys[one.sentence]: one for one in made}
        except NmtvizError as error:
            st.error(escape.markdown(f"{info.name}: {error}"))
            continue
        found[info.name] = [kept.get(keys[one]) for one in sentences]
    st.session_state[_KEPT] = {key: kept[key] for key in kept if key in wanted}
    return found


def _translated(
    info: CheckpointInfo, sentences: Sequence[str], search: SearchConfig
) -> Iterator[Sequence[Translation]]:
    """Yield translations, some at once, and show how far that is.

    Raises:
        NmtvizError: If the checkpoint cannot be used or the memory does not suffice.
    """
    if not sentences:
        return
    translator = cache.translator(info)
    able = []
    for sentence in sentences:
        try:
            translator.check_source(sentence)
        except NmtvizError as error:
            st.error(escape.markdown(f"{shortened(sentence)}: {error}"))
        else:
            able.append(sentence)
    able.sort(key=len)  # those of like length are searched together
    place = st.empty()
    step = _AT_ONCE * translator.turns
    try:
        for start in range(0, len(able), step):
            done = f"{escape.markdown(info.name)}: {start} of {len(able)} sentences"
            place.progress(start / len(able), done)
            some = able[start : start + step]
            yield translator.translate(some, search, batch_size=_AT_ONCE)
    finally:
        place.empty()
