"""The curves, the same numbers as a table, and both as files."""

from collections.abc import Sequence
from functools import partial
from itertools import chain

import pandas as pd
import streamlit as st

from nmtviz.curves import LengthCurve, bin_name, conditions, total_sizes, with_band
from nmtviz.errors import InputError
from nmtviz.figures.latex import latex_table
from nmtviz.figures.lengths import bin_sizes, length_curves, lengths_told
from nmtviz.figures.lengths_svg import length_svg
from nmtviz.figures.one_file import html_page
from nmtviz.ui import charts, downloads, escape, widgets
from nmtviz.ui.downloads import File
from nmtviz.ui.lengths import measured
from nmtviz.ui.lengths.controls import ALL, BIN, NO_UNKNOWN, LengthsView

_CHART = "curves"
_WORDS, _N, _EVERYTHING = "Source words", "n", "all"


def curves(view: LengthsView) -> list[LengthCurve]:
    """Return the curve of each system that has one; says which have none."""
    found, missing = [], []
    for system in view.systems:
        try:
            found.append(measured.curve(system, view.bins, view.known))
        except InputError as error:
            missing.append(str(error))
    for text in missing:
        st.caption(escape.markdown(text))
    return found


def draw(view: LengthsView, found: Sequence[LengthCurve]) -> int | None:
    """Draw the curves and return the position of the bin a person picked."""
    labels = [f"{bin_name(*span)} words" for span in view.bins]
    widgets.check({BIN: labels})
    above = st.container()  # the figure shades the bin that is asked for below it
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        picked = st.selectbox(
            "Read the sentences of one bin (or click a point)",
            range(len(labels)),
            index=None,
            format_func=labels.__getitem__,
            placeholder="choose a bin",
            key=BIN,
            bind="query-params",
            width=340,
        )
        with st.container(horizontal=True, width="content"):
            _files(view.data, found)
    with above:
        st.plotly_chart(
            length_curves(found, picked=picked, dark=charts.dark()),
            theme=None,
            width="stretch",
            key=_CHART,
            on_select=_take_click,
            selection_mode="points",
            config={"displayModeBar": False},
            alt=lengths_told(found),
        )
        st.caption(escape.markdown(conditions(found)))
    return picked


def table(found: Sequence[LengthCurve]) -> pd.DataFrame:
    """Return BLEU with its band for each bin and system, all sentences last."""
    places = range(len(found[0].bins))
    columns = {
        _WORDS: [*(bin_name(*span) for span in found[0].bins), _EVERYTHING],
        _N: [*(bin_sizes(found, place) for place in places), total_sizes(found)],
    }
    for curve in found:
        rows = zip(
            chain(curve.bleu.tolist(), [curve.total_bleu]),
            chain(curve.low.tolist(), [curve.total_low]),
            chain(curve.high.tolist(), [curve.total_high]),
            strict=True,
        )
        columns[curve.system] = [with_band(*row) for row in rows]
    return pd.DataFrame(columns)


def draw_table(found: Sequence[LengthCurve]) -> None:
    """Show the numbers of the figure."""
    st.dataframe(table(found), hide_index=True, key="lengths-table")


def latex(found: Sequence[LengthCurve]) -> str:
    """Return the table for a paper."""
    cells = table(found)
    return latex_table(
        [*map(str, cells.columns)],
        cells.to_numpy().tolist(),
        caption="BLEU by source length with 95% bootstrap bands. " + conditions(found),
    )


def csv(found: Sequence[LengthCurve]) -> str:
    """Return a line a system and bin, with all that makes the numbers repeatable."""
    rows = [
        {
            "test_set": curve.data,
            "system": curve.system,
            "sentences": NO_UNKNOWN if curve.no_unknown else ALL,
            "fewest_words": low,
            "most_words": high,
            "n": n,
            "bleu": bleu,
            "band_low": band_low,
            "band_high": band_high,
            "beam_size": curve.beam_size,
            "resamples": curve.resamples,
            "seed": curve.seed,
            "signature": curve.signature,
        }
        for curve in found
        for (low, high), n, bleu, band_low, band_high in zip(
            [*curve.bins, (1, None)],
            [*curve.n.tolist(), curve.total_n],
            [*curve.bleu.tolist(), curve.total_bleu],
            [*curve.low.tolist(), curve.total_low],
            [*curve.high.tolist(), curve.total_high],
            strict=True,
        )
    ]
    frame = pd.DataFrame(rows).astype({"most_words": "Int64", "beam_size": "Int64"})
    return str(frame.to_csv(index=False, lineterminator="\n"))


def _files(data: str, found: Sequence[LengthCurve]) -> None:
    title = f"BLEU by sentence length, {data}"
    files = (
        File("LaTeX", "tex", "text/x-tex", latex(found)),
        File("CSV", "csv", "text/csv", partial(csv, found)),
        File("SVG", "svg", "image/svg+xml", length_svg(found)),
        File(
            "HTML",
            "html",
            "text/html",
            lambda: html_page(
                length_curves(found),
                title=title,
                notes=(conditions(found),),
                told=lengths_told(found),
            ),
        ),
    )
    downloads.row(files, f"bleu-by-length.{data}", key="lengths")


def _take_click() -> None:
    """Pick the bin of the point that was clicked; again lets it go."""
    points = st.session_state[_CHART].selection.points
    if points and "customdata" in points[0]:
        place = int(points[0]["customdata"][1])
        again = st.session_state.get(BIN) == place
        st.session_state[BIN] = None if again else place
