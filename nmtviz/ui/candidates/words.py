"""The words of a list: how each got in, and which of the reference are not on it."""

from collections.abc import Collection

import numpy as np
import pandas as pd
import streamlit as st

from nmtviz.candidates import Candidate, CandidateList, Reach
from nmtviz.data.vocabulary import SPECIALS
from nmtviz.figures.labels import plain
from nmtviz.results import Hypothesis
from nmtviz.ui import cache, clicks, differences, escape, widgets
from nmtviz.ui.candidates import controls
from nmtviz.ui.candidates.controls import LISTED, Asked

_SPECIAL = len(SPECIALS)
_TABLE = "candidate-words"
_BROUGHT, _EVERY = "Brought by this sentence", "Every word"
_HEIGHT = 380
_TOKEN = "token"
"""The column with each word as the vocabulary has it."""


def draw_reach(asked: Asked, listed: CandidateList) -> None:
    """Show which words of the reference the search cannot write."""
    if not asked.reference.strip():
        st.caption("Give a reference to see which of its words cannot be reached.")
        return
    lister = cache.translator(asked.info).lister
    reached = lister.reach(asked.reference, listed)
    lacking = [not listed for listed in reached.listed]
    words = differences.marked(reached.texts, lacking, "del")
    st.html(
        f'<div class="versions"><small>Reference · {reached.coverage:.0%} of its '
        f"tokens can be reached</small>{words}</div>"
    )
    for text in _reasons(reached, lister.ranks(asked.reference), listed.banned):
        st.caption(escape.markdown(text))
    if missing := _could_be_listed(reached, listed.banned):
        st.button(
            "Put the missing words on the list",
            key="add-missing",
            icon=":material/playlist_add:",
            on_click=controls.append,
            args=(asked.info, controls.ADD, *map(lister.named, missing)),
        )


def draw(asked: Asked, listed: CandidateList, best: Hypothesis) -> None:
    """Show the size of a list and a table of its words."""
    st.caption(escape.markdown(told_size(listed)))
    widgets.check({LISTED: [_BROUGHT, _EVERY]})
    shown = st.segmented_control(
        "Words",
        [_BROUGHT, _EVERY],
        default=_BROUGHT,
        required=True,
        key=LISTED,
        bind="query-params",
        label_visibility="collapsed",
    )
    lister = cache.translator(asked.info).lister
    rows = table(listed, lister.texts(listed), best, every=shown == _EVERY)
    if rows.empty:
        st.caption(
            "The sentence brings no words of its own: "
            + (
                "the dictionary has none of its words."
                if asked.rule.per_word_size
                else "K' is 0."
            )
        )
        return
    chosen = st.dataframe(
        rows,
        hide_index=True,
        height=min(_HEIGHT, 36 * (len(rows) + 1)),
        key=clicks.table(_TABLE, rows[_TOKEN]),
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "rank": st.column_config.NumberColumn(
                format="localized", help=controls.ORDER[asked.info.data.tokenizer]
            ),
            _TOKEN: None,  # not shown
        },
        alt="Words of the candidate list and how each of them got in",
    )
    picked = chosen.selection.rows
    if picked and picked[0] < len(rows):
        row = rows.iloc[picked[0]]
        if pd.isna(row["rank"]):
            st.caption("A special symbol is on every list.")
            return
        st.button(
            f"Ban “{escape.markdown(row['word'])}” from the list",
            key="ban-word",
            icon=":material/block:",
            on_click=controls.append,
            args=(asked.info, controls.BAN, lister.named(row[_TOKEN])),
        )


def told_size(listed: CandidateList) -> str:
    """Return how long a list is and what it is made of."""
    behind = _SPECIAL + listed.frequent_size
    frequent = np.count_nonzero((listed.ids >= _SPECIAL) & (listed.ids < behind))
    parts = [f"{frequent:,} most frequent", f"{_SPECIAL} special symbols"]
    if listed.chosen:
        parts.append(f"{listed.proposed_size:,} only from the dictionary")
    if added := sum(word.added and not word.frequent for word in listed.chosen):
        parts.append(f"{added:,} of your own")
    banned = f"; {len(listed.banned):,} banned" if listed.banned else ""
    return f"{len(listed):,} tokens: {', '.join(parts)}{banned}."


def table(
    listed: CandidateList, texts: tuple[str, ...], best: Hypothesis, *, every: bool
) -> pd.DataFrame:
    """Return a row for each word of a list.

    Args:
        listed: The list.
        texts: Its words.
        best: What was written with it.
        every: Also words that are on the list only for being frequent, and all by
            frequency; else the likeliest translations stand first.
    """
    chosen = {word.text: word for word in listed.chosen}
    written = set(best.tokens.texts)
    words = list(zip(listed.ids.tolist(), texts, strict=True))
    if not every:
        brought = [word for word in words if word[1] in chosen]
        words = sorted(brought, key=lambda word: _unlikelihood(chosen[word[1]]))
    rows = [
        {
            "word": plain(text),
            "how it got in": _how(chosen.get(text), special=number < _SPECIAL),
            "translates": _translates(chosen.get(text)),
            "rank": None if number < _SPECIAL else number - _SPECIAL + 1,
            "written": "✓" if text in written else "",
            _TOKEN: text,
        }
        for number, text in words
    ]
    return pd.DataFrame(rows).astype({"rank": "Int64"}) if rows else pd.DataFrame()


def _unlikelihood(word: Candidate) -> float:
    """Return 1 less p of what it translates; a word without is a person's own."""
    return 1 - max((proposal.probability for proposal in word.proposals), default=1.0)


def _how(word: Candidate | None, *, special: bool) -> str:
    if word is None:
        return "special symbol" if special else "top K"
    reasons = {
        "top K": word.frequent,
        "dictionary": bool(word.proposals),
        "yours": word.added,
    }
    return ", ".join(reason for reason, applies in reasons.items() if applies)


def _translates(word: Candidate | None) -> str:
    if word is None:
        return ""
    return ", ".join(
        f"{plain(source)} {probability:.3f}" for source, probability in word.proposals
    )


def _reasons(reached: Reach, ranks: list[int], banned: Collection[str]) -> list[str]:
    """Say why words cannot be reached, each reason once."""
    rows = list(zip(reached.texts, reached.known, reached.listed, ranks, strict=True))
    off = [
        f"{plain(text)} ({'banned' if text in banned else f'number {rank:,}'})"
        for text, known, listed, rank in dict.fromkeys(rows)
        if known and not listed
    ]
    unknown = [plain(text) for text, known, *_ in dict.fromkeys(rows) if not known]
    return [
        *([f"Not on the list, by frequency: {', '.join(off)}."] if off else []),
        *([f"Not in the vocabulary: {', '.join(unknown)}."] if unknown else []),
    ]


def _could_be_listed(reached: Reach, banned: Collection[str]) -> list[str]:
    rows = zip(reached.texts, reached.known, reached.listed, strict=True)
    return [
        text
        for text, known, listed in rows
        if known and not listed and text not in banned
    ]
