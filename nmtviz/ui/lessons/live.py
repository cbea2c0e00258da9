"""What the lessons ask of the models, remembered for all browser sessions."""

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints
from nmtviz.errors import InputError
from nmtviz.results import Hypothesis, Translation
from nmtviz.ui import cache

_WORDLESS = "There is no word in this sentence to translate."


def translate(info: CheckpointInfo, sentence: str, beam: int = 12) -> Translation:
    """Translate a sentence, as the translate page does.

    Raises:
        NmtvizError: If the sentence has no word or cannot be used.
    """
    search = SearchConfig(beam_size=beam, n_best=beam)
    translation = cache.translate(info, sentence, search)
    if not translation.hypotheses:
        raise InputError(_WORDLESS)
    return translation


@st.cache_data(
    max_entries=64, show_spinner="Translating …", hash_funcs=cache.BY_IDENTITY
)
def texts(
    info: CheckpointInfo, sentences: tuple[str, ...], beam: int
) -> tuple[str, ...]:
    """Translate sentences at once and return only the words.

    Raises:
        NmtvizError: If a sentence has no word or cannot be used.
    """
    search = SearchConfig(beam_size=beam)
    translations = cache.translator(info).translate(sentences, search)
    if not all(translation.hypotheses for translation in translations):
        raise InputError(_WORDLESS)
    return tuple(found.hypotheses[0].text for found in translations)


@st.cache_data(
    max_entries=64,
    show_spinner="Setting the attention of each word to each place …",
    hash_funcs=cache.BY_IDENTITY,
)
def forced(
    info: CheckpointInfo, sentence: str, constraints: tuple[Constraints, ...]
) -> tuple[Hypothesis, ...]:
    """Return the greedy translation of a sentence under each of many constraints.

    Raises:
        NmtvizError: If a constraint cannot be kept to.
    """
    found = cache.translator(info).translate(
        [sentence] * len(constraints),
        SearchConfig(beam_size=1),
        constraints=constraints,
        batch_size=64,
    )
    return tuple(translation.hypotheses[0] for translation in found)
