"""Lesson 5: words outside the vocabulary, and word pieces instead of words."""

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.figures.labels import plain
from nmtviz.results import UNKNOWN, Alignment
from nmtviz.ui import escape
from nmtviz.ui.lessons import live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, words_and_pieces


def demonstrate(cast: Cast, sentence: str, large: bool) -> None:
    """Show what models of few words, of many and of pieces read and write."""
    with st.container(horizontal=True, gap="large"):
        for info in cast:
            with st.container(width=show.column(large=large)):
                _model(info, sentence, large)
    st.page_link(
        "pages/candidates.py",
        label="With a list of candidates, on the Candidates page",
        icon=":material/checklist:",
        width="content",
        query_params=[("text", sentence)],
    )


def traced(alignment: Alignment) -> list[str]:
    """Say of each unknown word written which source word it looked at hardest."""
    best = alignment.weights.argmax(axis=1)
    return [
        f"{UNKNOWN} as word {row + 1} looks hardest at "
        f"“{plain(alignment.source[best[row]])}” "
        f"({alignment.weights[row, best[row]]:.2f})."
        for row, unknown in enumerate(alignment.target_unknown)
        if unknown
    ]


def _model(info: CheckpointInfo, sentence: str, large: bool) -> None:
    kind = "words" if info.data.tokenizer == "moses" else "pieces"
    translation = live.translate(info, sentence)
    title = f"{info.name}: {info.model.source_vocab_size:,} {kind}"
    show.translation(f"unknown-{info.name}", title, translation.hypotheses[0].text)
    st.markdown(f"It reads: {show.marked(translation.source)}")
    alignment = translation.alignment(unit="words", end=False)
    if alignment is None:
        return
    for line in traced(alignment):
        st.markdown(escape.markdown(line))
    show.heatmap(f"unknown-{info.name}", alignment, large=large)


LESSON = Lesson(
    name="unknown",
    title="Unknown words",
    idea="A network has one output for each word of a fixed vocabulary, and every "
    "other word is the same `<unk>` to it. Word pieces leave (almost) nothing "
    "unknown, but then the network has to spell rare words, and it may spell them "
    "wrong.",
    examples={
        "A pet": "My grandmother keeps a marmoset in her gazebo.",
        "A name": "Zelmira Quorthon plays the bassoon in Montreal.",
        "A stew": "The tinker ladled ratatouille into a pewter tureen.",
    },
    question="Which of these words are missing from a vocabulary of the most frequent "
    "words, and what will each model write in their place?",
    look="Words in orange are `<unk>` to the model that reads them; words in blue are "
    "read in pieces. The alignment often still shows which word an `<unk>` stands for, "
    "so a dictionary or a copy could fill it in afterwards. Very large vocabularies "
    "with candidate lists (Jean et al. 2015) are another way out, which the "
    "Candidates page shows.",
    needs="one RNNsearch of whole words and one of word pieces",
    cast=words_and_pieces,
    show=demonstrate,
)
