"""What a network is not sure of in its own translation.

The mean log-probability of the tokens goes with quality as people judge it: Fomicheva
et al. (2020), *Unsupervised Quality Estimation for Neural Machine Translation*,
https://doi.org/10.1162/tacl_a_00330.
"""

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data import listed
from nmtviz.evaluation.lost_track import find_loop, unread_words
from nmtviz.evaluation.moved import beginnings
from nmtviz.evaluation.names import Respelt, lost_names, respelt_names
from nmtviz.figures.labels import plain
from nmtviz.languages import ENGLISH_FRENCH
from nmtviz.prediction_difference import groups_of
from nmtviz.results import Hypothesis, Translation
from nmtviz.ui import escape, lacking

EVEN = 0.5
"""Below this probability, something else was likelier all together."""

SHORT = 4
"""So few tokens, END among them, may be translated well in several ways: they get no
warning."""

LOST = f"{lacking.TOLD} Names and codes of which the translation has nothing."
RESPELT = "Names that the translation has in other letters than the sentence."

_LETTERS = re.compile(r"[^\W\d_]+")

MOST = 6
"""Words that are named, the least probable ones."""


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
    draw_lost_track(translation, chosen)


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
            f"Hypothesis {warning.better + 1} has it right",
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
    wanted = {name for name in missing if _LETTERS.search(name)}
    absent = escape.markdown(", ".join(map(plain, missing)))
    return _Warning(
        "lost",
        f"Not in the translation: {absent}",
        f"{LOST} A few may be right all the same: people rephrase, too.",
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
        f"{RESPELT} It may be their name in French, too.",
        _first(found, lambda text: wanted <= {*_LETTERS.findall(text)}),
    )


def _first(found: Sequence[Hypothesis], is_right: Callable[[str], bool]) -> int | None:
    """Return the best hypothesis whose text is right, if there is one."""
    return next((i for i, one in enumerate(found) if is_right(one.text)), None)


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


def draw_lost_track(translation: Translation, chosen: int) -> None:
    """Warn if a hypothesis repeats itself, or if much of the sentence was not read."""
    text = translation.hypotheses[chosen].text
    if loop := find_loop(translation.sentence, text):
        words = escape.markdown(plain(loop.words))
        st.markdown(
            f":material/warning: **It repeats itself**: “{words}” {loop.times} times."
        )
    alignment = translation.alignment(chosen, unit="words")
    if alignment and text and (unread := unread_words(alignment)):
        told = " … ".join(f"“{escape.markdown(plain(words))}”" for words in unread)
        st.markdown(
            f":material/warning: **Hardly read**: {told}",
            help="At least four words side by side, each with an attention of less "
            "than 0.2 in all rows together. They are probably not translated.",
        )


def told(probability: float) -> str:
    """Return a probability with two decimals, or that it is smaller."""
    return f"{probability:.2f}" if probability >= 0.01 else escape.markdown("< 0.01")


def typical_probability(hypothesis: Hypothesis) -> float:
    """Return the geometric mean of the tokens' probabilities, end symbol included."""
    return math.exp(hypothesis.log_prob / len(hypothesis.tokens))


def lost(info: CheckpointInfo, sentence: str, translation: str) -> tuple[str, ...]:
    """Return the numbers, signs and names that a model's translation has not.

    Names only where we know the common words, from English into French.
    """
    languages = info.data.languages
    known = languages == ENGLISH_FRENCH
    return (
        *lacking.lost(sentence, translation, languages[1]),
        *(lost_names(sentence, translation, listed.may_change) if known else ()),
    )


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


def is_doubtful(hypothesis: Hypothesis) -> bool:
    """Say whether a translation as a whole deserves a warning."""
    few = len(hypothesis.tokens) <= SHORT
    return not few and typical_probability(hypothesis) < EVEN


def unsure_words(hypothesis: Hypothesis) -> list[tuple[str, float]]:
    """Return the words that were less likely than not, with their probabilities.

    The `MOST` least probable ones, in their order; punctuation is none.
    """
    tokens, log_probs = hypothesis.tokens, hypothesis.token_log_probs
    starts = beginnings(tokens)
    words = [
        (tokens.word_texts[tokens.words[group[0]]], math.exp(log_probs[[*group]].sum()))
        for group in groups_of(tokens, "words")
        if group[0] in starts
    ]
    least = sorted(probability for _, probability in words)[:MOST]
    return [word for word in words if word[1] < EVEN and word[1] <= least[-1]]
