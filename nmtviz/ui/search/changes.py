"""What was imposed on a translation, and what it changed in its words."""

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.constraints import Words
from nmtviz.figures.labels import plain
from nmtviz.results import UNKNOWN, Hypothesis
from nmtviz.ui import cache, escape, widgets
from nmtviz.ui.differences import differing, marked
from nmtviz.ui.search import history
from nmtviz.ui.search.found import Found


def draw(found: Found) -> None:
    """Show the translation, and above it the untouched one if anything is imposed."""
    before = found.untouched.translation.hypotheses[0]
    after = found.translation.hypotheses[0]
    old, new = before.text.split(), after.text.split()
    if not found.whatif:
        _show(_version("Translation", before, marked(old, [False] * len(old), "span")))
        return
    gone, come = differing(old, new)
    with st.container(border=True, key="whatif"):
        _show(
            _version("Untouched", before, marked(old, gone, "del")),
            _version("Changed", after, marked(new, come, "ins")),
        )
        _imposed(found)


def _show(*versions: str) -> None:
    st.html(f'<div class="versions">{"".join(versions)}</div>')


def _version(title: str, best: Hypothesis, words: str) -> str:
    """Return HTML of a translation; its words are HTML already."""
    return (
        f"<small>{title} · score {best.score:z.3f} · log p {best.log_prob:z.2f}</small>"
        f"{words}"
    )


def _imposed(found: Found) -> None:
    """List what is imposed; each can be taken back alone."""
    with st.container(horizontal=True, gap="small", key="imposed"):
        changes = found.whatif.told(found.translation.source)
        for number, (told, without) in enumerate(changes):
            st.button(
                escape.markdown(told),
                key=f"take-back.{number}",
                icon=":material/close:",
                type="tertiary",
                help="Take this back and search again.",
                on_click=history.impose,
                args=(without,),
            )
    outside = _unknown_words(found.info, found.whatif.constraints.prefix)
    widgets.outside_vocabulary(found.info.name, list(map(plain, outside)))


def _unknown_words(info: CheckpointInfo, prefix: Words) -> list[str]:
    """Return the words of a prefix that the network has no token for."""
    if not isinstance(prefix, str):
        return []
    words = cache.translator(info).unknown_words(prefix, "target")
    return [word for word in words if UNKNOWN not in word]  # that was asked for
