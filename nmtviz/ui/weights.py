"""What a picture of a translation shows: attention or prediction difference."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp

import numpy as np

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.figures.alignment import ATTENTION, LOST, Cell
from nmtviz.figures.labels import plain
from nmtviz.prediction_difference import PredictionDifference, groups_of
from nmtviz.results import Alignment, Translation, Unit
from nmtviz.ui import cache


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """Weights between the words of a translation and of its source."""

    alignment: Alignment
    """The weights and their words."""

    measure: str
    """What they are."""

    links: str
    """Hard links `i-j` of words, as `Alignment.pharaoh` writes them."""

    told: Callable[[Cell], str]
    """Says one of them in a sentence."""


def weights_of(
    info: CheckpointInfo,
    translation: Translation,
    number: int = 0,
    *,
    attention: bool,
    unit: Unit = "words",
    end: bool = True,
) -> Weights | None:
    """Return what to draw of a hypothesis; None for attention where there is none.

    Args:
        info: The network.
        translation: What it wrote.
        number: Which hypothesis, from 0.
        attention: Where the network looked; if not, the prediction difference.
        unit: As `Translation.alignment`.
        end: The same.

    Raises:
        NmtvizError: If the network cannot be asked any more.
    """
    if attention:
        alignment = translation.alignment(number, unit=unit, end=end)
        if alignment is None:
            return None
        return Weights(
            alignment=alignment,
            measure=ATTENTION,
            links=alignment.pharaoh(end=end),
            told=lambda cell: attention_in_words(alignment, cell),
        )
    found = cache.leave_out(
        info,
        translation.sentence,
        translation.hypotheses[number].tokens.texts,
        groups_of(translation.source, unit),
    )
    lost = found.alignment(unit, end=end)
    return Weights(
        alignment=lost,
        measure=LOST,
        links=found.alignment(unit, end=False).pharaoh(end=False),
        told=lambda cell: difference_in_words(found, lost, unit, cell),
    )


def words_of(
    translation: Translation, *, attention: bool, unit: Unit, end: bool
) -> Alignment | None:
    """Return the words in the picture of the best hypothesis; None if there is none.

    Prediction differences are not computed for it: they are 0 here.
    """
    if attention:
        return translation.alignment(unit=unit, end=end)
    source, best = translation.source, translation.hypotheses[0].tokens
    groups = groups_of(source, unit)
    nothing = PredictionDifference(
        source=source,
        target=best,
        groups=groups,
        whole=np.zeros(len(best)),
        without=np.zeros((len(best), len(groups))),
    )
    return nothing.alignment(unit, end=end)


def attention_in_words(alignment: Alignment, cell: Cell) -> str:
    """Return a sentence about the attention weight of one cell."""
    row, column = cell
    source, target = _words(alignment, cell)
    return (
        f"While writing “{target}”, the network put "
        f"{alignment.weights[row, column]:.3f} of its attention on “{source}”: "
        f"{_place(alignment, cell)}."
    )


def difference_in_words(
    found: PredictionDifference, lost: Alignment, unit: Unit, cell: Cell
) -> str:
    """Return a sentence about what one source word is worth to one translated word.

    Args:
        found: The probabilities.
        lost: Which share of them is lost.
        unit: That of the words.
        cell: Which of them.
    """
    row, column = cell
    whole, without = found.log_probs(unit)
    source, target = _words(lost, cell)
    change = f"{exp(whole[row]):.3f} to {exp(without[row, column]):.3f}"
    if without[row, column] >= whole[row]:
        return (
            f"Without “{source}”, the probability of “{target}” goes from {change}: "
            "it does not need this word."
        )
    return (
        f"Without “{source}”, the probability of “{target}” falls from {change}, so "
        f"{lost.weights[cell]:.3f} of it is lost: {_place(lost, cell)}."
    )


def _words(alignment: Alignment, cell: Cell) -> tuple[str, str]:
    row, column = cell
    return plain(alignment.source[column]), plain(alignment.target[row])


def _place(alignment: Alignment, cell: Cell) -> str:
    row, column = cell
    weights = alignment.weights[row]
    rank = int((weights > weights[column]).sum()) + 1
    return "the most of all source words" if rank == 1 else f"number {rank} of its row"
