"""The page's state in its address, so that a link shows the same picture.

Most widgets are bound to the address by Streamlit itself, which drops what it
cannot use; `problems` says so before that happens. Which hypothesis is shown is read
and written here, as its widget's labels are too long for an address.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from nmtviz.figures.theme import SCALES

Allowed: TypeAlias = Collection[str] | range | Callable[[str], bool] | None
"""What a setting in an address may be; None is anything."""

SWITCH = ("true", "false")

UNITS = ("words", "pieces")
PICTURES = ("heatmap", "lines")
WEIGHTS = ("attention", "prediction difference")
LARGEST_BEAM = 12
LONGEST_NGRAM = 8

WHAT_IF = "whatif"
"""What is imposed on the translation of the search page."""

GIVEN = "given"
"""A translation of somebody's own on the search page."""

VIEW, YOURS = "view", "Your translation"
"""The part of the search page that is open; the one that judges what is given."""

STEP, NODE, BEST, AT, READ = PLACES = ("step", "node", "hypothesis", "at", "read")
"""Where in a search somebody looks on the search page."""

SHOWN = "shown"
"""Which nodes of a search tree are drawn."""

HYPOTHESIS, ROW, COLUMN = "hypothesis", "row", "column"
"""Kinds of names that a model's name follows: `row.rnnsearch-sp`."""

_CAME_BACK = "came-back"

_SOON_SAID = 8
"""Of so many possible settings at most, all are named."""

_MOST_DIGITS = 9
"""Of a number in an address; Python reads no more than 4,300."""


def address() -> dict[str, list[str]]:
    """Return what the address asks of widgets that are drawn for the first time.

    Of the others, it has what a person chose, perhaps from what was there before.
    """
    names = [name for name in st.query_params if name not in st.session_state]
    return {name: st.query_params.get_all(name) for name in names}


def problems(
    values: Mapping[str, Sequence[str]],
    models: Collection[str],
    own: Mapping[str, Allowed] | None = None,
) -> list[str]:
    """Say in a sentence each what in an address cannot be used.

    Args:
        values: Every name in the address and its texts.
        models: The models that can be chosen.
        own: The names a page has besides those of a translation.
    """
    return unusable(values, {**_translation(models), **(own or {})})


def unusable(
    values: Mapping[str, Sequence[str]], known: Mapping[str, Allowed]
) -> list[str]:
    """Say in a sentence each what in an address cannot be used.

    Where Back or Forward led to it, names of another page are nobody's mistake:
    Streamlit changes the address before the page. They are taken out.

    Args:
        values: Every name in the address and its texts.
        known: The names a page has and what each may be.
    """
    unknown = [name for name in values if name not in known]
    came_back = st.session_state.pop(_CAME_BACK, False)
    outside = [name for name in st.query_params if name not in known]
    if went_back():
        _remove(*outside)  # widgets have their names already, and no step is added
    elif came_back:
        change(out=outside)
    if came_back or went_back():
        unknown = []
    return [
        *(f"The link's setting {name!r} is not known." for name in unknown),
        *misfits(values, known),
    ]


def misfits(
    values: Mapping[str, Sequence[str]], known: Mapping[str, Allowed]
) -> list[str]:
    """Say in a sentence each which texts are not what a name may be."""
    return [
        f"The link asks for {name} {text!r}, which is not possible here."
        f"{_possible(allowed)}"
        for name, allowed in known.items()
        for text in values.get(name, ())
        if not _fits(text, allowed)
    ]


def of_another_page() -> list[str]:
    """Return what a link to a translation has put into the address of this page.

    Streamlit changes the address before the page, so that is where Back leads to.
    """
    if "text" not in st.query_params:
        return []
    known = {*_translation([]), WHAT_IF, GIVEN}
    return [name for name in st.query_params if name in known]


def between(low: float, high: float) -> Callable[[str], bool]:
    """Return a check that a text is a number from `low` to `high`."""

    def check(text: str) -> bool:
        try:
            return low <= float(text) <= high
        except ValueError:
            return False

    return check


def whole(text: str) -> int | None:
    """Return the whole number in a text; None if there is none, or a huge one."""
    digits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if digits else None


def went_back() -> bool:
    """Say whether the browser's Back or Forward led here.

    Then bound widgets have the values of the address, whatever is given to them.
    """
    return getattr(get_script_run_ctx(), "is_history_navigation", False)


def say_back() -> None:
    """Remember for the next run that Back or Forward led here."""
    st.session_state[_CAME_BACK] = True


def begins(name: str) -> bool:
    """Say whether a widget takes what the address says: at first, and after Back."""
    return name not in st.session_state or went_back()


def restore(name: str, count: int) -> None:
    """Give a widget that is drawn for the first time the position in the address.

    There, positions count from 1. Says so if there are not as many as that. The
    browser's Back leads to the position of that time.
    """
    if not begins(name):
        return
    text = st.query_params.get(name, "1")
    number = whole(text) or 1  # who checks the address has told what is no number
    if number > count:
        st.warning(f"The link asks for {name.partition('.')[0]} {number} of {count}.")
        number = 1
    st.session_state[name] = number - 1


def text_of(value: object) -> str:
    """Return what stands in an address for the value of a widget."""
    return str(value).lower() if isinstance(value, bool) else str(value)


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


def change(out: Collection[str], new: Mapping[str, str] | None = None) -> None:
    """Take entries out of the address and put others in, all at once.

    Each change is a step that the browser's Back takes; without any there is none. No
    name in the address may be that of a widget which has been drawn with it.
    """
    if not out and not new:
        return
    kept = {
        name: st.query_params.get_all(name)
        for name in st.query_params
        if name not in out
    }
    st.query_params.from_dict({**kept, **(new or {})})


def remember(name: str, position: int) -> None:
    """Write a position into the address; the first one needs no entry."""
    write(name, str(position + 1) if position else None)


def forget(*kinds: str, but: Collection[str] = ()) -> None:
    """Reset widgets of another sentence or drawing by kind, but those of some names."""
    for name in map(str, st.session_state):
        kind, _, model = name.partition(".")
        if model and kind in kinds and name not in but:
            st.session_state[name] = 0 if kind == HYPOTHESIS else None
    if HYPOTHESIS in kinds:
        take_out(HYPOTHESIS)


def take_out(kind: str) -> None:
    """Take a kind's entries out of the address, also of what is not on the page now."""
    _remove(*[name for name in st.query_params if name.startswith(f"{kind}.")])


def forget_translation() -> None:
    """Forget what belonged to another sentence or model."""
    forget(HYPOTHESIS, ROW, COLUMN)
    _remove(WHAT_IF, GIVEN, *PLACES)


def forget_search() -> None:
    """Forget what belonged to another search of the same sentence by the same model."""
    forget(HYPOTHESIS, ROW, COLUMN)
    forget_places()


def forget_places() -> None:
    """Forget where in a search somebody looked, as it becomes another search."""
    _remove(*PLACES)


def _remove(*names: str) -> None:
    for name in names:
        write(name, None)


def _fits(text: str, allowed: Allowed) -> bool:
    if allowed is None:
        return True
    if isinstance(allowed, range):
        return whole(text) in allowed
    return allowed(text) if callable(allowed) else text in allowed


def _possible(allowed: Allowed) -> str:
    """Return a sentence that says what a setting may be, if that is soon said."""
    if isinstance(allowed, range):
        return f" It can be {allowed.start} to {allowed.stop - 1}." if allowed else ""
    if callable(allowed) or not allowed or len(allowed) > _SOON_SAID:
        return ""
    *others, last = map(str, allowed)
    either = f"{', '.join(others)} or " if others else ""
    return f" It can be {either}{last}."


def _translation(models: Collection[str]) -> dict[str, Allowed]:
    """Return what the settings of a translation may be."""
    beam = range(1, LARGEST_BEAM + 1)
    known: dict[str, Allowed] = {
        "text": None,
        "model": models,
        "beam": beam,
        "normalise": SWITCH,
        "no_unknown": SWITCH,
        "no_repeat": range(LONGEST_NGRAM + 1),
        "end": SWITCH,
        "unit": UNITS,
        "weights": WEIGHTS,
        "picture": PICTURES,
        "colours": SCALES,
    }
    for model in models:
        known[f"{HYPOTHESIS}.{model}"] = lambda text: bool(whole(text))  # see `restore`
        for kind in (ROW, COLUMN):  # such as `5 zone`
            known[f"{kind}.{model}"] = lambda text: text[:1].isdecimal()
    return known
