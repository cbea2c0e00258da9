import pytest
import torch

from nmtviz.config import ResetGate
from nmtviz.model.gated_unit import GatedUnit
from tests.model import equations
from tests.model.networks import as_arrays, unit_matrices


def run(unit: GatedUnit, *, context: bool) -> tuple[torch.Tensor, ...]:
    """Return inputs, states, contexts (three of each) and the states that follow."""
    inputs, states, contexts = (
        torch.randn(3, size, dtype=torch.float64) for size in (2, 4, 5)
    )
    found = unit(unit.project(inputs), states, contexts if context else None)
    return inputs, states, contexts, found.detach()


@pytest.mark.parametrize("context", [False, True])
@pytest.mark.parametrize("reset", ["before", "after"])
def test_a_step_is_that_of_the_paper(reset: ResetGate, context: bool) -> None:
    torch.manual_seed(1)
    size = 5 if context else 0
    unit = GatedUnit(2, 4, context_size=size, reset=reset).double()
    inputs, states, contexts, found = run(unit, context=context)

    matrices = as_arrays(unit_matrices(unit, "unit"))
    for row in range(3):
        expected = equations.gated_unit(
            matrices,
            "unit",
            inputs[row].numpy(),
            states[row].numpy(),
            contexts[row].numpy() if context else None,
            reset=reset,
        )
        torch.testing.assert_close(found[row], torch.from_numpy(expected))


def test_reset_after_the_product_is_torchs_gru_with_z_and_1_z_swapped() -> None:
    torch.manual_seed(2)
    unit = GatedUnit(2, 4, reset="after").double()
    theirs = torch.nn.GRUCell(2, 4).double()
    z, r, candidate = unit.input_proj.weight.chunk(3)
    u_z, u_r = unit.gate_proj.weight.chunk(2)
    b_z, b_r, b = unit.input_proj.bias.chunk(3)
    with torch.no_grad():
        theirs.weight_ih.copy_(torch.cat([r, -z, candidate]))
        theirs.weight_hh.copy_(torch.cat([u_r, -u_z, unit.candidate_proj.weight]))
        theirs.bias_ih.copy_(torch.cat([b_r, -b_z, b]))
        theirs.bias_hh.zero_()
        theirs.bias_hh[8:] = unit.candidate_proj.bias
    inputs, states, _, found = run(unit, context=False)

    torch.testing.assert_close(found, theirs(inputs, states).detach())


def test_the_two_places_of_the_reset_gate_differ() -> None:
    torch.manual_seed(3)
    before, after = GatedUnit(2, 4), GatedUnit(2, 4, reset="after")
    after.load_state_dict(before.state_dict(), strict=False)
    torch.nn.init.zeros_(after.candidate_proj.bias)
    inputs, state = torch.randn(3, 2), torch.randn(3, 4)

    ours = before(before.project(inputs), state)
    theirs = after(after.project(inputs), state)
    assert not torch.allclose(ours, theirs)


def test_a_closed_update_gate_keeps_the_state() -> None:
    unit = GatedUnit(2, 4)
    torch.nn.init.constant_(unit.input_proj.bias[:4], -1e4)
    state = torch.randn(3, 4)

    torch.testing.assert_close(unit(unit.project(torch.randn(3, 2)), state), state)
