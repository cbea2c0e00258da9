"""Gated units made ready to run over whole sequences, side by side.

Dimensions: D units, B sentences, S positions, H hidden units.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from nmtviz.model.encoder import run_units
from nmtviz.model.gated_unit import GatedUnit


class PreparedUnits:
    """The units of an encoder, as long as their weights stand still."""

    def __init__(self, units: Sequence[GatedUnit]) -> None:
        """Lay out the weights of D units of one size."""
        self._gates_of, self._candidate_of = (  # (D, H, 2H) and (D, H, H)
            torch.stack([weight.detach().t() for weight in weights]).contiguous()
            for weights in (
                [unit.gate_proj.weight for unit in units],
                [unit.candidate_proj.weight for unit in units],
            )
        )

    def __call__(
        self, units: Sequence[GatedUnit], projected: Sequence[Tensor]
    ) -> Sequence[Tensor]:
        """Run the same units; see `nmtviz.model.encoder.run_units`."""
        if units[0].reset == "after":
            return run_units(units, projected)
        size = units[0].hidden_size
        steps = torch.stack([one.transpose(0, 1) for one in projected], dim=1)
        to_gates, to_candidates = steps.split_with_sizes([2 * size, size], -1)
        state = steps.new_zeros(*steps.shape[1:3], size)  # (D, B, H)
        states = []
        for to_gate, to_candidate in zip(to_gates, to_candidates, strict=True):
            gates = torch.baddbmm(to_gate, state, self._gates_of).sigmoid_()
            update, reset = gates.chunk(2, dim=-1)
            candidate = torch.baddbmm(to_candidate, reset * state, self._candidate_of)
            state = torch.lerp(state, candidate.tanh_(), update)
            states.append(state)
        return torch.stack(states, dim=2).unbind()
