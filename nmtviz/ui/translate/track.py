"""Where a network lost track of a sentence: said below a translation, or in a cell."""

from typing import NamedTuple

import streamlit as st

from nmtviz.evaluation.lost_track import find_loop, unread_words
from nmtviz.figures.labels import plain, shortened
from nmtviz.results import Translation
from nmtviz.ui import escape, lacking

HELP = (
    "It repeats itself, has fewer sentences than it was given, or hardly read four "
    "words side by side or more."
)


class _Sign(NamedTuple):
    """That it lost track: what happened, how, and what may be said for it."""

    what: str
    how: str
    help: str | None = None


def draw(translation: Translation, chosen: int) -> None:
    """Warn if a hypothesis repeats itself, or if much of the sentence was not read."""
    for sign in _signs(translation, chosen):
        st.markdown(
            f":material/warning: **{sign.what}**: {escape.markdown(plain(sign.how))}",
            help=sign.help,
        )


def told(translation: Translation) -> str:
    """Return what is wrong with the best hypothesis in a few words, or nothing."""
    return "; ".join(f"{what}: {how}" for what, how, _ in _signs(translation, 0))


def _signs(translation: Translation, chosen: int) -> list[_Sign]:
    """Return what is wrong; nothing is with a hypothesis that is empty."""
    text = translation.hypotheses[chosen].text
    if not text:
        return []
    signs = []
    if loop := find_loop(translation.sentence, text):
        how = f"“{shortened(loop.words)}” {loop.times} times"
        signs.append(_Sign("It repeats itself", how))
    sentences, written = lacking.sentence_counts(translation.sentence, text)
    if written < sentences:
        how = f"{sentences} in, {written} out"
        help_ = "Some may be lost; a comma may as well have joined them."
        signs.append(_Sign("Fewer sentences", how, help_))
    alignment = translation.alignment(chosen, unit="words")
    if alignment and (unread := unread_words(alignment)):
        signs.append(
            _Sign(
                "Hardly read",
                " … ".join(f"“{words}”" for words in unread),
                "At least four words side by side, each with an attention of less "
                "than 0.2 in all rows together. They are probably not translated.",
            )
        )
    return signs
