"""Additive attention, the alignment model of RNNsearch: [B] 3.1 and A.1.2.

Dimensions: B sentences, K hypotheses a sentence, S source positions, H decoder
units, A alignment units, C annotation size (2H with a bidirectional encoder).

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn


class Attention(NamedTuple):
    """What one decoding step reads from the source sentence."""

    context: Tensor
    """Expected annotation c_i, shape (B, K, C)."""

    weights: Tensor
    """Alignment row alpha_i, shape (B, K, S); rows sum to 1, padding gets 0."""


class AdditiveAttention(nn.Module):
    """Scores each annotation against the decoder state with a small MLP.

    The module keeps no state between calls, so one instance can serve several
    app sessions at once.
    """

    def __init__(self, state_size: int, annotation_size: int, align_size: int) -> None:
        super().__init__()
        self.state_proj = nn.Linear(state_size, align_size, bias=False)  # W_a
        self.annotation_proj = nn.Linear(annotation_size, align_size)  # U_a, and a bias
        self.energy_proj = nn.Linear(align_size, 1, bias=False)  # v_a

    def project(self, annotations: Tensor) -> Tensor:
        """Return U_a h_j for a whole sentence; it does not depend on the step i.

        Args:
            annotations: Encoder outputs h_j, shape (B, S, C).

        Returns:
            Keys to pass to every later step, shape (B, S, A).
        """
        keys: Tensor = self.annotation_proj(annotations)
        return keys

    def forward(
        self,
        state: Tensor,
        keys: Tensor,
        annotations: Tensor,
        mask: Tensor,
        forced: Tensor | None = None,
    ) -> Attention:
        """Compute [B] Eq. 5 and 6 for one target position.

        Args:
            state: Previous decoder state s_{i-1}, shape (B, K, H).
            keys: Result of `project`, shape (B, S, A).
            annotations: Encoder outputs h_j, shape (B, S, C).
            mask: True at real words, False at padding, shape (B, S).
            forced: Rows alpha_i to take instead, as in `with_forced_rows`.
        """
        # e_ij = v_a . tanh(W_a s_{i-1} + U_a h_j), A.1.2
        hidden = torch.tanh(self.state_proj(state).unsqueeze(2) + keys.unsqueeze(1))
        energies = self.energy_proj(hidden).squeeze(-1)  # (B, K, S)
        energies = energies.masked_fill(~mask.unsqueeze(1), -torch.inf)
        weights = energies.softmax(dim=-1)  # Eq. 6
        if forced is not None:
            weights = with_forced_rows(weights, forced)
        return Attention(weights.to(annotations.dtype) @ annotations, weights)  # Eq. 5


def with_forced_rows(weights: Tensor, forced: Tensor) -> Tensor:
    """Return alignment rows with some of them replaced, shape (B, K, S).

    Args:
        weights: The network's own, shape (B, K, S).
        forced: Rows to take instead, shape (B, S); a row of zeros replaces none.
    """
    rows = forced.to(weights).unsqueeze(1)  # (B, 1, S)
    return torch.where(rows.any(dim=-1, keepdim=True), rows, weights)
