"""The translation with all words, with the list, and without unknown words."""

import html
from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from nmtviz.candidates import CandidateRule
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import SPECIALS
from nmtviz.errors import NmtvizError
from nmtviz.evaluation.candidates import timed
from nmtviz.figures.labels import plain
from nmtviz.results import Hypothesis, Translation
from nmtviz.ui import cache, differences, escape
from nmtviz.ui.candidates.controls import Asked

_APART = 'style="margin-bottom: 0.8rem"'


@dataclass(frozen=True, kw_only=True, slots=True)
class Timed:
    """A translation and what it took."""

    translation: Translation

    token_seconds: float
    """Processor time of a target token, in seconds."""

    @property
    def best(self) -> Hypothesis:
        """The best hypothesis."""
        return self.translation.hypotheses[0]


def translated(asked: Asked, rule: CandidateRule | None) -> Timed:
    """Translate the sentence, or remember how it was translated before.

    Raises:
        NmtvizError: If the sentence or the list cannot be used.
    """
    return _translated(asked.info, asked.sentence, asked.search, rule)


def draw(asked: Asked, whole: Timed, listed: Timed, list_size: int) -> None:
    """Show the translations below each other, with what differs marked."""
    words = cache.translator(asked.info).lister.words + len(SPECIALS)
    before, after = whole.best.text.split(), listed.best.text.split()
    gone, come = differences.differing(before, after)
    rows = [
        _row(f"Whole vocabulary, {words:,} tokens", whole, before, gone, "del"),
        _row(
            f"Candidate list, {list_size:,} tokens{_ratio(whole, listed)}",
            listed,
            after,
            come,
            "ins",
        ),
        *_replaced(asked, listed),
    ]
    st.html(f'<div class="versions">{"".join(rows)}</div>')
    differ = any(gone) or any(come)
    st.caption(
        f"{'Underlined words differ from the line above. ' if differ else ''}"
        "Probabilities are shared out among the words of a list, so scores with "
        "different lists cannot be compared. Times are the processor's for this one "
        "sentence, beam "
        f"{asked.search.beam_size}, the second time it was translated: the first one "
        "prepares the weights. They include making the list."
    )


def _replaced(asked: Asked, listed: Timed) -> list[str]:
    """Return the row with unknown words replaced, if there are any."""
    if not any(listed.best.tokens.unknown):
        return []
    best = replace(listed.translation, hypotheses=(listed.best,))
    try:
        translation, (made,) = cache.replaced(asked.info, best)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return []
    if not made:  # no word that it read made an unknown one likelier
        return []
    told = "; ".join(one.told for one in made)
    before, after = listed.best.text.split(), translation.hypotheses[0].text.split()
    _, come = differences.differing(before, after)
    return [_shown(f"Unknown words replaced · {told}", after, come, "ins")]


def _row(
    title: str, timed: Timed, words: Sequence[str], flags: Sequence[bool], tag: str
) -> str:
    milliseconds = 1e3 * timed.token_seconds
    told = f"{title} · {milliseconds:.1f} ms a token · score {timed.best.score:z.3f}"
    return _shown(told, words, flags, tag)


def _shown(title: str, words: Sequence[str], flags: Sequence[bool], tag: str) -> str:
    """Return HTML of a translation with some words marked."""
    marked = differences.marked(words, flags, tag)
    return f"<div {_APART}><small>{html.escape(plain(title))}</small>{marked}</div>"


def _ratio(whole: Timed, listed: Timed) -> str:
    share = listed.token_seconds / whole.token_seconds if whole.token_seconds else 1.0
    return f", {share:.2f} of its time"


@st.cache_resource(
    max_entries=256, show_spinner="Translating …", hash_funcs=cache.BY_IDENTITY
)
def _translated(
    info: CheckpointInfo,
    sentence: str,
    search: SearchConfig,
    rule: CandidateRule | None,
) -> Timed:
    (found,), seconds = timed(cache.translator(info), [sentence], search, rule)
    return Timed(translation=found, token_seconds=seconds)
