"""Lesson 6: the annotation of a word depends on the words around it, [B] section 3.2.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from nmtviz.arrays import SingleArray
from nmtviz.data.sentences import split_sentences
from nmtviz.figures.enlarge import enlarge
from nmtviz.figures.labels import bare
from nmtviz.figures.likeness import likeness_heatmap
from nmtviz.neighbours import likeness
from nmtviz.results import END, Tokens
from nmtviz.ui import cache, charts, escape
from nmtviz.ui.lessons import live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, attentive

MOST = 8
"""Sentences that are compared."""


class Shared(NamedTuple):
    """A word that all of some sentences have."""

    word: str
    """As it is compared: without punctuation."""

    words: tuple[int, ...]
    """Which word of each sentence it is, the first time."""


def shared_word(sentences: Sequence[Tokens]) -> Shared | None:
    """Return the longest word that all sentences have; None if there is none.

    With the same capitals: those have pieces, and so embeddings, of their own.
    """
    words = [
        [bare(text) for text in one.word_texts if text != END] for one in sentences
    ]
    common = set.intersection(*map(set, words)) - {""}
    if not common:
        return None
    longest = max(sorted(common, key=str.casefold), key=len)
    return Shared(longest, tuple(one.index(longest) for one in words))


def demonstrate(cast: Cast, text: str, large: bool) -> None:
    """Show what each sentence becomes, and how alike its annotation of the word is."""
    (info,) = cast
    found = split_sentences(text)
    if len(found) > MOST:
        st.caption(f"The first {MOST} of {len(found)} sentences are compared.")
    sentences = found[:MOST]
    translations = [live.translate(info, sentence) for sentence in sentences]
    sources = [translation.source for translation in translations]
    shared = shared_word(sources) if len(sources) > 1 else None
    with st.container(horizontal=True, gap="large"):
        with st.container(width=show.column(large=large)):
            for number, translation in enumerate(translations, 1):
                word = shared.words[number - 1] if shared else None
                st.markdown(f"{number}. {_marked(translation.source, word)}")
                with st.container(key=f"translation-context-{number}"):
                    best = translation.hypotheses[0].text
                    st.code(best, language=None, wrap_lines=True)
        if shared:
            states = [cache.annotations(info, sentence) for sentence in sentences]
            with st.container(width="content"):
                _picture(shared, sources, states, sentences, large=large)
    if not shared:
        st.info("Type two sentences or more that have a word in common.")


def _picture(
    shared: Shared,
    sources: Sequence[Tokens],
    states: Sequence[SingleArray],
    sentences: Sequence[str],
    *,
    large: bool,
) -> None:
    places = [
        [place for place in range(len(source.words)) if _is_of(source, place, at)]
        for source, at in zip(sources, shared.words, strict=True)
    ]
    cosines = likeness(states, places)
    figure = likeness_heatmap(cosines, sentences, dark=charts.dark())
    if large:
        figure = enlarge(figure, show.LARGE)
    st.markdown(f"How alike the network keeps *{escape.markdown(shared.word)}*")
    with st.container(key="figure-context"):
        charts.still(
            figure,
            key="likeness",
            alt=f"How alike the annotations of {shared.word} are in each two of the "
            f"{len(sentences)} sentences: "
            + "; ".join(
                f"{row + 1} and {column + 1}: {cosines[row, column]:.2f}"
                for row in range(len(sentences))
                for column in range(row)
            ),
        )
    st.caption("1 is the same direction, 0 has nothing in common.")


def _is_of(sentence: Tokens, place: int, word: int) -> bool:
    """Say whether a token is of a word, and not a mark that stands at it."""
    return sentence.words[place] == word and bool(bare(sentence.texts[place]))


def _marked(sentence: Tokens, word: int | None) -> str:
    """Return a sentence as Markdown, with a word of it in bold."""
    return " ".join(
        f"**{escape.markdown(text)}**" if place == word else escape.markdown(text)
        for place, text in enumerate(sentence.word_texts)
        if text != END
    )


LESSON = Lesson(
    name="context",
    title="One word, many meanings",
    idea="A word has one embedding, the same vector wherever it stands. What the "
    "network looks at is not that but the annotation of the word, *h*: read from left "
    "to right and from right to left, it also holds what stands around the word "
    "(Bahdanau et al. 2015, section 3.2).",
    examples={
        "her": "I saw her. They helped her. We like her house. I like her red car.",
        "light": "He turned on the light. She turned off the light. The bag is light. "
        "This box is very light.",
        "that": "I know that he is here. He says that it is late. He has that dog. "
        "Look at that big dog.",
        "like": "I like the cat. They like bread. She sings like a bird. It looks like "
        "a cat.",
    },
    question="In which of these sentences does the network keep much the same of the "
    "word, and in which something else? Which translations tell you?",
    look="Each cell compares the annotations of the word in two sentences: the cosine, "
    "less what all annotations here have in common. With embeddings alone, every cell "
    "would be 1. Where the word means something else, the cell is pale; but neighbours "
    "that have nothing to do with its meaning, such as the end of the sentence, leave "
    "their mark as well. Try sentences of your own with one word in all of them.",
    needs="an RNNsearch",
    cast=attentive,
    show=demonstrate,
    of_text=True,
)
