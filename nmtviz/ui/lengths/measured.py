"""Curves and comparisons, computed once for all browser sessions."""

import streamlit as st

from nmtviz.evaluation.bootstrap import compare
from nmtviz.evaluation.lengths import Bin, length_curve
from nmtviz.scores import Comparison, LengthCurve, SentenceScores
from nmtviz.ui.shelf.sets import System

EVERYTHING: Bin = (1, None)
"""The bin that holds every sentence."""


def curve(system: System, bins: tuple[Bin, ...], *, no_unknown: bool) -> LengthCurve:
    """Return a system's BLEU by source length.

    Raises:
        InputError: If no sentence of the kind was translated.
    """
    return _curve(system.scores, system.key, bins, no_unknown)


def comparison(first: System, second: System, span: Bin) -> Comparison:
    """Ask which of two systems is better on sentences of some lengths.

    Raises:
        InputError: If they did not translate the same, or there is no such sentence.
    """
    keys = first.key, second.key
    return _comparison(first.scores, second.scores, keys, span)


# An argument with a leading underscore is no part of the key; `System.key` stands
# for it.


@st.cache_resource(max_entries=512, show_spinner="Drawing bootstrap samples …")
def _curve(
    _scores: SentenceScores,
    key: str,
    bins: tuple[Bin, ...],
    no_unknown: bool,
) -> LengthCurve:
    del key
    return length_curve(_scores, bins, no_unknown=no_unknown)


@st.cache_resource(max_entries=1024, show_spinner="Drawing bootstrap samples …")
def _comparison(
    _first: SentenceScores, _second: SentenceScores, keys: tuple[str, str], span: Bin
) -> Comparison:
    del keys
    low, high = span
    return compare(_first, _second, low=low, high=high)
