"""Lesson 4: greedy search against a beam of 12."""

import math
from itertools import zip_longest

import pandas as pd
import streamlit as st

from nmtviz.figures.labels import plain
from nmtviz.results import Hypothesis
from nmtviz.ui.lessons import live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, attentive

BEAMS = (1, 12)


def demonstrate(cast: Cast, sentence: str, large: bool) -> None:
    """Show both translations, where they part and what each step was sure of."""
    (info,) = cast
    found = [live.translate(info, sentence, beam).hypotheses[0] for beam in BEAMS]
    with st.container(horizontal=True, gap="large"):
        for beam, hypothesis in zip(BEAMS, found, strict=True):
            with st.container(width=show.column(large=large)):
                show.translation(f"beam-{beam}", f"Beam {beam}", hypothesis.text)
                st.caption(
                    f"log p {hypothesis.log_prob:z.2f} nats · "
                    f"score (log p / length) {hypothesis.score:z.3f} · "
                    f"{len(hypothesis.tokens)} tokens"
                )
    show.say("beam", compared(found[0], found[1]))
    st.markdown("**How sure each step was**")
    show.table(_steps(found))


def compared(greedy: Hypothesis, beam: Hypothesis) -> str:
    """Say where two translations part and which is the likelier one."""
    pairs = zip(greedy.tokens.texts, beam.tokens.texts, strict=False)
    parting = next((i for i, (one, other) in enumerate(pairs) if one != other), None)
    if parting is None:
        return "Both searches found the same translation here: try another sentence."
    one, other = (
        f"“{plain(found.tokens.texts[parting])}” "
        f"(p = {math.exp(found.token_log_probs[parting]):.2f})"
        for found in (greedy, beam)
    )
    nats = beam.log_prob - greedy.log_prob
    likelier = "beam 12" if nats > 0 else "beam 1"
    return (
        f"They part at token {parting + 1}: beam 1 writes {one}, beam 12 {other}. As "
        f"a whole, the translation of {likelier} is {_times(abs(nats))} times "
        "as probable as the other; the search ranks by log p / length."
    )


def _times(nats: float) -> str:
    """Return how many times as probable something is that is likelier by so much."""
    times = math.exp(min(nats, 15))
    if times > 1e6:
        return "over a million"
    return f"{times:,.0f}" if times >= 100 else f"{times:.3g}"


def _steps(found: list[Hypothesis]) -> pd.DataFrame:
    """Return what was written in each place and its probability, a column a beam."""
    columns = [
        [
            f"{plain(text)} {math.exp(log_prob):.2f}"
            for text, log_prob in zip(
                hypothesis.tokens.texts, hypothesis.token_log_probs, strict=True
            )
        ]
        for hypothesis in found
    ]
    rows = list(zip_longest(*columns, fillvalue=""))
    names = [f"beam {beam}" for beam in BEAMS]
    return pd.DataFrame(rows, columns=names, index=range(1, len(rows) + 1))


LESSON = Lesson(
    name="beam",
    title="Beam 1 and 12",
    idea="Greedy search takes the likeliest word at every step and can never take it "
    "back. Beam search keeps several beginnings alive, so a word that looks second "
    "best now may win because of what it makes possible later.",
    examples={
        "A lake": "It was so cold that the lake froze.",
        "A walk": "I went for a walk in the park yesterday.",
        "A company": "The CEO of the company resigned yesterday.",
    },
    question="Will the beam change the translation? If it does: at which word will the "
    "two part, and which whole sentence will the network find more probable?",
    look="Find the first row where the two columns differ. There greedy search has the "
    "larger number, as it always takes the largest; then follow both columns down and "
    "see which one pays for the choice later.",
    needs="an RNNsearch",
    cast=attentive,
    show=demonstrate,
    opens={"beam": "1"},
)
