"""What is odd about a sentence that somebody typed, said before it is translated."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data.capitals import in_small_letters
from nmtviz.errors import NmtvizError
from nmtviz.ui import cache, escape, widgets
from nmtviz.ui.spoken import spoken
from nmtviz.ui.translate import passage

_SHOUTED = (
    ":material/info: A network takes words with other capitals for different words, "
    "and has hardly seen any."
)


def hints(sentence: str, models: Sequence[CheckpointInfo]) -> None:
    """Say what models will stumble over, and offer what helps; no model is loaded."""
    passage.offer(sentence)
    quiet = in_small_letters(sentence, english=_is_english(models))
    if quiet != sentence:
        st.caption(_SHOUTED)
        st.button(
            f"Write it in small letters: {escape.markdown(quiet)}",
            key="small-letters",
            on_click=widgets.write_sentence,
            args=(quiet,),
        )


def hint_of_language(sentence: str, models: Sequence[CheckpointInfo]) -> None:
    """Say which models are given what looks like the language they write."""
    foreign = [info for info in models if _is_foreign(info, sentence)]
    if foreign:
        _say_foreign("This looks", foreign)


def hints_of_text(sentences: Sequence[str], models: Sequence[CheckpointInfo]) -> None:
    """Say which sentences of a text models will stumble over, and offer what helps."""
    quiet = partial(in_small_letters, english=_is_english(models))
    if any(quiet(sentence) != sentence for sentence in sentences):
        st.caption(_SHOUTED)
        st.button(
            "Write them in small letters",
            key="small-letters",
            on_click=passage.rewrite,
            args=(quiet,),
        )
    for info in models:
        found = [
            str(number)
            for number, sentence in enumerate(sentences, 1)
            if _is_foreign(info, sentence)
        ]
        if found:
            looks = "Sentence {} looks" if len(found) == 1 else "Sentences {} look"
            _say_foreign(looks.format(", ".join(found)), [info])


def _say_foreign(looks: str, readers: Sequence[CheckpointInfo]) -> None:
    source, target = spoken(readers)
    names = escape.markdown(", ".join(info.name for info in readers))
    read = "reads" if len(readers) == 1 else "read"
    st.caption(f":material/info: {looks} like {target}, but {names} {read} {source}.")


def _is_english(readers: Sequence[CheckpointInfo]) -> bool:
    return spoken(readers).source == "English"


def _is_foreign(info: CheckpointInfo, sentence: str) -> bool:
    try:
        return _looks_like_target(info, sentence)
    except NmtvizError:  # which the translation will tell
        return False


@st.cache_data(max_entries=4096, show_spinner=False, hash_funcs=cache.BY_IDENTITY)
def _looks_like_target(info: CheckpointInfo, sentence: str) -> bool:
    """Return what the model says; it need not be loaded for what it was asked before.

    Raises:
        NmtvizError: If it cannot be loaded or cannot read the sentence.
    """
    return cache.translator(info).looks_like_target(sentence)
