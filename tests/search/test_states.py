import numpy as np
import pytest

from nmtviz.config import ModelKind, ReadoutState, ResetGate
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.search.states import states_of
from tests.model import equations
from tests.model.networks import KINDS, SOURCES, TARGETS, named, tiny_network
from tests.search.by_hand import go_through


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("readout_state", ["current", "previous"])
def test_states_of_a_batch_are_what_the_equations_say(
    kind: ModelKind, reset: ResetGate, readout_state: ReadoutState
) -> None:
    network = tiny_network(kind, reset=reset, readout_state=readout_state)

    found = states_of(network, SOURCES, TARGETS)

    matrices = named(network)
    for x, y, (annotations, states) in zip(SOURCES, TARGETS, found, strict=True):
        source = equations.read(matrices, x, reset=reset)
        steps = go_through(matrices, x, y, {}, reset=reset, readout_state=readout_state)
        current = readout_state == "current"
        read = [step.state if current else step.before for step in steps]
        np.testing.assert_allclose(annotations, source.annotations, atol=1e-6)
        np.testing.assert_allclose(states, read, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_a_prepared_network_has_the_same_states(kind: ModelKind) -> None:
    network = tiny_network(kind)

    found = states_of(PreparedNetwork(network), SOURCES, TARGETS)

    for one, other in zip(found, states_of(network, SOURCES, TARGETS), strict=True):
        np.testing.assert_array_equal(one[0], other[0])
        np.testing.assert_array_equal(one[1], other[1])
