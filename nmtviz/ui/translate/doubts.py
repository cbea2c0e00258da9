"""What a network is not sure of in its own translation.

The mean log-probability of the tokens goes with quality as people judge it: Fomicheva
et al. (2020), *Unsupervised Quality Estimation for Neural Machine Translation*,
https://doi.org/10.1162/tacl_a_00330.
"""

import math
from collections.abc import Sequence
from functools import partial

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data import listed
from nmtviz.data.grammar.numbers import plain_words
from nmtviz.evaluation.lost_track import find_loop, unread_words
from nmtviz.evaluation.moved import beginnings
from nmtviz.evaluation.names import Respelt, respelt_names
from nmtviz.evaluation.numbers import lost_numbers
from nmtviz.evaluation.signs import lost_signs
from nmtviz.figures.labels import plain
from nmtviz.languages import ENGLISH_FRENCH
from nmtviz.prediction_difference import groups_of
from nmtviz.results import Hypothesis, Translation
from nmtviz.ui import escape

EVEN = 0.5
"""Below this probability, something else was likelier all together."""

SHORT = 4
"""So few tokens, END among them, may be translated well in several ways: they get no
warning."""

LOST = (
    "Numbers that the sentence has in digits and the translation neither so nor in "
    "words, and such signs as $ and % likewise."
)

RESPELT = "Names that the translation has in other letters than the sentence."

MOST = 6
"""Words that are named, the least probable ones."""


def draw_lost(info: CheckpointInfo, translation: Translation, chosen: int) -> None:
    """Warn of numbers and signs that a hypothesis lacks, and say which one has them.

    Args:
        info: The network.
        translation: What it made of a sentence.
        chosen: Which hypothesis.
    """
    sentence, found = translation.sentence, translation.hypotheses
    lacking = lost(info, sentence, found[chosen].text)
    if not lacking:
        return
    absent = escape.markdown(", ".join(map(plain, lacking)))
    warning = f":material/warning: **Not in the translation: {absent}**"
    for number, other in enumerate(found, start=1):
        if not lost(info, sentence, other.text):
            warning += f", but in hypothesis {number}"
            break
    st.markdown(
        warning,
        help=f"{LOST} A few may be right all the same: people rephrase, too.",
    )


def draw(hypothesis: Hypothesis, names: Sequence[Respelt]) -> None:
    """Name the words that were less likely than not; warn if the whole is doubtful.

    Args:
        hypothesis: The translation.
        names: Those of the sentence that it has in other letters.
    """
    if names:
        st.markdown(
            ":material/warning: **Spelt otherwise: "
            f"{escape.markdown(plain(told_names(names)))}**",
            help=f"{RESPELT} It may be their name in French, too.",
        )
    if not hypothesis.text:
        st.markdown(
            ":material/warning: **It wrote nothing**: to end at once was the likeliest."
        )
    if is_doubtful(hypothesis):
        typical = typical_probability(hypothesis)
        st.markdown(
            ":material/warning: **The network is unsure of this** and may have made "
            f"something up: its tokens have a probability of {typical:.2f} in the "
            "geometric mean."
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
    """Warn if a hypothesis repeats itself, or if much of the sentence was not read.

    Args:
        translation: What the network made of a sentence.
        chosen: Which hypothesis.
    """
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
    """Return the numbers and signs of a sentence that a translation does not have."""
    language = info.data.target_language
    in_words = partial(plain_words, language=language)
    return (
        *lost_numbers(sentence, translation, in_words),
        *lost_signs(sentence, translation, language),
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
