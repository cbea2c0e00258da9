"""What to look at: the model, the sentence, its reference and how its list is made."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import get_args

import streamlit as st

from nmtviz.candidate_scores import FILE as CURVES
from nmtviz.candidates import CandidateRule
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig, TokenizerKind
from nmtviz.dictionary import FILE as DICTIONARY
from nmtviz.evaluation.candidates import frequent_sizes
from nmtviz.figures.candidates import MEASURES, Along
from nmtviz.languages import fits
from nmtviz.ui import cache, escape, held, links, widgets
from nmtviz.ui.shelf import own

VIEWS = SENTENCE, TEST_SET = ("One sentence", "A test set")

# Names of the settings, in the address too:
VIEW = "view"
MODEL = "model"
FREQUENT = "k"
PER_WORD = "per_word"
ADD = "add"
BAN = "ban"
REFERENCE = "reference"
LISTED = "listed"

LARGEST_PER_WORD = 20

ORDER: Mapping[TokenizerKind, str] = {
    "moses": "1 is the most frequent word of the training text.",
    "sentencepiece": "Pieces go by their place in the SentencePiece model: nearly by "
    "frequency, with rare characters at the end.",
}
"""What ranks of words mean, by what made them."""

_PAIR, _OF, _USUAL = "candidates.pair", "candidates.of", "candidates.usual"
_ALWAYS, _NEVER = "Always on the list", "Never on the list"

_SHARE = 10  # the list begins with at most this part of the vocabulary


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A sentence and the list it is translated with."""

    info: CheckpointInfo
    sentence: str

    reference: str
    """Empty if there is none."""

    search: SearchConfig
    rule: CandidateRule


def view() -> str:
    """Ask what to look at."""
    shown = st.segmented_control(
        "View",
        VIEWS,
        default=SENTENCE,
        required=True,
        key=VIEW,
        bind="query-params",
        label_visibility="collapsed",
    )
    return shown or SENTENCE


def model(checkpoints: Mapping[str, CheckpointInfo]) -> CheckpointInfo:
    """Ask for the model: one whose lists were measured, a dictionary, words first."""
    names = sorted(
        checkpoints,
        key=lambda name: (
            not (checkpoints[name].folder / CURVES).exists(),
            not (checkpoints[name].folder / DICTIONARY).exists(),
            checkpoints[name].data.tokenizer != "moses",
        ),
    )
    name = st.selectbox("Model", names, key=MODEL, bind="query-params", width=240)
    return checkpoints[name]


def ask(checkpoints: Mapping[str, CheckpointInfo]) -> Asked:
    """Ask for everything about one sentence."""
    line = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        info = model(checkpoints)
        search = widgets.search_settings()
    with line:
        sentence = widgets.sentence([info])
    reference = _reference(sentence, info)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        frequent, per_word = _sizes(info)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        added = st.text_input(
            _ALWAYS,
            key=ADD,
            bind="query-params",
            placeholder="words with spaces between",
            help="Words of your own; each must be in the vocabulary. Of a model of "
            "pieces, ▁word is the piece that begins a word, ##word one that goes on; "
            "tables show ▁ as _.",
        )
        banned = st.text_input(
            _NEVER,
            key=BAN,
            bind="query-params",
            placeholder="words with spaces between",
            help="The probability of a banned word goes to the others.",
        )
    always, never = _apart(
        info, _known(info, added, _ALWAYS), _known(info, banned, _NEVER)
    )
    rule = CandidateRule(
        frequent_size=frequent, per_word_size=per_word, added=always, banned=never
    )
    return Asked(
        info=info, sentence=sentence, reference=reference, search=search, rule=rule
    )


def _known(info: CheckpointInfo, text: str, field: str) -> list[str]:
    """Return the words of a field that the model has; say which ones it lacks."""
    words = text.split()
    outside = cache.translator(info).lister.outside(words)
    if outside:
        told = escape.markdown(", ".join(outside))
        st.warning(
            f"*{field}* has words that are not in the target vocabulary, so they are "
            f"left out: {told}."
        )
    return [word for word in words if word not in outside]


def _apart(
    info: CheckpointInfo, always: list[str], never: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return both lists without the tokens that they share; say whose those are."""
    lister = cache.translator(info).lister
    added, banned = lister.apart(always, never), lister.apart(never, always)
    if both := [word for word in always if word not in added]:
        told = escape.markdown(", ".join(both))
        st.warning(
            f"Both in *{_ALWAYS}* and in *{_NEVER}*, so left out of both: {told}."
        )
    return tuple(added), tuple(banned)


def append(info: CheckpointInfo, name: str, *words: str) -> None:
    """Put more words into one of the lists of a person's own, out of the other one.

    Args:
        info: The model whose tokens these are.
        name: The list.
        words: As its lister names them.
    """
    there = st.session_state.get(name, "").split()
    st.session_state[name] = " ".join(dict.fromkeys([*there, *words]))
    other = ADD if name == BAN else BAN
    before = st.session_state.get(other, "").split()
    if (left := cache.translator(info).lister.apart(before, words)) != before:
        st.session_state[other] = " ".join(left)


def problems(models: Collection[str]) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    own: dict[str, links.Allowed] = {
        VIEW: VIEWS,
        PER_WORD: range(LARGEST_PER_WORD + 1),
        "measure": MEASURES,
        "along": get_args(Along),
        # These depend on what is shown, or may be anything.
        **dict.fromkeys([FREQUENT, ADD, BAN, REFERENCE, LISTED, "set"]),
    }
    return links.problems(links.address(), models, own)


def _sizes(info: CheckpointInfo) -> tuple[int, int]:
    """Ask for K and K'."""
    lister = cache.translator(info).lister
    options = frequent_sizes(lister.words)
    small = [size for size in options if size * _SHARE <= lister.words]
    usual = max(small, default=options[0])
    widgets.check({FREQUENT: [str(size) for size in options]})
    before = st.session_state.get(_USUAL, usual)
    if before != usual and st.session_state.get(FREQUENT) == before:
        st.session_state[FREQUENT] = usual  # nobody chose the other model's
    st.session_state[_USUAL] = usual
    held.fit(FREQUENT, options, usual)
    frequent = st.select_slider(
        "K, most frequent tokens",
        options,
        usual,
        key=FREQUENT,
        bind="query-params",
        help=f"They are on the list of every sentence. {ORDER[info.data.tokenizer]}",
    )
    if not lister.has_dictionary:
        st.caption(
            "This model has no dictionary, so no words come from the sentence: K' is 0."
        )
        return frequent, 0
    per_word = st.slider(
        "K', translations of each source word",
        0,
        LARGEST_PER_WORD,
        LARGEST_PER_WORD // 2,
        key=PER_WORD,
        bind="query-params",
        help="The likeliest by the dictionary; 0 takes none.",
    )
    return frequent, per_word


def _reference(sentence: str, info: CheckpointInfo) -> str:
    """Ask for a reference; the one of another sentence is forgotten."""
    if st.session_state.get(_OF, sentence) != sentence:
        st.session_state[REFERENCE] = ""
        st.session_state[_PAIR] = None
    st.session_state[_OF] = sentence
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        reference = st.text_input(
            "Reference translation",
            key=REFERENCE,
            bind="query-params",
            placeholder="A good translation: which of its words can be reached?",
        )
        if not fits(info.data.languages, own.NAME):
            return reference
        pairs = own.pairs()
        st.selectbox(
            "or a sentence of our own test set",
            range(len(pairs)),
            index=None,
            format_func=lambda number: pairs[number].source,
            placeholder="choose a sentence",
            key=_PAIR,
            on_change=_take_pair,
            width=360,
        )
    return reference


def _take_pair() -> None:
    number = st.session_state[_PAIR]
    if number is None:
        return
    pair = own.pairs()[number]
    widgets.write_sentence(pair.source)
    st.session_state[_OF] = pair.source
    st.session_state[REFERENCE] = pair.target
