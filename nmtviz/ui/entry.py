"""Every page runs inside `app.py`, also if a link to it is the first to be opened.

Streamlit looks for pages in `pages/` and runs one alone, without the app's layout and
sidebar, until `st.navigation` has been called once since the server started.
"""

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from nmtviz.config import SearchConfig
from nmtviz.ui import cache, links
from nmtviz.ui.examples import FIRST

_INSIDE, _PAGE, _SENTENCE = "inside-app", "page", "sentence"
_MODEL = "model-of-translation"

_OPENED = ("view", "input")
"""Widgets that open one part of a page or another; each page is left as it was."""

_DIFFERENT = ("model", *_OPENED, "set", "first", "second", "line")
"""Widgets whose choice on one page is none on another."""

_DEFAULT = SearchConfig()
_SEARCHED: dict[str, object] = {
    "beam": _DEFAULT.beam_size,
    "normalise": _DEFAULT.length_penalty > 0,
    "no_unknown": _DEFAULT.forbid_unknown,
    "no_repeat": _DEFAULT.no_repeat_ngram_size,
}
"""Widgets that say how to search, on every page that translates, as they are first."""

_LOOKED_AT: dict[str, object] = {"weights": links.WEIGHTS[0]}
"""What a picture shows at first."""

_TRANSLATE, _SEARCH, _CANDIDATES = "", "search", "candidates"
_TRANSLATES = {_TRANSLATE, _SEARCH, _CANDIDATES}
_OF_MODEL = {_TRANSLATE, _SEARCH}
_OF_SETS = {"lengths", "errors"}
"""Pages that show what systems made of a test set."""

_ERRORS = "errors"
_SET, _PAIR, _LEFT = "set-of-systems", "pair-of-systems", "left-at"
_SHOWN = "set-shown"


def enter_asked() -> None:
    """Enter the page that the browser asks for; call it before `st.navigation`.

    That tells the browser to change the page, and only if the address has changed
    before, both are one step for Back. The other way round Back leads to the page
    without what was brought to it.
    """
    context = get_script_run_ctx()
    if context is None:
        return
    asked = context.pages_manager.get_pages().get(context.page_script_hash)
    if asked and "url_pathname" in asked:  # not on the first visit
        enter(asked["url_pathname"])


def enter(page: str) -> None:
    """Remember that a page runs next, inside the app, and clear the way for it.

    Streamlit may keep what was chosen on the page before in widgets of the same name,
    and forgets what an address asked for. What a translation was made with goes along
    where there is one: how to search, and, to the pages that show the same, the model.
    """
    st.session_state[_INSIDE] = True
    before = st.session_state.get(_PAGE, page)
    if before != page:
        if links.went_back():
            links.say_back()
            st.rerun()  # as a run in which widgets take what is brought to them
        st.session_state[f"{_SENTENCE}.{before}"] = st.session_state.get(_SENTENCE)
        for name in _DIFFERENT:
            st.session_state.pop(name, None)
        _let_go()
        bring(_brought(page, before), _usual(page))
    st.session_state[_PAGE] = page
    left = st.session_state.setdefault(_LEFT, {})
    left[page] = {n: st.query_params[n] for n in _OPENED if n in st.query_params}


def _let_go() -> None:
    """Forget which cell was pinned, where a link leads to another sentence."""
    asked = st.query_params.get("text")
    if asked not in (None, st.session_state.get(_SENTENCE, FIRST)):
        links.forget(links.ROW, links.COLUMN, but=[*st.query_params])


def _usual(page: str) -> dict[str, object]:
    """Return what widgets of a page hold that nobody has chosen anything for."""
    if page not in _OF_MODEL:
        return _SEARCHED
    return _SEARCHED | _LOOKED_AT | _model(page, next(iter(cache.checkpoints()), None))


def _brought(page: str, before: str) -> dict[str, object]:
    """Return what goes along to a page, by the names of its widgets."""
    state = st.session_state
    found = _model(page, state.get(_MODEL)) | _opened(page)
    if page in _TRANSLATES:
        if "text" in st.query_params and before not in _TRANSLATES:
            # A link to a translation says what it was made with, if that is unusual.
            found |= _SEARCHED | (_LOOKED_AT if page == _TRANSLATE else {})
        else:
            found |= {name: state[name] for name in _SEARCHED if name in state}
        is_text = page == _TRANSLATE and "input" in {*st.query_params, *found}
        if not is_text:
            found |= _sentence()
    if page == _SEARCH and links.GIVEN in st.query_params:
        # Of a page that has a view, too, Streamlit takes a link's out of the address.
        found.setdefault(links.VIEW, links.YOURS)
    data = state.get(_SET)
    # A link to a tab of Lengths is about the test set that is shown, but Streamlit
    # takes the one that nobody chose out of it: the page that it is on has it unasked.
    shown = data or ("tab" in st.query_params and state.get(_SHOWN))
    if shown and page in _OF_SETS:
        found["set"] = shown
    compared, pair = state.get(_PAIR, (None, {}))
    if page == _ERRORS and compared == data == st.query_params.get("set", data):
        found |= pair
    return found


def _model(page: str, name: str | None) -> dict[str, object]:
    """Return a model as the page's widget holds it; Translate's holds several."""
    if not name or page not in _OF_MODEL:
        return {}
    return {"model": [name] if page == _TRANSLATE else name}


def _opened(page: str) -> dict[str, object]:
    """Return the part of a page that was open; none where a link asks for anything.

    Back often leads to an address without any: Streamlit takes all out of it before it
    changes the page. A text on Translate makes way for a sentence of another page.
    """
    state = st.session_state
    changed = state.get(f"{_SENTENCE}.{page}") != state.get(_SENTENCE)
    if st.query_params or (page == _TRANSLATE and changed):
        return {}
    return {**state.get(_LEFT, {}).get(page, {})}


def _sentence() -> dict[str, object]:
    sentence = st.session_state.get(_SENTENCE, FIRST)
    return {} if sentence == FIRST else {"text": sentence}


def bring(
    values: Mapping[str, object], usual: Mapping[str, object] = MappingProxyType({})
) -> None:
    """Give widgets their values, unless the address asks for others.

    Args:
        values: By the widgets' names.
        usual: What stands in no address: Streamlit takes the values that widgets have
            at first out of it, one by one, and each is a step for the browser's Back.
    """
    new = {name: values[name] for name in values if name not in st.query_params}
    for name, value in new.items():
        st.session_state[name] = value
    # All at once: each change of the address is a step that the browser's Back takes.
    st.query_params.update(
        {
            name: [*map(links.text_of, value)]
            if isinstance(value, list)
            else links.text_of(value)
            for name, value in new.items()
            if value != usual.get(name)
        }
    )


def bring_sentence() -> None:
    """Put the sentence that goes along into the field for one, if the address has none.

    A page that is entered has this done already.
    """
    bring(_sentence())


def take_along(sentence: str) -> None:
    """Remember the sentence that a page shows, for the next page."""
    st.session_state[_SENTENCE] = sentence


def take_model_along(model: str) -> None:
    """Remember whose translation a page shows, for the next one that shows it."""
    st.session_state[_MODEL] = model


def take_set_along(data: str, *, chosen: bool) -> None:
    """Remember the test set that a page shows.

    Args:
        data: Its name.
        chosen: Whether somebody chose it: then other pages show it, too.
    """
    st.session_state[_SHOWN] = data
    st.session_state[_SET] = data if chosen else None


def come_back_to_pair(first: str, second: str | None) -> None:
    """Remember whom somebody compares, for when the page on errors is opened again.

    The same test set must be shown there then.
    """
    pair = {"first": first, "second": second}
    named = {key: name for key, name in pair.items() if name}
    st.session_state[_PAIR] = st.session_state.get(_SET), named


def require_app(page: str) -> None:
    """Start again inside the app if a page, such as `pages/x.py`, runs alone."""
    if _INSIDE not in st.session_state:
        st.navigation([st.Page("app.py", default=True), st.Page(page)])
        st.rerun()


def open_first() -> None:
    """Lead from /translate, an address people guess, to that page at the root."""
    asked = {name: st.query_params.get_all(name) for name in st.query_params}
    st.switch_page("pages/translate.py", query_params=asked)
