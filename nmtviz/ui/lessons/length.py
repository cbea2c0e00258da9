"""Lesson 3: RNNencdec beside RNNsearch while a sentence grows, [B] section 5.2.2.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import re
from collections.abc import Iterable

import pandas as pd
import streamlit as st

from nmtviz.ui.lessons import live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, without_and_with_attention

BEAM = 4

_APPLICATION = (
    "An application must be made in writing, contain the name of the applicant, "
    "include the address of the applicant, be signed by the applicant, and be sent to "
    "the Minister."
)
_OWNER = (
    "Every person who owns a vessel shall keep a record, pay a fee to the Minister, "
    "file a report with the Board, inform an inspector in writing, and comply with the "
    "regulations."
)
_LAW = (
    "The Minister may issue a licence, suspend a permit, inspect a vessel, close a "
    "port, appoint an officer, and make a report to Parliament."
)
SIGNS: dict[str, dict[str, str]] = {
    _APPLICATION: {
        "in writing": "écrit",
        "the name": "noms?",
        "the address": "adresses?",
        "signed": r"sign\w+",
        "to the Minister": "ministre",
    },
    _OWNER: {
        "a record": "registres?|dossiers?",
        "a fee": r"droits?|frais|prix|pa[iy]\w+",
        "a report": "rapports?",
        "an inspector": "inspecteurs?",
        "the regulations": r"règlements?|conform\w+",
    },
    _LAW: {
        "issue": r"délivr\w+",
        "suspend": r"suspen\w+",
        "inspect": "inspecter?|visiter?|examiner?",
        "close": r"ferm\w+",
        "appoint": r"nomm\w+|désign\w+",
        "a report": "rapports?",
    },
}
"""Of each of our sentences: what tells its parts apart, and French words for it."""


def grown(sentence: str) -> tuple[str, ...]:
    """Return a sentence after each of its parts, which end with commas."""
    parts = re.split(r"(?<=,)\s+", sentence.strip())
    ends = range(1, len(parts))
    short = (" ".join(parts[:end]).rstrip(",") + "." for end in ends)
    return (*short, sentence.strip())


def arrived(translation: str, signs: Iterable[str]) -> list[bool]:
    """Say of each sign, a pattern for whole words, whether a translation has it."""
    return [bool(re.search(rf"\b({sign})\b", translation.lower())) for sign in signs]


def demonstrate(cast: Cast, sentence: str, large: bool) -> None:
    """Show both translations of a part of the sentence, and what arrives of it."""
    sentences = grown(sentence)
    parts = len(sentences)
    if parts > 1:
        parts = st.slider(
            "Parts of the sentence",
            *(1, parts, 1),
            key=f"parts.{parts}",
            bind="query-params",
            width=320,
        )
    translations = [live.texts(info, sentences, BEAM) for info in cast]
    st.text(sentences[parts - 1])
    with st.container(horizontal=True, gap="large"):
        for info, texts in zip(cast, translations, strict=True):
            kind = "RNNsearch" if info.model.kind == "rnnsearch" else "RNNencdec"
            with st.container(width=show.column(large=large)):
                title = f"{kind} ({info.name})"
                show.translation(f"length-{kind}", title, texts[parts - 1])
                if signs := SIGNS.get(sentence.strip()):
                    st.markdown(_marked(texts[parts - 1], signs, parts))
    st.markdown("**As the sentence grows**")
    show.table(_table(cast, sentences, translations).head(parts))
    if sentence.strip() in SIGNS:
        st.caption(
            "A part counts as arrived if a French word for what its badge names is in "
            "the translation: a rough count, not a measure of quality."
        )
    st.caption(f"Beam {BEAM} for both models.")


def _marked(text: str, signs: dict[str, str], parts: int) -> str:
    """Return the first parts as Markdown badges, those that are missing in orange."""
    there = arrived(text, signs.values())
    return " ".join(
        f":green-badge[✓ {name}]" if found else f":orange-badge[✗ {name}]"
        for name, found in zip([*signs][:parts], there, strict=False)
    )


def _table(
    cast: Cast, sentences: tuple[str, ...], translations: list[tuple[str, ...]]
) -> pd.DataFrame:
    signs = tuple(SIGNS.get(sentences[-1], {}).values())
    table = pd.DataFrame({"source words": [len(text.split()) for text in sentences]})
    for info, texts in zip(cast, translations, strict=True):
        table[f"{info.name}: words"] = [len(text.split()) for text in texts]
        if signs:
            table[f"{info.name}: parts arrived"] = [
                f"{sum(arrived(text, signs[:n]))} of {n}"
                for n, text in enumerate(texts, 1)
            ]
    table.index = pd.RangeIndex(1, len(table) + 1)
    return table


LESSON = Lesson(
    name="length",
    title="Long sentences",
    idea="RNNencdec squeezes every sentence, short or long, into one vector of the "
    "same size, and writes the translation from that vector alone. RNNsearch keeps a "
    "vector for each word and looks back at them, so a longer sentence gives it more "
    "to read and not less (Bahdanau et al. 2015, section 5.2.2).",
    examples={"A form": _APPLICATION, "A licence": _LAW, "An owner": _OWNER},
    question="From which part on will the network without attention lose the thread? "
    "What will it write instead: nothing, something vague, or something else?",
    look="Let the sentence grow and read both translations: which parts are all there, "
    "which are repeated, swapped or invented? A small network loses parts with "
    "attention too: compare where it begins. In a sentence of your own, commas are "
    "where it grows.",
    needs="an RNNencdec and an RNNsearch",
    cast=without_and_with_attention,
    show=demonstrate,
    opens={"beam": str(BEAM)},
    link="The same on the Translate page, the whole sentence",
)
