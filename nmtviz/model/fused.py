"""The recurrences and the softmax with hand-written backward passes.

Everything here computes what the plain modules compute (tests hold the two
together); nothing else in the package depends on how. Three things make it quick:

- one matrix product a step where the equations have several with the same factor,
- gradients of a weight from one product over all steps at the end, not one a step,
- a softmax that never holds more than a slice of the words times vocabulary table
  and finds the gradient while the slice is at hand.

Matrix products run in the autocast type (bfloat16 in training); sums, gates and
softmaxes stay in the type of the arguments. Only `reset="before"` is covered.

Dimensions: D directions, B sentences, S source and T target positions, H hidden,
A alignment, C annotation units, L readout features, V vocabulary, N words.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from nmtviz.model.attention import AdditiveAttention
from nmtviz.model.gated_unit import GatedUnit

ROWS_AT_ONCE = 512
"""Words whose softmax is held at one time."""

ROWS_MULTIPLE = 128
"""Counts of words are rounded up to this: every shape that oneDNN has not seen yet
costs it time and memory."""

_sigmoid_backward = torch.ops.aten.sigmoid_backward
_tanh_backward = torch.ops.aten.tanh_backward


class Source(NamedTuple):
    """What attention reads."""

    keys: Tensor
    """U_a h_j, shape (B, S, A)."""

    annotations: Tensor
    """h_j, shape (B, S, C)."""

    mask: Tensor
    """True at real words, shape (B, S)."""


def product_type(like: Tensor) -> torch.dtype:
    """Return the type matrix products run in: autocast's, else that of `like`."""
    kind = like.device.type
    if torch.is_autocast_enabled(kind):
        return torch.get_autocast_dtype(kind)
    return like.dtype


def run_units(
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
    states = _GatedRecurrence.apply(
        stacked,
        first.to(weights.dtype),
        torch.stack([unit.gate_proj.weight for unit in units]),
        torch.stack([unit.candidate_proj.weight for unit in units]),
        product_type(stacked),
    )
    return tuple(one.transpose(0, 1) for one in states.unbind(1))


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
    kind = unit.gate_proj.weight.dtype
    states, contexts = _AttentionalRecurrence.apply(
        projected.transpose(0, 1),
        initial.to(kind),
        source.keys.to(kind),
        source.annotations.to(kind),
        source.mask,
        torch.cat([unit.gate_proj.weight, attention.state_proj.weight]),
        unit.candidate_proj.weight,
        unit.context_proj.weight,
        attention.energy_proj.weight.squeeze(0),
        product_type(projected),
    )
    return states.transpose(0, 1), contexts.transpose(0, 1)


def round_up(rows: Tensor) -> Tensor:
    """Return row numbers (N,) with copies of the first behind, up to a round count."""
    missing = -len(rows) % ROWS_MULTIPLE
    return torch.cat([rows, rows[:1].expand(missing)])


def linear_cross_entropy(
    features: Tensor, weight: Tensor, bias: Tensor, words: Tensor, count: int
) -> Tensor:
    """Return -Σ log softmax(features @ weight.T + bias)[words], in nats.

    Args:
        features: What the softmax layer reads, shape (N, L).
        weight: Its matrix, shape (V, L).
        bias: Its bias, shape (V,).
        words: The right ids, shape (N,).
        count: Words that count; those behind are there to make N round.
    """
    nll: Tensor = _LinearCrossEntropy.apply(
        features, weight, bias, words, count, product_type(weight)
    )
    return nll


class _GatedRecurrence(torch.autograd.Function):
    """h_t from h_{t-1} for D stacked units; see `GatedUnit` for the equations."""

    @staticmethod
    def forward(  # noqa: PLR0913
        ctx: Any,
        projected: Tensor,  # (S, D, B, 3H)
        initial: Tensor,  # (D, B, H)
        gate_weight: Tensor,  # (D, 2H, H)
        candidate_weight: Tensor,  # (D, H, H)
        kind: torch.dtype,
    ) -> Tensor:
        steps, size = len(projected), initial.size(-1)
        gates_of = gate_weight.to(kind).transpose(1, 2).contiguous()
        candidate_of = candidate_weight.to(kind).transpose(1, 2).contiguous()
        states = initial.new_empty(steps + 1, *initial.shape)
        gates = initial.new_empty(steps, *initial.shape[:-1], 2 * size)
        candidates = initial.new_empty(steps, *initial.shape)
        states[0] = initial
        with torch.autocast(initial.device.type, enabled=False):
            for t in range(steps):
                state, inputs = states[t], projected[t]
                both = torch.bmm(state.to(kind), gates_of)
                torch.add(inputs[..., : 2 * size], both, out=gates[t]).sigmoid_()
                update, reset = gates[t].chunk(2, dim=-1)
                recurrent = torch.bmm((reset * state).to(kind), candidate_of)
                candidate = candidates[t]
                torch.add(inputs[..., 2 * size :], recurrent, out=candidate).tanh_()
                torch.lerp(state, candidate, update, out=states[t + 1])
        ctx.save_for_backward(states, gates, candidates, gate_weight, candidate_weight)
        ctx.kind, ctx.input_type = kind, projected.dtype
        return states[1:]

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (d_states,) = gradients
        states, gates, candidates, gate_weight, candidate_weight = ctx.saved_tensors
        kind, size = ctx.kind, states.size(-1)
        gates_of, candidate_of = gate_weight.to(kind), candidate_weight.to(kind)
        d_inputs = torch.empty(
            *candidates.shape[:-1], 3 * size, dtype=kind, device=states.device
        )
        d_state = torch.zeros_like(states[0])
        for t in reversed(range(len(candidates))):
            d_state = d_state + d_states[t]
            d_state = _unit_backward(
                d_state, states[t], gates[t], candidates[t], d_inputs[t], candidate_of
            )
            d_state += torch.bmm(d_inputs[t][..., : 2 * size], gates_of)
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


class _AttentionalRecurrence(torch.autograd.Function):
    """s_i and c_i from s_{i-1}; see `AdditiveAttention` and `GatedUnit`."""

    @staticmethod
    def forward(  # noqa: PLR0913
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
        kind: torch.dtype,
    ) -> tuple[Tensor, Tensor]:
        steps, (count, size) = len(projected), initial.shape
        state_of = state_weight.to(kind).t().contiguous()
        candidate_of = candidate_weight.to(kind).t().contiguous()
        context_of = context_weight.to(kind).t().contiguous()
        states = initial.new_empty(steps + 1, count, size)
        gates = initial.new_empty(steps, count, 2 * size)
        candidates = initial.new_empty(steps, count, size)
        queries = initial.new_empty(steps, count, keys.size(2))
        weights = initial.new_empty(steps, count, keys.size(1))
        contexts = initial.new_empty(steps, count, annotations.size(2))
        hidden, padding = torch.empty_like(keys), ~mask
        states[0] = initial
        with torch.autocast(initial.device.type, enabled=False):
            for t in range(steps):
                state = states[t]
                from_state = state.to(kind) @ state_of  # (B, 2H + A)
                queries[t] = from_state[:, 2 * size :]
                torch.add(keys, queries[t].unsqueeze(1), out=hidden).tanh_()
                energies = (hidden.flatten(0, 1) @ energy_weight).view(mask.shape)
                weights[t] = energies.masked_fill_(padding, -torch.inf).softmax(-1)
                torch.bmm(
                    weights[t].unsqueeze(1), annotations, out=contexts[t].unsqueeze(1)
                )
                inputs = projected[t] + contexts[t].to(kind) @ context_of
                torch.add(
                    inputs[:, : 2 * size], from_state[:, : 2 * size], out=gates[t]
                ).sigmoid_()
                update, reset = gates[t].chunk(2, dim=-1)
                recurrent = (reset * state).to(kind) @ candidate_of
                torch.add(
                    inputs[:, 2 * size :], recurrent, out=candidates[t]
                ).tanh_()
                torch.lerp(state, candidates[t], update, out=states[t + 1])
        ctx.save_for_backward(
            states, gates, candidates, queries, weights, contexts, keys, annotations,
            state_weight, candidate_weight, context_weight, energy_weight,
        )  # fmt: skip
        ctx.kind, ctx.input_type = kind, projected.dtype
        return states, contexts

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        d_states, d_contexts = gradients
        (
            states, gates, candidates, queries, weights, contexts, keys, annotations,
            state_weight, candidate_weight, context_weight, energy_weight,
        ) = ctx.saved_tensors  # fmt: skip
        kind, size, steps = ctx.kind, states.size(-1), len(candidates)
        state_of, candidate_of = state_weight.to(kind), candidate_weight.to(kind)
        context_of = context_weight.to(kind)
        d_inputs = torch.empty(
            *candidates.shape[:-1], 3 * size, dtype=kind, device=states.device
        )
        d_from_state = torch.empty(
            *candidates.shape[:-1], len(state_weight), dtype=kind, device=states.device
        )
        d_looked = torch.empty_like(contexts)
        look = _LookBackward(keys, annotations, energy_weight)
        d_state = d_states[steps].clone()
        for t in reversed(range(steps)):
            d_previous = _unit_backward(
                d_state, states[t], gates[t], candidates[t], d_inputs[t], candidate_of
            )
            torch.add(d_contexts[t], d_inputs[t] @ context_of, out=d_looked[t])
            d_query = look.step(d_looked[t], weights[t], queries[t])
            d_from_state[t, :, : 2 * size] = d_inputs[t, :, : 2 * size]
            d_from_state[t, :, 2 * size :] = d_query
            d_state = d_previous.add_(d_from_state[t] @ state_of).add_(d_states[t])
        previous = states[:-1]
        d_candidate = d_inputs[..., 2 * size :]
        by_sentence = weights.permute(1, 2, 0)  # (B, S, T)
        kept = states.dtype
        return (
            d_inputs.to(ctx.input_type),
            d_state,
            look.d_keys.mul_(energy_weight),
            torch.bmm(by_sentence, d_looked.transpose(0, 1)),
            None,
            _product(d_from_state, previous, kind).to(kept),
            _product(d_candidate, gates[..., size:] * previous, kind).to(kept),
            _product(d_inputs, contexts, kind).to(kept),
            look.d_energy_weight,
            None,
        )


class _LookBackward:
    """The backward pass of attention, one target position at a time.

    tanh(W_a s + U_a h_j) is computed again instead of kept for every step.
    """

    def __init__(
        self, keys: Tensor, annotations: Tensor, energy_weight: Tensor
    ) -> None:
        self.keys, self.annotations = keys, annotations
        self.energy_weight = energy_weight
        self.d_keys = torch.zeros_like(keys)  # still to be multiplied by v_a
        self.d_energy_weight = torch.zeros_like(energy_weight)
        self._hidden = torch.empty_like(keys)
        self._one = keys.new_ones(())

    def step(self, d_context: Tensor, weights: Tensor, query: Tensor) -> Tensor:
        """Add one position's share to the gradients; return that of W_a s.

        Args:
            d_context: Gradient of c_i, shape (B, C).
            weights: alpha_i, shape (B, S).
            query: W_a s_{i-1}, shape (B, A).
        """
        # A row times a matrix: torch is twice as slow at a matrix times a column.
        d_weights = torch.bmm(
            d_context.unsqueeze(1), self.annotations.transpose(1, 2)
        ).squeeze(1)
        inner = weights * d_weights
        d_energies = inner - weights * inner.sum(-1, keepdim=True)  # (B, S)
        hidden = self._hidden
        torch.add(self.keys, query.unsqueeze(1), out=hidden).tanh_()
        self.d_energy_weight += d_energies.flatten() @ hidden.flatten(0, 1)
        slope = torch.addcmul(self._one, hidden, hidden, value=-1, out=hidden)
        self.d_keys.addcmul_(d_energies.unsqueeze(2), slope)
        d_query = torch.bmm(d_energies.unsqueeze(1), slope).squeeze(1)
        return d_query.mul_(self.energy_weight)


def _unit_backward(  # noqa: PLR0913
    d_state: Tensor,
    previous: Tensor,
    gates: Tensor,
    candidate: Tensor,
    d_inputs: Tensor,
    candidate_of: Tensor,
) -> Tensor:
    """Go back through one step of a gated unit, except for the gates' product.

    Args:
        d_state: Gradient of h', shape (..., H).
        previous: h, shape (..., H).
        gates: z and r, shape (..., 2H).
        candidate: h̃, shape (..., H).
        d_inputs: Where the gradients before z, r and h̃'s nonlinearities go, in
            the products' type, shape (..., 3H).
        candidate_of: U, shape (..., H, H).

    Returns:
        Gradient of h without the share that comes through U_z and U_r.
    """
    size = previous.size(-1)
    update, reset = gates[..., :size], gates[..., size:]
    d_candidate = d_state * update
    before = _tanh_backward(d_candidate, candidate)
    d_inputs[..., 2 * size :] = before
    d_gated = (d_inputs[..., 2 * size :] @ candidate_of).to(previous.dtype)  # of r ∘ h
    d_inputs[..., :size] = _sigmoid_backward(d_state * (candidate - previous), update)
    d_inputs[..., size : 2 * size] = _sigmoid_backward(d_gated * previous, reset)
    return torch.addcmul(d_state - d_candidate, d_gated, reset)


def _product(left: Tensor, right: Tensor, kind: torch.dtype) -> Tensor:
    """Return Σ over steps and sentences of left ⊗ right, shape (X, Y)."""
    return left.flatten(0, 1).t() @ right.flatten(0, 1).to(kind)


def _sum_of_products(left: Tensor, right: Tensor) -> Tensor:
    """Return, for each direction, Σ of left ⊗ right: (S, D, B, X) → (D, X, Y)."""
    return torch.stack(
        [
            _product(left[:, direction], right[:, direction], left.dtype)
            for direction in range(left.size(1))
        ]
    )


class _LinearCrossEntropy(torch.autograd.Function):
    """The last layer and its loss, a slice of words at a time."""

    @staticmethod
    def forward(  # noqa: PLR0913
        ctx: Any,
        features: Tensor,
        weight: Tensor,
        bias: Tensor,
        words: Tensor,
        count: int,
        kind: torch.dtype,
    ) -> Tensor:
        matrix, offset = weight.to(kind), bias.to(kind)
        wanted = any(ctx.needs_input_grad)
        nll = weight.new_zeros(())
        d_features = torch.empty_like(features)
        d_weight, d_bias = torch.zeros_like(weight), torch.zeros_like(bias)
        tiny = torch.finfo(kind).tiny
        with torch.autocast(weight.device.type, enabled=False):
            for low in range(0, len(words), ROWS_AT_ONCE):
                high = min(low + ROWS_AT_ONCE, len(words))
                read, right = features[low:high].to(kind), words[low:high]
                probs = torch.addmm(offset, read, matrix.t()).softmax(-1)
                chosen = probs.gather(1, right.unsqueeze(1)).to(weight.dtype)
                nll -= chosen[: max(count - low, 0)].clamp_min(tiny).log().sum()
                if not wanted:
                    continue
                # d nll / d logits = softmax - one hot. Indexed flat: scatter_add_ of
                # a few numbers takes as long as a matrix product on a CPU.
                places = torch.arange(len(read), device=read.device) * probs.size(1)
                minus = probs.new_full((len(read),), -1.0)
                probs.view(-1).index_add_(0, places + right, minus)
                probs[max(count - low, 0) :] = 0.0
                d_features[low:high] = probs @ matrix
                d_weight += probs.t() @ read
                d_bias += probs.new_ones(len(read)) @ probs
        ctx.save_for_backward(d_features, d_weight, d_bias)
        return nll

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (scale,) = gradients
        d_features, d_weight, d_bias = ctx.saved_tensors
        return d_features * scale, d_weight * scale, d_bias * scale, None, None, None


