"""Controls that several pages share; each returns plain values."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.figures.theme import SCALES
from nmtviz.results import UNKNOWN, Unit
from nmtviz.ui import entry, escape, held, links
from nmtviz.ui.examples import EXAMPLES, FIRST
from nmtviz.ui.spoken import spoken

_DEFAULT = SearchConfig()
_LONGEST_SEEN = 110
"""Characters of a sentence that its field shows on a usual screen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AlignmentView:
    """How alignments are shown."""

    attention: bool
    """Where the network looked; if not, what its words lose without each source."""

    unit: Unit
    """Whole words, or what the network saw."""

    end: bool
    """Whether the end symbol has a row and a column."""

    scale: str
    """A name of `theme.SCALES`."""

    lines: bool
    """Lines between words; if not, a heatmap."""

    dense: bool = False
    """Small cells, for a heatmap that stands beside another one."""


def no_model() -> None:
    """Say that there is no model yet, and where one is made."""
    st.info(
        "There is no trained model yet. A small one is trained in five minutes, and "
        "nothing is downloaded for it."
    )
    st.page_link("pages/train.py", label="Train one", icon=":material/model_training:")


def outside_vocabulary(model: str, words: Collection[str]) -> None:
    """Name the words that a model has no token for, if there are any.

    Args:
        model: Its name.
        words: As a person reads them.
    """
    if words:
        told = f"Not in the vocabulary of {model}, so {UNKNOWN} stands for it:"
        st.caption(escape.markdown(f"{told} {', '.join(words)}"))


def sentence(readers: Collection[CheckpointInfo]) -> str:
    """Ask for a sentence; the first example is there from the start.

    What stood on another page stands here too, unless the address has a sentence.

    Args:
        readers: The models that are to read it.
    """
    text = st.text_input(
        f"{spoken(readers).source} sentence".capitalize(),
        FIRST,
        key="text",
        bind="query-params",
        placeholder="Type a sentence and press Enter",
        on_change=links.forget_translation,
    )
    if len(text) > _LONGEST_SEEN:
        st.caption(escape.markdown(text))
    st.session_state["example"] = next(
        (name for name, example in EXAMPLES.items() if example == text), None
    )
    if not readers or any(one.data.source_language == "en" for one in readers):
        st.pills(
            "Examples",
            list(EXAMPLES),
            key="example",
            label_visibility="collapsed",
            on_change=_example_taken,
        )
    entry.take_along(text)
    return text


def models(names: Collection[str]) -> list[str]:
    """Ask which models to put side by side; the first one to begin with."""
    held.gone("model", [*names])
    chosen = st.multiselect(
        "Models",
        list(names),
        default=list(names)[:1],
        key="model",
        bind="query-params",
        placeholder="Choose one or more models",
    )
    if chosen:
        entry.take_model_along(chosen[0])
    return chosen


def attention_chosen(key: str, *forgotten: str) -> bool:
    """Ask which weights to show; say whether it is the attention.

    Args:
        key: Name of the choice in the address; each page has its own, as Streamlit
            may keep what was chosen on another one and leave it out of the address.
        forgotten: Kinds of settings in the address that a change takes back.
    """
    chosen = st.segmented_control(
        "Weights",
        links.WEIGHTS,
        default=links.WEIGHTS[0],
        required=True,
        key=key,
        bind="query-params",
        on_change=links.forget,
        args=forgotten,
        help="Attention is how much of each source word the network took in. The "
        "prediction difference is what it needed: each source word is left out in "
        "turn, and a weight is the share of its probability that a translated word "
        "loses (after Li et al. 2019, who do not divide by it). Any network has it, "
        "RNNencdec too.",
    )
    return chosen != links.WEIGHTS[1]


def view_settings(*, has_pieces: bool) -> AlignmentView:
    """Ask how to draw.

    Args:
        has_pieces: Whether any of the models reads or writes pieces of words.
    """
    attention = attention_chosen("weights")
    unit = st.segmented_control(
        "Show",
        links.UNITS,
        default=links.UNITS[0],
        required=True,
        key="unit",
        bind="query-params",
        on_change=links.forget,
        args=(links.ROW, links.COLUMN),
        disabled=not has_pieces,
        help="Whole words, or the tokens that the network reads and writes. Attention "
        "is added up over the pieces of a source word and averaged over those of a "
        "target word; for the prediction difference the pieces of a source word are "
        "left out together."
        if has_pieces
        else "This model reads and writes whole words.",
    )
    with st.popover("Picture", icon=":material/palette:"):
        picture = st.segmented_control(
            "Kind",
            links.PICTURES,
            default=links.PICTURES[0],
            required=True,
            key="picture",
            bind="query-params",
            help="Lines join the words; point at a word to see its own.",
        )
        scale = st.segmented_control(
            "Colours",
            list(SCALES),
            default=next(iter(SCALES)),
            required=True,
            key="colours",
            bind="query-params",
            disabled=picture == links.PICTURES[1],
        )
        end = st.toggle(
            "End symbol",
            value=True,
            key="end",
            bind="query-params",
            on_change=links.forget,
            args=(links.ROW, links.COLUMN),
            help="Show the row of the symbol that ends a sentence, and for attention "
            "its column. The prediction difference never leaves it out.",
        )
    return AlignmentView(
        attention=attention,
        unit="tokens" if has_pieces and unit == "pieces" else "words",
        end=end,
        scale=scale or next(iter(SCALES)),
        lines=picture == links.PICTURES[1],
    )


def search_settings() -> SearchConfig:
    """Ask how to search; another search has other hypotheses to choose from."""
    with st.popover("Beam", icon=":material/tune:"):
        beam = st.slider(
            "Beam size",
            1,
            links.LARGEST_BEAM,
            _DEFAULT.beam_size,
            key="beam",
            bind="query-params",
            on_change=links.forget_search,
            help="Hypotheses kept at every step; 1 is greedy search.",
        )
        normalise = st.toggle(
            "Divide log-probabilities by the length",
            value=_DEFAULT.length_penalty > 0,
            key="normalise",
            bind="query-params",
            on_change=links.forget_search,
            help="Without it, short translations win.",
        )
        forbid = st.toggle(
            "Never produce an unknown word",
            value=_DEFAULT.forbid_unknown,
            key="no_unknown",
            bind="query-params",
            on_change=links.forget_search,
        )
        no_repeat = st.slider(
            "No repeated n-grams of so many tokens",
            0,
            links.LONGEST_NGRAM,
            _DEFAULT.no_repeat_ngram_size,
            key="no_repeat",
            bind="query-params",
            on_change=links.forget_search,
            help="0 lets all repeat, as in the papers. Long sentences may end in a "
            "loop; 4 breaks most of them.",
        )
    return SearchConfig(
        beam_size=beam,
        n_best=beam,
        length_penalty=_DEFAULT.length_penalty if normalise else 0.0,
        forbid_unknown=forbid,
        no_repeat_ngram_size=no_repeat,
    )


def warnings(texts: Iterable[str]) -> None:
    """Show sentences about what could not be used."""
    told = list(map(escape.markdown, texts))
    if told:
        st.warning("  \n".join(told), icon=":material/link_off:")


def check(known: Mapping[str, links.Allowed]) -> None:
    """Say what the address asks for in vain, before Streamlit drops it.

    Args:
        known: Names of widgets that are about to be drawn, and what each may be.
    """
    warnings(links.misfits(links.address(), known))


def write_sentence(text: str) -> None:
    """Put another sentence into the field, before it is drawn again."""
    st.session_state["text"] = text
    links.forget_translation()


def _example_taken() -> None:
    if name := st.session_state["example"]:
        write_sentence(EXAMPLES[name])
