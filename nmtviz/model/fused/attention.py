"""The decoder of RNNsearch over given target words.

Attention is computed with σ in the place of tanh, which a CPU may have several times
as slow a function for: tanh(x) = 2σ(2x) - 1, so e_ij = 2 v_a · σ(2 W_a s + 2 U_a h_j)
less Σ v_a, which is the same for all j and leaves alpha_i as it is.

Dimensions: B sentences, S source and T target positions, H hidden, A alignment,
C annotation units.
"""

from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from nmtviz.model.attention import AdditiveAttention
from nmtviz.model.fused.products import product_type, weight_gradient
from nmtviz.model.fused.recurrence import unit_backward
from nmtviz.model.gated_unit import GatedUnit


class Source(NamedTuple):
    """What attention reads."""

    keys: Tensor
    """U_a h_j, shape (B, S, A)."""

    annotations: Tensor
    """h_j, shape (B, S, C)."""

    mask: Tensor
    """True at real words, shape (B, S)."""


def run_attention(
    unit: GatedUnit,
    attention: AdditiveAttention,
    projected: Tensor,
    initial: Tensor,
    source: Source,
) -> tuple[Tensor, Tensor]:
    """Run the decoder of RNNsearch over given target words.

    Args:
        unit: The decoder's gated unit, with a context.
        attention: The alignment model.
        projected: Result of `unit.project`, shape (B, T, 3H).
        initial: s_0, shape (B, H).
        source: What there is to attend to.

    Returns:
        States s_0 ... s_T, shape (B, T + 1, H), and contexts, shape (B, T, C).
    """
    if unit.context_proj is None:
        raise ValueError("the unit of an attentional decoder must take a context.")
    kept = unit.gate_proj.weight.dtype
    states, contexts = _AttentionalRecurrence.apply(  # type: ignore[no-untyped-call]
        projected.transpose(0, 1),
        initial.to(kept),
        source.keys.to(kept),
        source.annotations.to(kept),
        source.mask,
        torch.cat([unit.gate_proj.weight, attention.state_proj.weight]),
        unit.candidate_proj.weight,
        unit.context_proj.weight,
        attention.energy_proj.weight.squeeze(0),
        product_type(projected),
    )
    return states.transpose(0, 1), contexts.transpose(0, 1)


class _AttentionalRecurrence(torch.autograd.Function):
    """s_i and c_i from s_{i-1}; see `AdditiveAttention` and `GatedUnit`."""

    @staticmethod
    def forward(
        ctx: Any,
        projected: Tensor,  # (T, B, 3H)
        initial: Tensor,  # (B, H)
        keys: Tensor,  # (B, S, A)
        annotations: Tensor,  # (B, S, C)
        mask: Tensor,  # (B, S)
        state_weight: Tensor,  # (2H + A, H): U_z, U_r, W_a
        candidate_weight: Tensor,  # (H, H): U
        context_weight: Tensor,  # (3H, C): C_z, C_r, C
        energy_weight: Tensor,  # (A,): v_a
        products: torch.dtype,
    ) -> tuple[Tensor, Tensor]:
        steps, (count, size) = len(projected), initial.shape
        to_gates_and_query = state_weight.to(products).t().contiguous()
        to_candidate = candidate_weight.to(products).t().contiguous()
        from_context = context_weight.to(products).t().contiguous()
        states = initial.new_empty(steps + 1, count, size)
        gates = initial.new_empty(steps, count, 2 * size)
        candidates = initial.new_empty(steps, count, size)
        queries = initial.new_empty(steps, count, keys.size(2))
        weights = initial.new_empty(steps, count, keys.size(1))
        contexts = initial.new_empty(steps, count, annotations.size(2))
        hidden, padding = torch.empty_like(keys), ~mask
        doubled, energy_of = 2 * keys, 2 * energy_weight
        states[0] = initial
        with torch.autocast(initial.device.type, enabled=False):
            for t in range(steps):
                state = states[t]
                from_state = state.to(products) @ to_gates_and_query  # (B, 2H + A)
                torch.mul(from_state[:, 2 * size :], 2, out=queries[t])
                torch.add(doubled, queries[t].unsqueeze(1), out=hidden).sigmoid_()
                energies = (hidden.flatten(0, 1) @ energy_of).view(mask.shape)
                weights[t] = energies.masked_fill_(padding, -torch.inf).softmax(-1)
                torch.bmm(
                    weights[t].unsqueeze(1), annotations, out=contexts[t].unsqueeze(1)
                )
                inputs = projected[t] + contexts[t].to(products) @ from_context
                torch.add(
                    inputs[:, : 2 * size], from_state[:, : 2 * size], out=gates[t]
                ).sigmoid_()
                update, reset = gates[t].chunk(2, dim=-1)
                recurrent = (reset * state).to(products) @ to_candidate
                torch.add(inputs[:, 2 * size :], recurrent, out=candidates[t]).tanh_()
                torch.lerp(state, candidates[t], update, out=states[t + 1])
        ctx.save_for_backward(
            states, gates, candidates, queries, weights, contexts, doubled, annotations,
            state_weight, candidate_weight, context_weight, energy_weight,
        )  # fmt: skip
        ctx.products, ctx.input_type = products, projected.dtype
        return states, contexts

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        d_states, d_contexts = gradients
        (
            states, gates, candidates, queries, weights, contexts, doubled, annotations,
            state_weight, candidate_weight, context_weight, energy_weight,
        ) = ctx.saved_tensors  # fmt: skip
        products, size, steps = ctx.products, states.size(-1), len(candidates)
        state_weight, candidate_weight, context_weight = (
            weight.to(products)
            for weight in (state_weight, candidate_weight, context_weight)
        )
        empty = partial(torch.empty, dtype=products, device=states.device)
        d_inputs = empty(*candidates.shape[:-1], 3 * size)
        d_from_state = empty(*candidates.shape[:-1], len(state_weight))
        d_looked = torch.empty_like(contexts)
        look = _LookBackward(doubled, annotations, energy_weight)
        d_state = d_states[steps].clone()
        for t in reversed(range(steps)):
            d_previous = unit_backward(
                d_state,
                states[t],
                gates[t],
                candidates[t],
                d_inputs[t],
                candidate_weight,
            )
            torch.add(d_contexts[t], d_inputs[t] @ context_weight, out=d_looked[t])
            d_query = look.step(d_looked[t], weights[t], queries[t])
            d_from_state[t, :, : 2 * size] = d_inputs[t, :, : 2 * size]
            d_from_state[t, :, 2 * size :] = d_query
            d_state = d_previous.add_(d_from_state[t] @ state_weight).add_(d_states[t])
        previous = states[:-1]
        d_candidate = d_inputs[..., 2 * size :]
        by_sentence = weights.permute(1, 2, 0)  # (B, S, T)
        kept = states.dtype
        return (
            d_inputs.to(ctx.input_type),  # projected
            d_state,  # initial
            look.d_keys.mul_(4 * energy_weight),  # keys
            torch.bmm(by_sentence, d_looked.transpose(0, 1)),  # annotations
            None,  # mask
            weight_gradient(d_from_state, previous).to(kept),  # state_weight
            weight_gradient(d_candidate, gates[..., size:] * previous).to(kept),
            weight_gradient(d_inputs, contexts).to(kept),  # context_weight
            look.d_energy_weight.mul_(2),  # energy_weight
            None,  # products
        )


class _LookBackward:
    """The backward pass of attention, one target position at a time.

    σ(2 W_a s + 2 U_a h_j) is computed again instead of kept for every step.
    """

    def __init__(
        self, doubled: Tensor, annotations: Tensor, energy_weight: Tensor
    ) -> None:
        """Take 2 U_a h_j, h_j and v_a."""
        self.doubled, self.annotations = doubled, annotations
        self.d_keys = torch.zeros_like(doubled)  # still to be multiplied by 4 v_a
        self.d_energy_weight = torch.zeros_like(energy_weight)  # and this by 2
        self._query_scale = 4 * energy_weight
        self._hidden = torch.empty_like(doubled)

    def step(self, d_context: Tensor, weights: Tensor, query: Tensor) -> Tensor:
        """Add one position's share to the gradients; return that of W_a s.

        Args:
            d_context: Gradient of c_i, shape (B, C).
            weights: alpha_i, shape (B, S).
            query: 2 W_a s_{i-1}, shape (B, A).
        """
        # A row times a matrix: torch is twice as slow at a matrix times a column.
        d_weights = torch.bmm(
            d_context.unsqueeze(1), self.annotations.transpose(1, 2)
        ).squeeze(1)
        inner = weights * d_weights
        d_energies = inner - weights * inner.sum(-1, keepdim=True)  # (B, S)
        hidden = self._hidden
        torch.add(self.doubled, query.unsqueeze(1), out=hidden).sigmoid_()
        # d e_ij / d v_a = 2σ - 1, where the 1 falls out: the gradients of e_i add up
        # to 0. d e_ij / d(U_a h_j) = 4 v_a σ (1 - σ).
        self.d_energy_weight += d_energies.flatten() @ hidden.flatten(0, 1)
        slope = torch.addcmul(hidden, hidden, hidden, value=-1, out=hidden)
        self.d_keys.addcmul_(d_energies.unsqueeze(2), slope)
        d_query = torch.bmm(d_energies.unsqueeze(1), slope).squeeze(1)
        return d_query.mul_(self._query_scale)
