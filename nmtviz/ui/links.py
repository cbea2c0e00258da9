"""The page's state in its address, so that a link shows the same picture.

Most widgets are bound to the address by Streamlit itself, which drops what it
cannot use; `problems` says so before that happens. Which hypothesis is shown is read
and written here, as its widget's labels are too long for an address.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

import streamlit as st

from nmtviz.figures.theme import SCALES

UNITS = ("words", "pieces")
LARGEST_BEAM = 12

WHAT_IF = "whatif"
"""What is imposed on the translation of the search page."""

STEP, NODE, BEST, AT = PLACES = ("step", "node", "hypothesis", "at")
"""Where in a search somebody looks on the search page."""

SHOWN = "shown"
"""Which nodes of a search tree are drawn."""

HYPOTHESIS, ROW, COLUMN = "hypothesis", "row", "column"
"""Kinds of names that a model's name follows: `row.rnnsearch-sp`."""


def address() -> dict[str, list[str]]:
    """Return every name and its values as they stand in the address."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def problems(values: Mapping[str, list[str]], models: Collection[str]) -> list[str]:
    """Say in a sentence each what in an address cannot be used."""
    checks = _checks(models)
    found = []
    for name, texts in values.items():
        if name not in checks:
            found.append(f"The link's setting {name!r} is not known.")
            continue
        found += [
            f"The link asks for {name} {text!r}, which is not possible here."
            for text in texts
            if not checks[name](text)
        ]
    return found


def unusable(
    values: Mapping[str, Sequence[str]], known: Mapping[str, Sequence[str] | None]
) -> list[str]:
    """Say in a sentence each what in an address cannot be used.

    Args:
        values: Every name in the address and its texts.
        known: The names a page has and what each may be; None is anything.
    """
    found = [
        f"The link's setting {name!r} is not known."
        for name in values
        if name not in known
    ]
    for name, choices in known.items():
        found += [
            f"The link asks for {name} {text!r}, which is not here."
            for text in values.get(name, ())
            if choices is not None and text not in choices
        ]
    return found


def drop(*names: str) -> None:
    """Take choices that belonged to something else out of widgets and address."""
    for name in names:
        st.session_state.pop(name, None)
    _remove(*names)


def restore(name: str, count: int) -> None:
    """Give a widget that is drawn for the first time the position in the address.

    There, positions count from 1. Says so if there are not as many as that.
    """
    if name in st.session_state:
        return
    text = st.query_params.get(name, "1")
    position = int(text) - 1 if text.isascii() and text.isdigit() else 0
    if not 0 <= position < count:
        st.warning(f"The link asks for {HYPOTHESIS} {position + 1} of {count}.")
        position = 0
    st.session_state[name] = position


def write(name: str, text: str | None) -> None:
    """Set an entry of the address, or take it out with None; only if that changes it.

    What is sent to the browser is the whole address as this run of the page knows it:
    without the choice that somebody made in a widget meanwhile.
    """
    if text == st.query_params.get(name):
        return
    if text is None:
        del st.query_params[name]
    else:
        st.query_params[name] = text


def remember(name: str, position: int) -> None:
    """Write a position into the address; the first one needs no entry."""
    write(name, str(position + 1) if position else None)


def forget(*kinds: str) -> None:
    """Reset the widgets whose choice belonged to another sentence or drawing."""
    for name in map(str, st.session_state):
        kind, _, model = name.partition(".")
        if model and kind in kinds:
            st.session_state[name] = 0 if kind == HYPOTHESIS else None
    if HYPOTHESIS in kinds:  # also of models that are not on the page now
        _remove(*[n for n in st.query_params if n.startswith(f"{HYPOTHESIS}.")])


def forget_translation() -> None:
    """Forget what belonged to another sentence, model or search."""
    forget(HYPOTHESIS, ROW, COLUMN)
    _remove(WHAT_IF, *PLACES)


def forget_places() -> None:
    """Forget where in a search somebody looked, as it becomes another search."""
    _remove(*PLACES)


def _remove(*names: str) -> None:
    for name in names:
        write(name, None)


def _checks(models: Collection[str]) -> dict[str, Callable[[str], bool]]:
    """Return what each setting's text must satisfy."""
    switch = {"true", "false"}.__contains__
    beam = set(map(str, range(1, LARGEST_BEAM + 1))).__contains__
    checks: dict[str, Callable[[str], bool]] = {
        "text": lambda text: True,
        "model": lambda text: text in models,
        "beam": beam,
        "normalise": switch,
        "no_unknown": switch,
        "end": switch,
        "unit": lambda text: text in UNITS,
        "colours": lambda text: text in SCALES,
    }
    for model in models:
        checks[f"{HYPOTHESIS}.{model}"] = beam
        for kind in (ROW, COLUMN):  # such as `5 zone`
            checks[f"{kind}.{model}"] = lambda text: text[:1].isdecimal()
    return checks
