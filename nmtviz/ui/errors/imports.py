"""Alignments of other tools, and our own files, opened in the same picture."""

from collections.abc import Sequence
from typing import NamedTuple, get_args

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from nmtviz.alignments.files import read_alignments
from nmtviz.alignments.links import Words
from nmtviz.alignments.pairs import AlignedPair
from nmtviz.data.corpus import read_sentences
from nmtviz.data.words import moses_words
from nmtviz.errors import NmtvizError
from nmtviz.languages import ENGLISH_FRENCH, of_file
from nmtviz.ui import escape
from nmtviz.ui.errors import heatmaps
from nmtviz.ui.errors.controls import COUNTED

_SHOWN = "errors.imported"


class _Imported(NamedTuple):
    """What was read from files."""

    name: str
    pairs: list[AlignedPair]

    of: tuple[str, ...]
    """Which files, and how their words were counted."""


_FORMS = """
| file | what it holds | needs besides |
| --- | --- | --- |
| `.json`, `.jsonl` | ours, also of `nmtviz translate --format json` | |
| `.csv` | ours: one sentence pair | |
| `.tsv` | source, translation, links `i-j` or `ipj`, tabs between | |
| `.npy` | a table (target, source), or a stack of them | both texts |
| text | blocks of Nematus, Sockeye, OpenNMT: a head with bars, a row a word | |
| text | Marian's `--alignment soft`: translation, bars, weights | source text |
| text | links `i-j`, as Pharaoh, fast_align and eflomal write them | both texts |

Texts have a sentence a line, its words with white space between unless Moses' words are
counted. Nothing that is pickled is read.
"""


def draw() -> None:
    """Ask for files and show their alignments, one sentence pair at a time."""
    st.caption(
        "What other toolkits wrote about their alignments, in the same picture as ours."
    )
    left, middle, right = st.columns(3)
    with left:
        file = st.file_uploader("Alignments", key="alignment-file")
    with middle:
        source = st.file_uploader("Source text, if needed", key="alignment-source")
    with right:
        target = st.file_uploader("Target text, if needed", key="alignment-target")
    with st.expander("Which files", expanded=file is None):
        st.markdown(_FORMS)
    if file is None:
        _show_again()
        return
    words: Words = "spaces"
    if source or target:
        words = st.radio(
            "The alignments count",
            get_args(Words),
            format_func=COUNTED.__getitem__,
            key="alignment-words",
            horizontal=True,
            help="Moses' words are those of our models of words: `nmtviz translate "
            "--format pharaoh` counts them beside plain text.",
        )
    files = (file, source, target)
    of = (*(one.file_id if one else "" for one in files), words)
    shown: _Imported | None = st.session_state.get(_SHOWN)
    if shown is None or shown.of != of:
        try:
            pairs = _read(file, (source, target), words)
        except NmtvizError as error:
            st.error(escape.markdown(str(error)))
            return
        st.session_state[_SHOWN] = shown = _Imported(file.name, pairs, of)
    _show(shown)


def _read(
    file: UploadedFile, sides: Sequence[UploadedFile | None], words: Words
) -> list[AlignedPair]:
    """Return the pairs of a file of alignments and of the texts of each side.

    Raises:
        DataError: If they cannot be read or do not belong together.
    """
    languages = of_file(file.name) or ENGLISH_FRENCH
    texts = [
        _sentences(side, words, language) if side else []
        for side, language in zip(sides, languages, strict=True)
    ]
    return read_alignments(file.getvalue(), file.name, *texts)


def _sentences(file: UploadedFile, words: Words, language: str) -> list[str]:
    """Return the sentences of a text, with spaces between the words that count.

    Raises:
        DataError: If the file is no text.
    """
    sentences = read_sentences(file.getvalue(), file.name)
    if words == "spaces":
        return sentences
    return [" ".join(moses_words(sentence, language)) for sentence in sentences]


def _show_again() -> None:
    """Show what was shown before the person looked at another view or page."""
    if shown := st.session_state.get(_SHOWN):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(escape.markdown(shown.name), width="content")
            st.button(
                "Close it",
                key="alignment-close",
                on_click=st.session_state.pop,
                args=(_SHOWN,),
                type="tertiary",
            )
        _show(shown)


def _show(shown: _Imported) -> None:
    pairs, number = shown.pairs, 1
    if len(pairs) > 1:
        number = st.number_input(
            f"Sentence pair, of {len(pairs):,}",
            1,
            len(pairs),
            1,
            key="alignment-number",
            width=220,
        )
    pair = pairs[number - 1]
    st.text(" ".join(pair.alignment.source))
    st.text(" ".join(pair.alignment.target))
    if pair.links:
        st.caption("Hard links are drawn with the weight 1; possible ones are dotted.")
    with st.container(key="figure-imported"):
        heatmaps.draw(shown.name, pair, None, measure="weight", key="imported")
