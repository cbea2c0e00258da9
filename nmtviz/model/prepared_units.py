"""Gated units made ready to run over whole sequences, side by side.

Dimensions: D units, B sentences, S positions, E embedding size, H hidden units.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from nmtviz.model.encoder import run_units
from nmtviz.model.gated_unit import GatedUnit
from nmtviz.model.products import Product


class PreparedUnits:
    """The units of an encoder, as long as their weights stand still."""

    def __init__(self, units: Sequence[GatedUnit]) -> None:
        """Lay out the weights of D units of one size."""
        self._of_inputs = [
            Product(unit.input_proj.weight, unit.input_proj.bias) for unit in units
        ]
        self._gates = _SideBySide([unit.gate_proj.weight for unit in units])
        self._candidates = _SideBySide([unit.candidate_proj.weight for unit in units])

    def __call__(
        self, units: Sequence[GatedUnit], inputs: Sequence[Tensor]
    ) -> Sequence[Tensor]:
        """Run the same units; see `nmtviz.model.encoder.run_units`."""
        if units[0].reset == "after":
            return run_units(units, inputs)
        size = units[0].hidden_size
        projected = [
            product(one.flatten(0, 1)).view(*one.shape[:2], -1)
            for product, one in zip(self._of_inputs, inputs, strict=True)
        ]
        steps = torch.stack([one.transpose(0, 1) for one in projected], dim=1)
        to_gates, to_candidates = steps.split_with_sizes([2 * size, size], -1)
        state = steps.new_zeros(*steps.shape[1:3], size)  # (D, B, H)
        states = []
        for to_gate, to_candidate in zip(to_gates, to_candidates, strict=True):
            gates = self._gates(to_gate, state).sigmoid_()
            update, reset = gates.chunk(2, dim=-1)
            candidate = self._candidates(to_candidate, reset * state)
            state = torch.lerp(state, candidate.tanh_(), update)
            states.append(state)
        return torch.stack(states, dim=2).unbind()


_LONG_TO_READ = 1 << 18
"""Weights of a direction: from here on, half the bytes are worth a call for each."""


class _SideBySide:
    """D products whose weights have one shape, (O, H), each with its own rows."""

    def __init__(self, weights: Sequence[Tensor]) -> None:
        self._products = [Product(weight) for weight in weights]
        self._stacked = torch.stack(
            [weight.detach().t() for weight in weights]
        ).contiguous()  # (D, H, O)

    @property
    def _reads_less(self) -> bool:
        """Whether a call for each is quicker than one for all that are alone."""
        many = self._stacked[0].numel() >= _LONG_TO_READ
        return many and self._products[0].reads_halves

    def __call__(self, addend: Tensor, rows: Tensor) -> Tensor:
        """Return products of rows (D, B, H), with (D, B, O) on top."""
        if rows.is_cuda or (rows.shape[1] == 1 and not self._reads_less):
            return torch.baddbmm(addend, rows, self._stacked)
        each = [product(one) for product, one in zip(self._products, rows, strict=True)]
        return torch.stack(each).add_(addend)
