"""What was imposed on a translation, and what it changed in its words."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.constraints import Words
from nmtviz.figures.labels import plain
from nmtviz.results import UNKNOWN
from nmtviz.ui import escape
from nmtviz.ui.differences import differing, marked
from nmtviz.ui.search.found import Found


def draw(found: Found) -> None:
    """Show the translation, and above it the untouched one if anything is imposed."""
    before = found.untouched.translation.hypotheses[0]
    after = found.translation.hypotheses[0]
    if not found.whatif:
        words = before.text.split()
        _versions([("Translation", "span", words, [False] * len(words))], found)
        return
    old, new = before.text.split(), after.text.split()
    gone, come = differing(old, new)
    with st.container(border=True, key="whatif"):
        _versions(
            [("Untouched", "del", old, gone), ("Changed", "ins", new, come)], found
        )
        _imposed(found)


def _versions(
    versions: list[tuple[str, str, list[str], list[bool]]], found: Found
) -> None:
    traces = [found.untouched, found.trace]
    parts = []
    for (title, tag, words, flags), trace in zip(versions, traces, strict=False):
        best = trace.translation.hypotheses[0]
        parts.append(
            f"<small>{title} · score {best.score:.3f} · log p {best.log_prob:.2f}"
            f"</small>{marked(words, flags, tag)}"
        )
    st.html(f'<div class="versions">{"".join(parts)}</div>')


def _imposed(found: Found) -> None:
    """List what is imposed, with the way back."""
    told = " ".join(
        f"It {change}{'' if change.endswith(('.', '!', '?', '…')) else '.'}"
        for change in found.whatif.told(found.translation.source)
    )
    st.caption(escape.markdown(told))
    after = found.translation.hypotheses[0].text.split()
    if outside := _written_as_unknown(found.whatif.constraints.prefix, after):
        model, words = found.info.name, ", ".join(map(plain, outside))
        st.caption(
            escape.markdown(
                f"Not in the vocabulary of {model}, so {UNKNOWN} stands for it: {words}"
            )
        )


def _written_as_unknown(prefix: Words, after: Sequence[str]) -> list[str]:
    """Return the words of a prefix that the network has no token for."""
    words = prefix.split() if isinstance(prefix, str) else ()
    return [
        word
        for word, written in zip(words, after, strict=False)
        if UNKNOWN in written and UNKNOWN not in word
    ]
