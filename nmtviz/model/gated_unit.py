"""The gated hidden unit of [B] appendix A.1.1 (Cho et al., 2014).

    z = σ(W_z x + U_z h + C_z c),  r = σ(W_r x + U_r h + C_r c)
    h̃ = tanh(W x + U (r ∘ h) + C c);  with reset="after", r ∘ (U h + b) for U (r ∘ h)
    h' = (1 - z) ∘ h + z ∘ h̃

x is an embedding: E x_i or Ē y_{i-1} of [B]. Encoders have no terms with c (A.2.1); in
the decoder (A.2.2) h is s_{i-1} and h' is s_i. W_z, W_r and W have biases, too.

Dimensions: ... any leading ones, I input units, H hidden units, C context units.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import torch
from torch import Tensor, nn

from nmtviz.config import ResetGate


class GatedUnit(nn.Module):
    """One step of a gated recurrent layer.

    The products with the input do not depend on the state, so `project` computes
    them for a whole sentence at once and `forward` takes the result. Rows of every
    stacked matrix are in the order update gate, reset gate, candidate.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        *,
        context_size: int = 0,
        reset: ResetGate = "before",
    ) -> None:
        super().__init__()
        self.hidden_size = hidden_size
        self.reset = reset
        self.input_proj = nn.Linear(input_size, 3 * hidden_size)  # W_z, W_r, W
        self.gate_proj = nn.Linear(hidden_size, 2 * hidden_size, bias=False)  # U_z, U_r
        # U; with the reset gate after the product it has a bias, as in torch.nn.GRU
        self.candidate_proj = nn.Linear(hidden_size, hidden_size, bias=reset == "after")
        self.context_proj = (
            nn.Linear(context_size, 3 * hidden_size, bias=False)  # C_z, C_r, C
            if context_size
            else None
        )

    @property
    def can_fuse(self) -> bool:
        """Whether `nmtviz.model.fused` has its recurrence."""
        return self.reset == "before"

    def project(self, inputs: Tensor) -> Tensor:
        """Return W_z x, W_r x and W x with their biases, shape (..., 3H).

        Args:
            inputs: Embeddings, shape (..., I).
        """
        projected: Tensor = self.input_proj(inputs)
        return projected

    def join(self, projected: Tensor, context: Tensor | None) -> Tensor:
        """Return the projected input with C_z c, C_r c and C c on top, (..., 3H).

        Args:
            projected: Result of `project` for this position, shape (..., 3H).
            context: c_i of the decoder, shape (..., C).
        """
        if self.context_proj is None or context is None:
            return projected
        contribution: Tensor = self.context_proj(context)
        return projected + contribution

    def gates(self, joined: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """Return z and r, each of shape (..., H).

        Args:
            joined: Result of `join`, shape (..., 3H).
            state: Previous state h, shape (..., H).
        """
        size = 2 * self.hidden_size
        gates = torch.sigmoid(joined[..., :size] + self.gate_proj(state))
        update, reset = gates.chunk(2, dim=-1)
        return update, reset

    def forward(
        self, projected: Tensor, state: Tensor, context: Tensor | None = None
    ) -> Tensor:
        """Return the next state h', shape (..., H).

        Args:
            projected: Result of `project` for this position, shape (..., 3H).
            state: Previous state h, shape (..., H).
            context: c_i of the decoder, shape (..., C).
        """
        joined = self.join(projected, context)
        return self.move(joined, state, *self.gates(joined, state))

    def move(
        self, joined: Tensor, state: Tensor, update: Tensor, reset: Tensor
    ) -> Tensor:
        """Return the next state h' for known gates, shape (..., H).

        Args:
            joined: Result of `join`, shape (..., 3H).
            state: Previous state h, shape (..., H).
            update: z, shape (..., H).
            reset: r, shape (..., H).
        """
        if self.reset == "before":
            recurrent = self.candidate_proj(reset * state)
        else:
            recurrent = reset * self.candidate_proj(state)
        candidate = torch.tanh(joined[..., 2 * self.hidden_size :] + recurrent)  # h̃
        return state + update * (candidate - state)  # (1 - z) ∘ h + z ∘ h̃
