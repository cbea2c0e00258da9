"""Words that a network reads as unknown ones, and what replaces those it wrote."""

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import TokenizerKind
from nmtviz.errors import NmtvizError
from nmtviz.figures import labels
from nmtviz.results import END, UNKNOWN, Tokens, Translation
from nmtviz.ui import cache, escape


def read(source: Tokens, tokenizer: TokenizerKind) -> None:
    """Show the sentence with what the network reads only as `<unk>` marked."""
    marks = {
        word for word, flag in zip(source.words, source.unknown, strict=True) if flag
    }
    if not marks:
        return
    texts = source.word_texts
    if texts[-1:] == (END,):  # the others are words that somebody typed
        texts = texts[:-1]
    marked = (
        f":orange-badge[{escape.markdown(text)}]"
        if word in marks
        else escape.markdown(text)
        for word, text in enumerate(texts)
    )
    symbol = escape.markdown(UNKNOWN)
    if tokenizer == "sentencepiece":
        told = f"It reads {symbol} for a character where marked"
        why = "of each character that none of its pieces has"
    else:
        told = f"It reads {symbol} where marked"
        why = "of each word that is not in its vocabulary"
    st.markdown(
        f"{told}: {' '.join(marked)}",
        help=f"`{UNKNOWN}` is what a network reads or writes in place {why}.",
    )


def replaced(info: CheckpointInfo, translation: Translation) -> None:
    """Show the only hypothesis with words in place of its unknown ones."""
    try:
        found, (made,) = cache.replaced(info, translation)
    except NmtvizError as error:
        st.error(escape.markdown(f"{info.name}: {error}"))
        return
    if not made:
        st.caption(
            f"No source word fits its {escape.markdown(UNKNOWN)}, so that stays."
        )
        return
    st.caption(f"With {escape.markdown(UNKNOWN)} replaced")
    with st.container(key=f"replaced-{info.name}"):
        st.code(found.hypotheses[0].text, language=None, wrap_lines=True)
    word = "looked at hardest" if info.model.attends else "needs most"
    # Each stays apart from the next, whichever way its letters run.
    told = labels.plain("; ".join(f"\u2068{one.told}\u2069" for one in made))
    st.caption(escape.markdown(f"By the word each {word}: {told}."))
