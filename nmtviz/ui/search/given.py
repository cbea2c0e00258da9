"""A translation that a person gives: what the network thinks of it, word by word."""

from math import inf, log

import pandas as pd
import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.labels import plain
from nmtviz.results import UNKNOWN, Hypothesis, Translation
from nmtviz.traces import StepView
from nmtviz.ui import cache, charts, escape, links, widgets
from nmtviz.ui.search.found import Found
from nmtviz.ui.spoken import spoken


def draw(found: Found) -> None:
    """Ask for a translation; show its score, its words and its alignment."""
    text = _text(found.sentence, spoken([found.info]).target)
    if not text:
        st.info(
            "Why not another translation? Type one: here is then how likely the "
            "network finds each of its words, what it would have written instead, and "
            "whether the network or the search is to blame."
        )
        return
    target = _as_written(text, found.translation)
    try:
        given = cache.score(found.info, found.sentence, target, found.search)
        rows = found.whatif.rows_within(len(given.hypotheses[0].tokens))
        if rows:
            given = cache.score(found.info, found.sentence, target, found.search, rows)
        steps = cache.inspect(found.info, found.sentence, target, rows)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    _judge(given.hypotheses[0], found)
    st.dataframe(
        table(steps),
        hide_index=True,
        height="content",
        key="given.words",
        column_config={
            "p": st.column_config.ProgressColumn(
                min_value=0, max_value=1, format="%.3g"
            ),
            "log p": st.column_config.NumberColumn(
                format="%.2f", help="Of all tokens together, it is the sum, in nats."
            ),
            "rank": st.column_config.NumberColumn(format="localized"),
            "its p": st.column_config.NumberColumn(format="%.3g"),
        },
    )
    _alignment(given)


def table(steps: tuple[StepView, ...]) -> pd.DataFrame:
    """Return a row a token: its probability, its rank, and the likeliest one there."""
    return pd.DataFrame(
        [
            {
                "token": plain(step.token),
                "p": step.probability,
                "log p": log(step.probability) if step.probability else -inf,
                "rank": step.rank,
                "likeliest": plain(step.choices[0].text),
                "its p": step.choices[0].probability,
            }
            for step in steps
        ]
    )


def verdict(given: Hypothesis, found: Translation, *, restricted: bool) -> str:
    """Say whether the network or the search is why this is not the translation.

    Args:
        given: The translation in question.
        found: What the search found.
        restricted: Whether the search was kept from writing what it likes.
    """
    wanted = _seen(given)
    for place, hypothesis in enumerate(found.hypotheses, 1):
        same = _seen(hypothesis) == wanted
        if same or hypothesis.text == given.text:
            pieces = "" if same else ", written in other pieces"
            if place == 1:
                return f"This is what the search found{pieces}."
            return (
                f"The search found it, too{pieces}: it is number {place} of its beam."
            )
    if given.score > found.hypotheses[0].score:
        if restricted:
            return (
                "The network prefers this one, but what is imposed may have kept the "
                "search from it. If it is lost without that, too, this is a "
                "**search error**."
            )
        return (
            "The network prefers this one, but the search lost it on the way: a "
            "**search error**. A larger beam may find it."
        )
    return (
        "The network prefers what it wrote. If this translation is the better one, "
        "that is an error of the **model**: no larger beam would put it first."
    )


def _as_written(text: str, found: Translation) -> str | tuple[str, ...]:
    """Return the tokens of a text with `<unk>` in it that the search wrote itself.

    Somebody may have copied it; in what is typed, `<unk>` is four letters or more.
    """
    written = (
        hypothesis.tokens.texts
        for hypothesis in found.hypotheses
        if UNKNOWN in text and hypothesis.text == text
    )
    return next(written, text)


def _seen(hypothesis: Hypothesis) -> list[str]:
    """Return its tokens as the network sees them: a typed word may be unknown to it."""
    tokens = hypothesis.tokens
    return [
        UNKNOWN if unknown else text
        for text, unknown in zip(tokens.texts, tokens.unknown, strict=True)
    ]


def _text(sentence: str, language: str) -> str:
    """Ask for a translation of this sentence into a language."""
    key = f"{links.GIVEN}.{sentence}"
    if links.begins(key):
        st.session_state[key] = st.query_params.get(links.GIVEN, "")
    text = st.text_input(
        "A translation of your own",
        key=key,
        placeholder=f"{language} words",
        help="It goes through the network word by word, as if it had written it.",
    ).strip()
    links.write(links.GIVEN, text or None)
    return text


def _judge(given: Hypothesis, found: Found) -> None:
    told = verdict(given, found.translation, restricted=found.restricted)
    st.markdown(
        f"**score {given.score:z.3f} · log p {given.log_prob:z.2f}** · "
        f"{len(given.tokens)} tokens  \n{told}"
    )
    marks = zip(given.tokens.texts, given.tokens.unknown, strict=True)
    unknown = [plain(text) for text, is_unknown in marks if is_unknown]
    widgets.outside_vocabulary(found.info.name, unknown)


def _alignment(given: Translation) -> None:
    if (alignment := given.alignment()) is None:
        return
    with st.container(key="figure-given"):
        st.caption("Where the network looks while it is made to write this")
        charts.still(
            alignment_heatmap(alignment, clickable=False, dark=charts.dark()),
            key="given.alignment",
            alt="Alignment of the translation that was given",
        )
