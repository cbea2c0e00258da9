"""Is one system better than another, or was it luck? All together and by length."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from nmtviz.curves import Comparison, bin_name, with_band
from nmtviz.errors import InputError
from nmtviz.evaluation.subsets import EVERYTHING, inside
from nmtviz.ui import escape, held, widgets
from nmtviz.ui.lengths import measured
from nmtviz.ui.lengths.controls import FIRST, SECOND, LengthsView
from nmtviz.ui.shelf.systems import System

_WHICH = {
    False: "all sentences",
    True: "the sentences without unknown words for any chosen system",
}


def draw(view: LengthsView) -> None:
    """Ask for a baseline and a system, and compare them."""
    systems = {system.name: system for system in view.systems}
    if len(systems) < 2:
        st.info("Two systems on this test set are needed to compare them.")
        return
    with st.container(horizontal=True):
        first = _system("Baseline", FIRST, systems, _baseline(systems))
        second = _system("System", SECOND, systems, 0)
    if first is second:
        st.info("Choose two different systems.")
        return
    try:
        found = _compared(first, second, view)
    except InputError as error:
        st.error(escape.markdown(str(error)))
        return
    st.dataframe(
        table(found),
        hide_index=True,
        key="comparison",
        column_config={"n": st.column_config.NumberColumn(format="localized")},
    )
    overall = found["all"]
    st.caption(
        "Paired bootstrap (Koehn 2004) of the system's BLEU minus the baseline's: "
        f"{overall.resamples:,} samples, seed "
        f"{overall.seed}; sacreBLEU {overall.signature}; "
        f"{_WHICH[view.no_unknown]} of {escape.markdown(overall.data)}. p is "
        "two-sided: twice the share of samples in which the system that is better here "
        "is not better; the test set counts as one of these, so no p is "
        f"below {overall.least_p:.4f}, which is told with ≤. "
        "Below 0.05 the difference is called clear. Of bins in which two systems are "
        "equally good, about one in twenty is called clear by luck."
    )


def table(found: Mapping[str, Comparison]) -> pd.DataFrame:
    """Return a row a bin."""
    one = next(iter(found.values()))
    return pd.DataFrame(
        {
            "Source words": list(found),
            "n": [each.n for each in found.values()],
            one.first: [f"{each.first_bleu:.2f}" for each in found.values()],
            one.second: [f"{each.second_bleu:.2f}" for each in found.values()],
            "difference": [
                with_band(each.difference, each.low, each.high, form="+.2f")
                for each in found.values()
            ],
            "p": [each.p_told for each in found.values()],
            "better": [_better(each) for each in found.values()],
        }
    )


def _system(label: str, key: str, systems: Mapping[str, System], usual: int) -> System:
    names = list(systems)
    held.fit(key, names, names[usual])
    widgets.check({key: names})
    name = st.selectbox(
        label,
        names,
        index=usual,
        key=key,
        bind="query-params",
        width=300,
    )
    return systems[name]


def _baseline(systems: Mapping[str, System]) -> int:
    """Return the position of the first system without attention, or of the last."""
    infos = [system.info for system in systems.values()]
    kinds = [info.model.kind if info else "" for info in infos]
    return kinds.index("rnnencdec") if "rnnencdec" in kinds else len(kinds) - 1


def _compared(
    first: System, second: System, view: LengthsView
) -> dict[str, Comparison]:
    """Return a comparison a bin with sentences, and one of everything."""
    words = first.scores.source_words
    if view.known is not None:
        words = words[[*view.known]]
    filled = [span for span in view.bins if len(inside(words, span))]
    named = {**{bin_name(*span): span for span in filled}, "all": EVERYTHING}
    return {
        name: measured.comparison(first, second, span, view.known)
        for name, span in named.items()
    }


def _better(comparison: Comparison) -> str:
    if not comparison.tells:
        return "too few to say"
    if not comparison.significant:
        return "no clear difference"
    return comparison.second if comparison.difference > 0 else comparison.first
