"""One cell of a heatmap chosen by a click or by keyboard, and told in words."""

import streamlit as st

from nmtviz.figures.alignment import MOST_CLICKABLE, Cell
from nmtviz.figures.labels import plain
from nmtviz.results import Alignment
from nmtviz.ui import escape, held, links
from nmtviz.ui.weights import Weights


def choose(model: str, alignment: Alignment) -> Cell | None:
    """Ask for a row and a column, and return the cell once there are both."""
    left, right = st.columns(2)
    with left:
        row = _word("Translated word", f"{links.ROW}.{model}", alignment.target)
    with right:
        column = _word("Source word", f"{links.COLUMN}.{model}", alignment.source)
    return None if row is None or column is None else (row, column)


def chosen(model: str) -> tuple[int | None, int | None]:
    """Return the row and the column that are chosen, also if it is only one."""
    row, column = (
        st.session_state.get(f"{kind}.{model}") for kind in (links.ROW, links.COLUMN)
    )
    return row, column


def release(model: str) -> None:
    """Let the cell of a model go, if one is pinned."""
    for kind in (links.ROW, links.COLUMN):
        if (key := f"{kind}.{model}") in st.session_state:
            st.session_state[key] = None


def take_click(model: str, chart: str) -> None:
    """Pin the cell that was clicked; a click on the pinned one lets it go."""
    points = st.session_state[chart].selection.points
    if not points:
        return
    row, column = (int(value) for value in points[0]["customdata"][:2])
    keys = f"{links.ROW}.{model}", f"{links.COLUMN}.{model}"
    again = (st.session_state[keys[0]], st.session_state[keys[1]]) == (row, column)
    st.session_state[keys[0]] = None if again else row
    st.session_state[keys[1]] = None if again else column


def take_word(model: str, row: int | None, column: int | None) -> None:
    """Choose the word that was clicked; a click on the chosen one lets it go.

    Args:
        model: Whose picture it is in.
        row: The translated word; None if it was a source word.
        column: The source word; None if it was a translated one.
    """
    kind, place = (links.COLUMN, column) if row is None else (links.ROW, row)
    key = f"{kind}.{model}"
    st.session_state[key] = None if st.session_state[key] == place else place


def tell(model: str, weights: Weights, cell: Cell | None, *, lines: bool) -> None:
    """Show the weight of the pinned cell, or how to pin one."""
    if cell:
        with st.container(key=f"pinned-{model}"):
            st.text(weights.told(cell))
    else:
        st.caption(_how_to_pin(model, weights.alignment, lines=lines))


def _how_to_pin(model: str, alignment: Alignment, *, lines: bool) -> str:
    row, column = chosen(model)
    if row is not None or column is not None:
        missing = "source" if column is None else "translated"
        return f"Choose a {missing} word, too, to see what joins both."
    if lines:
        return (
            "Point at a word to see its lines; click or choose a word on each side to "
            "pin their line."
        )
    if alignment.weights.size > MOST_CLICKABLE:
        return "The picture is too large to listen to clicks: choose two words to pin."
    return "Click a cell of the picture, or choose two words, to pin it."


def _word(label: str, key: str, words: tuple[str, ...]) -> int | None:
    asked = "" if key in st.session_state else st.query_params.get(key, "")
    held.fit(key, [None, *range(len(words))], None)  # attention has END, too
    position = st.selectbox(
        label,
        range(len(words)),
        index=None,
        format_func=lambda position: f"{position + 1} {plain(words[position])}",
        placeholder="choose",
        key=key,
        bind="query-params",
    )
    if asked and position is None:
        st.warning(escape.markdown(f"The link asks for {asked!r}, which is not here."))
    return position
