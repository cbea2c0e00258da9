"""Links that take a sentence to another page."""

from collections.abc import Iterable, Sequence

import streamlit as st

from nmtviz.config import SearchConfig
from nmtviz.ui import escape, links


def search_settings(
    beams: Iterable[int | None], *, no_unknown: bool = False
) -> list[tuple[str, str]]:
    """Return what an address says of the search that systems were measured with.

    Args:
        beams: The beam of each; None where nobody knows.
        no_unknown: Whether no unknown word was allowed.
    """
    settings = [("no_unknown", "true")] if no_unknown else []
    one, *others = {beam or SearchConfig().beam_size for beam in beams}
    if not others and one <= links.LARGEST_BEAM:
        settings.append(("beam", str(one)))
    return settings


def told(search: SearchConfig) -> list[tuple[str, str]]:
    """Return what an address says of a search that is not the usual one."""
    usual = SearchConfig()
    settings = {
        "beam": (search.beam_size, usual.beam_size),
        "normalise": (search.length_penalty > 0, usual.length_penalty > 0),
        "no_unknown": (search.forbid_unknown, usual.forbid_unknown),
        "no_repeat": (search.no_repeat_ngram_size, usual.no_repeat_ngram_size),
    }
    return [
        (name, links.text_of(value))
        for name, (value, other) in settings.items()
        if value != other
    ]


def to_translate(
    sentence: str | None,
    models: Sequence[str],
    label: str,
    more: Sequence[tuple[str, str]] = (),
) -> None:
    """Link to the Translate page with a sentence and models side by side.

    Args:
        sentence: What is translated; None leaves what stands there.
        models: Names of the checkpoints.
        label: What to call the link.
        more: What else the address says.
    """
    st.page_link(
        "pages/translate.py",
        label=escape.markdown(label),
        icon=":material/translate:",
        width="content",
        query_params=[
            *([("text", sentence)] if sentence is not None else []),
            *(("model", name) for name in models),
            *more,
        ],
    )


def to_uploads(data: str, label: str = "Add them") -> None:
    """Link to where the texts of a test set and of other systems are added.

    Args:
        data: The test set's name.
        label: What to call the link.
    """
    st.page_link(
        "pages/lengths.py",
        label=label,
        icon=":material/upload:",
        width="content",
        query_params=[("set", data), ("tab", "Add a system")],
    )


def to_search(
    sentence: str, model: str, label: str, more: Sequence[tuple[str, str]] = ()
) -> None:
    """Link to the Search page with a sentence and a model.

    Args:
        sentence: What is translated.
        model: The checkpoint's name.
        label: What to call the link.
        more: What else the address says.
    """
    st.page_link(
        "pages/search.py",
        label=escape.markdown(label),
        icon=":material/account_tree:",
        width="content",
        query_params=[("text", sentence), ("model", model), *more],
    )


def judging(text: str) -> list[tuple[str, str]]:
    """Return what an address of the Search page says of a translation to judge."""
    return [(links.VIEW, links.YOURS), (links.GIVEN, text)]
