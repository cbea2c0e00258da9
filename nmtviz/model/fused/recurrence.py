"""Gated units over whole sequences.

Dimensions: D directions, B sentences, S positions, H hidden units.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from nmtviz.model.fused.products import product_type, weight_gradient
from nmtviz.model.gated_unit import GatedUnit

_sigmoid_backward = torch.ops.aten.sigmoid_backward
_tanh_backward = torch.ops.aten.tanh_backward


def run_units(
    units: Sequence[GatedUnit], inputs: Sequence[Tensor]
) -> tuple[Tensor, ...]:
    """Run gated units side by side; see `nmtviz.model.encoder.run_units`."""
    return run_projected(
        units, [unit.project(one) for unit, one in zip(units, inputs, strict=True)]
    )


def run_projected(
    units: Sequence[GatedUnit],
    projected: Sequence[Tensor],
    initial: Sequence[Tensor] | None = None,
) -> tuple[Tensor, ...]:
    """Run gated units side by side, each over its own sequence.

    Args:
        units: D units of one size.
        projected: D results of `unit.project`, each (B, S, 3H).
        initial: D first states, each (B, H); zeros unless given.

    Returns:
        D tensors of states after each position, each (B, S, H).
    """
    stacked = torch.stack([one.transpose(0, 1) for one in projected], dim=1)
    size = units[0].hidden_size
    weights = units[0].gate_proj.weight
    if initial is None:
        first = weights.new_zeros(len(units), stacked.size(2), size)
    else:
        first = torch.stack(list(initial))
    states = _GatedRecurrence.apply(  # type: ignore[no-untyped-call]
        stacked,
        first.to(weights.dtype),
        torch.stack([unit.gate_proj.weight for unit in units]),
        torch.stack([unit.candidate_proj.weight for unit in units]),
        product_type(stacked),
    )
    return tuple(one.transpose(0, 1) for one in states.unbind(1))


class _GatedRecurrence(torch.autograd.Function):
    """h_t from h_{t-1} for D stacked units; see `GatedUnit` for the equations."""

    @staticmethod
    def forward(
        ctx: Any,
        projected: Tensor,  # (S, D, B, 3H)
        initial: Tensor,  # (D, B, H)
        gate_weight: Tensor,  # (D, 2H, H)
        candidate_weight: Tensor,  # (D, H, H)
        products: torch.dtype,
    ) -> Tensor:
        steps, size = len(projected), initial.size(-1)
        to_gates = gate_weight.to(products).transpose(1, 2).contiguous()
        to_candidate = candidate_weight.to(products).transpose(1, 2).contiguous()
        states = initial.new_empty(steps + 1, *initial.shape)
        gates = initial.new_empty(steps, *initial.shape[:-1], 2 * size)
        candidates = initial.new_empty(steps, *initial.shape)
        states[0] = initial
        with torch.autocast(initial.device.type, enabled=False):
            for t in range(steps):
                state, inputs = states[t], projected[t]
                both = torch.bmm(state.to(products), to_gates)
                torch.add(inputs[..., : 2 * size], both, out=gates[t]).sigmoid_()
                update, reset = gates[t].chunk(2, dim=-1)
                recurrent = torch.bmm((reset * state).to(products), to_candidate)
                candidate = candidates[t]
                torch.add(inputs[..., 2 * size :], recurrent, out=candidate).tanh_()
                torch.lerp(state, candidate, update, out=states[t + 1])
        ctx.save_for_backward(states, gates, candidates, gate_weight, candidate_weight)
        ctx.products, ctx.input_type = products, projected.dtype
        return states[1:]

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (d_states,) = gradients
        states, gates, candidates, gate_weight, candidate_weight = ctx.saved_tensors
        products, size = ctx.products, states.size(-1)
        gate_weight, candidate_weight = (
            weight.to(products) for weight in (gate_weight, candidate_weight)
        )
        d_inputs = torch.empty(
            *candidates.shape[:-1], 3 * size, dtype=products, device=states.device
        )
        d_state = torch.zeros_like(states[0])
        for t in reversed(range(len(candidates))):
            d_state = d_state + d_states[t]
            d_state = unit_backward(
                d_state,
                states[t],
                gates[t],
                candidates[t],
                d_inputs[t],
                candidate_weight,
            )
            d_state += torch.bmm(d_inputs[t][..., : 2 * size], gate_weight)
        previous = states[:-1]
        d_gate_weight = _sum_of_products(d_inputs[..., : 2 * size], previous)
        d_candidate_weight = _sum_of_products(
            d_inputs[..., 2 * size :], gates[..., size:] * previous
        )
        return (
            d_inputs.to(ctx.input_type),
            d_state,
            d_gate_weight.to(states.dtype),
            d_candidate_weight.to(states.dtype),
            None,
        )


def unit_backward(
    d_state: Tensor,
    previous: Tensor,
    gates: Tensor,
    candidate: Tensor,
    d_inputs: Tensor,
    candidate_weight: Tensor,
) -> Tensor:
    """Go back through one step of a gated unit, except for the gates' product.

    Args:
        d_state: Gradient of h', shape (..., H).
        previous: h, shape (..., H).
        gates: z and r, shape (..., 2H).
        candidate: h̃, shape (..., H).
        d_inputs: Where the gradients before z, r and h̃'s nonlinearities go, in
            the products' type, shape (..., 3H).
        candidate_weight: U, shape (..., H, H).

    Returns:
        Gradient of h without the share that comes through U_z and U_r.
    """
    size = previous.size(-1)
    update, reset = gates[..., :size], gates[..., size:]
    d_candidate = d_state * update
    # Not taken from `d_inputs`: oneDNN may read past the end of its rows, which hold
    # anything yet, and 0 times anything is not always 0.
    before = _tanh_backward(d_candidate, candidate).to(d_inputs.dtype)
    d_inputs[..., 2 * size :] = before
    d_gated = (before @ candidate_weight).to(previous.dtype)  # of r ∘ h
    d_inputs[..., :size] = _sigmoid_backward(d_state * (candidate - previous), update)
    d_inputs[..., size : 2 * size] = _sigmoid_backward(d_gated * previous, reset)
    return torch.addcmul(d_state - d_candidate, d_gated, reset)


def _sum_of_products(left: Tensor, right: Tensor) -> Tensor:
    """Return, for each direction, Σ of left ⊗ right: (S, D, B, X) → (D, X, Y)."""
    return torch.stack(
        [
            weight_gradient(left[:, direction], right[:, direction])
            for direction in range(left.size(1))
        ]
    )
