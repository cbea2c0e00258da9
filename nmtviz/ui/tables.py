"""Alignments as tables, for people and programs that do not look at pictures."""

import pandas as pd

from nmtviz.figures.labels import plain
from nmtviz.results import Alignment


def numbered(alignment: Alignment) -> pd.DataFrame:
    """Return the weights with numbered words, as a table's names must differ."""
    return pd.DataFrame(
        alignment.weights,
        index=[f"{i} {plain(word)}" for i, word in enumerate(alignment.target, 1)],
        columns=[f"{j} {plain(word)}" for j, word in enumerate(alignment.source, 1)],
    )


def csv(alignment: Alignment) -> str:
    """Return the weights as CSV, source words first, a target word a line."""
    table = pd.DataFrame(
        alignment.weights, index=alignment.target, columns=alignment.source
    )
    return str(table.to_csv(lineterminator="\n"))
