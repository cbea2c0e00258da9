from collections.abc import Sequence

import pytest
import torch
from torch import Tensor

from nmtviz.config import ResetGate
from nmtviz.model import fused
from nmtviz.model.encoder import (
    RunUnits,
    gather_positions,
    reversed_positions,
    run_units,
)
from nmtviz.model.gated_unit import GatedUnit
from nmtviz.model.prepared_units import PreparedUnits
from tests.model import equations
from tests.model.networks import SOURCES, named, padded, tiny_network


def _run_prepared(
    units: Sequence[GatedUnit], inputs: Sequence[Tensor]
) -> Sequence[Tensor]:
    return PreparedUnits(units)(units, inputs)


RUNS = [
    (run_units, "before"),
    (run_units, "after"),
    (fused.run_units, "before"),
    (_run_prepared, "before"),
    (_run_prepared, "after"),
]


@pytest.mark.parametrize(("run", "reset"), RUNS)
def test_annotations_are_both_directions_side_by_side(
    run: RunUnits, reset: ResetGate
) -> None:
    network = tiny_network(reset=reset)
    with torch.no_grad():
        encoding = network.encode(*padded(SOURCES), run)

    assert encoding.annotations.shape == (3, 5, 8)
    matrices = named(network)
    for row, x in enumerate(SOURCES):
        rightward = equations.read_rightward(matrices, x, reset=reset)
        leftward = equations.read_leftward(matrices, x, reset=reset)
        for j in range(len(x)):
            found = encoding.annotations[row, j]
            torch.testing.assert_close(found[:4], torch.from_numpy(rightward[j]))
            torch.testing.assert_close(found[4:], torch.from_numpy(leftward[j]))


@pytest.mark.parametrize(("run", "reset"), RUNS)
def test_a_sentence_alone_is_read_as_among_others(
    run: RunUnits, reset: ResetGate
) -> None:
    network = tiny_network(reset=reset)
    with torch.no_grad():
        together = network.encode(*padded(SOURCES), run)
        for row, x in enumerate(SOURCES):
            alone = network.encode(*padded([x]), run)
            found = together.annotations[row : row + 1, : len(x)]
            torch.testing.assert_close(found, alone.annotations)


@pytest.mark.parametrize("reset", ["before", "after"])
def test_the_first_decoder_state_of_rnnsearch_comes_from_the_backward_reader(
    reset: ResetGate,
) -> None:
    network = tiny_network(reset=reset)
    with torch.no_grad():
        found = network.encode(*padded(SOURCES)).state

    for row, x in enumerate(SOURCES):
        expected = equations.read(named(network), x, reset=reset).state
        torch.testing.assert_close(found[row], torch.from_numpy(expected))


@pytest.mark.parametrize(("run", "reset"), RUNS)
def test_rnnencdec_keeps_the_last_state_alone(run: RunUnits, reset: ResetGate) -> None:
    network = tiny_network("rnnencdec", reset=reset)
    with torch.no_grad():
        encoding = network.encode(*padded(SOURCES), run)

    assert encoding.annotations.shape == (3, 1, 4)
    assert encoding.keys is None
    matrices = named(network)
    for row, x in enumerate(SOURCES):
        last = equations.read_rightward(matrices, x, reset=reset)[-1]
        first = equations.read(matrices, x, reset=reset).state
        found = encoding.annotations[row, 0]
        torch.testing.assert_close(found, torch.from_numpy(last))
        torch.testing.assert_close(encoding.state[row], torch.from_numpy(first))


def test_reversing_leaves_padding_behind() -> None:
    found = reversed_positions(torch.tensor([3, 1, 4]), 4)

    assert found.tolist() == [[2, 1, 0, 3], [0, 1, 2, 3], [3, 2, 1, 0]]


def test_positions_are_gathered_row_by_row() -> None:
    values = torch.arange(12).view(2, 3, 2)
    positions = torch.tensor([[2, 0, 1], [0, 0, 2]])

    assert gather_positions(values, positions).tolist() == [
        [[4, 5], [0, 1], [2, 3]],
        [[6, 7], [6, 7], [10, 11]],
    ]
