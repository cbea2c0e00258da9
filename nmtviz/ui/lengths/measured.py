"""Curves and comparisons, computed once for all browser sessions."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from nmtviz.arrays import IntArray
from nmtviz.curves import Comparison, LengthCurve
from nmtviz.evaluation.bootstrap import compare
from nmtviz.evaluation.lengths import length_curve
from nmtviz.evaluation.subsets import Bin, known_rows
from nmtviz.scores import SentenceScores
from nmtviz.ui.shelf.systems import System


def known(systems: Sequence[System]) -> tuple[int, ...]:
    """Return the sentences without unknown words for any system; see `known_rows`."""
    return tuple(known_rows(system.scores for system in systems).tolist())


def curve(
    system: System, bins: tuple[Bin, ...], known: tuple[int, ...] | None = None
) -> LengthCurve:
    """Return a system's BLEU by source length; arguments as `length_curve`.

    Raises:
        InputError: If no sentence of the kind was translated.
    """
    return _curve(system.scores, system.key, bins, known)


def comparison(
    first: System, second: System, span: Bin, known: tuple[int, ...] | None = None
) -> Comparison:
    """Ask which of two systems is better on sentences of some lengths; see `compare`.

    Raises:
        InputError: If they did not translate the same, or there is no such sentence.
    """
    keys = first.key, second.key
    return _comparison(first.scores, second.scores, keys, span, known)


# An argument with a leading underscore is no part of the key; `System.key` stands
# for it.


@st.cache_resource(max_entries=512, show_spinner="Drawing bootstrap samples …")
def _curve(
    _scores: SentenceScores,
    key: str,
    bins: tuple[Bin, ...],
    known: tuple[int, ...] | None,
) -> LengthCurve:
    del key
    return length_curve(_scores, bins, known=_array(known))


@st.cache_resource(max_entries=1024, show_spinner="Drawing bootstrap samples …")
def _comparison(
    _first: SentenceScores,
    _second: SentenceScores,
    keys: tuple[str, str],
    span: Bin,
    known: tuple[int, ...] | None,
) -> Comparison:
    del keys
    return compare(_first, _second, span=span, known=_array(known))


def _array(rows: tuple[int, ...] | None) -> IntArray | None:
    return None if rows is None else np.array(rows, dtype=np.int64)
