"""What is imposed now, was imposed before and was taken back: undo, redo, the link."""

import streamlit as st

from nmtviz.ui import links, looks
from nmtviz.ui.links import WHAT_IF
from nmtviz.ui.whatif import WhatIf

_DONE, _UNDONE = "whatif.done", "whatif.undone"
"""Texts of what was imposed, the last of `_DONE` now; and those to do again."""

_BASE = "whatif.base"

_OF = "whatif.of"
"""For each text that was imposed, on what."""

_ASKED = "whatif.asked"
"""Whether somebody far down the page has just asked for another search."""


def begin(*base: str) -> WhatIf:
    """Return what is imposed; nothing any more once the base has changed.

    A link that asks for something else is followed, and can be undone; so is where the
    browser's Back leads, be it to nothing that is imposed.

    Args:
        base: What it is imposed on; what stands in the address is for this.

    Raises:
        ConfigError: If the link asks for something that cannot be; it is forgotten.
    """
    state = st.session_state
    if state.get(_BASE) != base:
        state[_DONE], state[_UNDONE], state[_BASE] = [""], [], base
    try:
        linked = st.query_params.get(WHAT_IF, "")
        if links.went_back() and base not in _bases_of(linked, base):
            linked = ""  # the browser has kept it beside another sentence
        if linked or links.went_back():
            _do(WhatIf.from_text(linked))
    finally:
        _write()
    return imposed()


def imposed() -> WhatIf:
    """Return what is imposed now."""
    return WhatIf.from_text(st.session_state[_DONE][-1])


def impose(changed: WhatIf) -> None:
    """Make this what is imposed from now on."""
    _do(changed)
    _changed()


def search_again(changed: WhatIf) -> None:
    """Impose it and draw the whole page again, from its top: there it is told."""
    impose(changed)
    st.session_state[_ASKED] = True
    st.rerun()


def refuse() -> WhatIf:
    """Forget what cannot be imposed, and return what was imposed before it."""
    done = st.session_state[_DONE]
    done.pop()
    _write()
    return WhatIf.from_text(done[-1])


def undo() -> None:
    """Go back to what was imposed before; a click may come once too often."""
    if not can_undo():
        return
    st.session_state[_UNDONE].append(st.session_state[_DONE].pop())
    _changed()


def redo() -> None:
    """Impose again what was taken back last; a click may come once too often."""
    if not can_redo():
        return
    st.session_state[_DONE].append(st.session_state[_UNDONE].pop())
    _changed()


def can_undo() -> bool:
    """Say whether there is anything to go back to."""
    return len(st.session_state[_DONE]) > 1


def can_redo() -> bool:
    """Say whether anything was taken back."""
    return bool(st.session_state[_UNDONE])


def buttons() -> None:
    """Offer to undo, redo and reset, once there is something to do this with."""
    if st.session_state.pop(_ASKED, False):
        looks.show_the_top()
    if not can_undo() and not can_redo():
        return
    imposed = bool(st.session_state[_DONE][-1])
    with st.container(horizontal=True, gap="small"):
        for label, icon, action, possible, told in (
            ("Undo", "undo", undo, can_undo(), "Take the last change back."),
            ("Redo", "redo", redo, can_redo(), "Do what was undone last again."),
            (
                "Reset",
                "restart_alt",
                _reset,
                imposed,
                "Back to the untouched translation. Undo takes this back too.",
            ),
        ):
            st.button(
                label,
                key=label.lower(),
                icon=f":material/{icon}:",
                on_click=action,
                disabled=not possible,
                help=told,
            )


def _reset() -> None:
    impose(WhatIf())


def _do(changed: WhatIf) -> None:
    state = st.session_state
    if changed.to_text() != state[_DONE][-1]:
        state[_DONE].append(changed.to_text())
        state[_UNDONE].clear()


def _changed() -> None:
    links.forget_places()
    _write()


def _bases_of(text: str, base: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return what a text was imposed on; a base if that is not known."""
    found: set[tuple[str, ...]] = st.session_state.get(_OF, {}).get(text, {base})
    return found


def _write() -> None:
    state = st.session_state
    text = state[_DONE][-1]
    state.setdefault(_OF, {}).setdefault(text, set()).add(state[_BASE])
    links.write(WHAT_IF, text or None)
