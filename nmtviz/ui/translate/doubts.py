"""What is doubtful about a translation, said below it."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data import listed
from nmtviz.evaluation.confidence import (
    MOST,
    is_doubtful,
    typical_probability,
    unsure_words,
)
from nmtviz.evaluation.names import Respelt, lost_names, respelt_names
from nmtviz.evaluation.signs import lost_quotes
from nmtviz.figures.labels import plain
from nmtviz.languages import ENGLISH_FRENCH
from nmtviz.results import Hypothesis, Translation
from nmtviz.ui import escape, lacking
from nmtviz.ui.translate import track

LOST_HELP = (
    f"{lacking.TOLD} Quotation marks, names and codes of which the translation has "
    "nothing."
)
RESPELT_HELP = "Names that the translation has in other letters than the sentence."

_NEAR = 0.1
"""Nats a token by which a hypothesis that has it right may be less likely than the
best; beyond, it often is nonsense otherwise."""

_LETTERS = re.compile(r"[^\W\d_]+")


def draw(
    info: CheckpointInfo,
    translation: Translation,
    chosen: int,
    choose: Callable[[int], None],
) -> None:
    """Say all that is doubtful about a hypothesis.

    Args:
        info: The network.
        translation: What it made of a sentence.
        chosen: Which hypothesis.
        choose: Chooses another one.
    """
    for warning in (_lost_warning, _respelt_warning):
        if told := warning(info, translation, chosen):
            _draw_warning(told, info.name, choose)
    draw_unsure(translation.hypotheses[chosen])
    track.draw(translation, chosen)


class _Warning(NamedTuple):
    """Something in a hypothesis that another one may have right."""

    name: str
    told: str
    help: str
    better: int | None
    """The best hypothesis that has it right."""


def _draw_warning(warning: _Warning, model: str, choose: Callable[[int], None]) -> None:
    st.markdown(f":material/warning: **{warning.told}**", help=warning.help)
    if warning.better is not None:
        st.button(
            f"Hypothesis {warning.better + 1} has it",
            type="tertiary",
            icon=":material/arrow_forward:",
            key=f"{warning.name}-{model}",
            on_click=choose,
            args=(warning.better,),
        )


def _lost_warning(
    info: CheckpointInfo, translation: Translation, chosen: int
) -> _Warning | None:
    """Tell which numbers, signs and names a hypothesis lacks."""
    sentence, found = translation.sentence, translation.hypotheses
    missing = lost(info, sentence, found[chosen].text)
    if not missing:
        return None
    wanted = set(_lost_names(info, sentence, found[chosen].text))
    absent = escape.markdown(", ".join(map(plain, missing)))
    return _Warning(
        "lost",
        f"Not in the translation: {absent}",
        f"{LOST_HELP} A few may be right all the same: people rephrase, too.",
        _first(
            found,
            lambda text: (
                not lost(info, sentence, text) and all(name in text for name in wanted)
            ),
        ),
    )


def _respelt_warning(
    info: CheckpointInfo, translation: Translation, chosen: int
) -> _Warning | None:
    """Tell which names a hypothesis has in other letters."""
    sentence, found = translation.sentence, translation.hypotheses
    names = respelt(info, sentence, found[chosen].text)
    if not names:
        return None
    wanted = {name.source for name in names}
    return _Warning(
        "respelt",
        f"Spelt otherwise: {escape.markdown(plain(told_names(names)))}",
        f"{RESPELT_HELP} It may be their name in French, too.",
        _first(found, lambda text: wanted <= {*_LETTERS.findall(text)}),
    )


def _first(found: Sequence[Hypothesis], is_right: Callable[[str], bool]) -> int | None:
    """Return the best hypothesis whose text is right; none that is far less likely."""
    least = _mean_log_prob(found[0]) - _NEAR
    return next(
        (
            number
            for number, one in enumerate(found)
            if _mean_log_prob(one) >= least and is_right(one.text)
        ),
        None,
    )


def _mean_log_prob(hypothesis: Hypothesis) -> float:
    return hypothesis.log_prob / len(hypothesis.tokens)


def draw_unsure(hypothesis: Hypothesis) -> None:
    """Name the words that were less likely than not; warn if the whole is doubtful."""
    if not hypothesis.text:
        st.markdown(":material/warning: **It wrote nothing**: it ended at once.")
    if is_doubtful(hypothesis):
        typical = typical_probability(hypothesis)
        st.markdown(
            ":material/warning: **The network is unsure of this** and may have made "
            f"something up: the geometric mean of its tokens' probabilities is "
            f"{typical:.2f}."
        )
    if words := unsure_words(hypothesis):
        badges = " ".join(
            f":orange-badge[{escape.markdown(plain(word))} {told(probability)}]"
            for word, probability in words
        )
        st.markdown(
            f"Unsure of {badges}",
            help="The words that were less likely than not when they were written, at "
            f"most {MOST}, with their probability; a word's is that of all its tokens.",
        )


def told(probability: float) -> str:
    """Return a probability with two decimals, or that it is smaller."""
    return f"{probability:.2f}" if probability >= 0.01 else escape.markdown("< 0.01")


def lost(info: CheckpointInfo, sentence: str, translation: str) -> tuple[str, ...]:
    """Return the numbers, signs and names that a model's translation has not.

    Names only where we know the common words, from English into French.
    """
    return (
        *lacking.lost(sentence, translation, info.data.languages[1]),
        *(("quotation marks",) if lost_quotes(sentence, translation) else ()),
        *_lost_names(info, sentence, translation),
    )


def _lost_names(
    info: CheckpointInfo, sentence: str, translation: str
) -> tuple[str, ...]:
    """Return names and codes, only where we know the common words.

    One that is there in other letters is no lost one.
    """
    if info.data.languages != ENGLISH_FRENCH:
        return ()
    there = {name.source for name in respelt(info, sentence, translation)}
    found = lost_names(sentence, translation, listed.may_become)
    return tuple(name for name in found if name not in there)


def respelt(
    info: CheckpointInfo, sentence: str, translation: str
) -> tuple[Respelt, ...]:
    """Return the names that a model's translation has in other letters.

    Only where we know the common words, from English into French.
    """
    if info.data.languages != ENGLISH_FRENCH:
        return ()
    return respelt_names(sentence, translation, listed.is_expected)


def told_names(names: Sequence[Respelt]) -> str:
    """Return names in both spellings."""
    return ", ".join(
        f"{name.source} \N{RIGHTWARDS ARROW} {name.target}" for name in names
    )
