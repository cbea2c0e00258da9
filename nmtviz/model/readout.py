"""The deep output layer with maxout: [B] appendix A.2.2.

Dimensions: ... any leading ones, H decoder units, E embedding size, C context
size, L maxout units, V target vocabulary, V' words of a part of it.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Callable
from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional

from nmtviz.config import ModelConfig

WordScorer: TypeAlias = Callable[[Tensor], Tensor]
"""Scores V' words: makes logits, shape (..., V'), of t_i, shape (..., L)."""


class Readout(nn.Module):
    """Turns a decoder state into scores over the target vocabulary."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        double = 2 * config.maxout_size
        self.state_proj = nn.Linear(config.hidden_size, double)  # U_o, and a bias
        self.embedding_proj = nn.Linear(  # V_o
            config.embedding_size, double, bias=False
        )
        self.context_proj = nn.Linear(  # C_o
            config.annotation_size, double, bias=False
        )
        self.output = nn.Linear(config.maxout_size, config.target_vocab_size)  # W_o

    def features(self, state: Tensor, embedded: Tensor, context: Tensor) -> Tensor:
        """Return t_i, what the softmax sees, shape (..., L).

        Args:
            state: s_i ([B] Eq. 4) or s_{i-1} (A.2.2), shape (..., H).
            embedded: Ē y_{i-1}, shape (..., E).
            context: c_i, shape (..., C).
        """
        # t̃_i = U_o s + V_o Ē y_{i-1} + C_o c_i
        double = (
            self.state_proj(state)
            + self.embedding_proj(embedded)
            + self.context_proj(context)
        )
        # t_ij = max(t̃_{i,2j-1}, t̃_{i,2j})
        return torch.maximum(double[..., 0::2], double[..., 1::2])

    def scorer(self, ids: Tensor) -> WordScorer:
        """Return what scores these words.

        Args:
            ids: The words, shape (V',).
        """
        weight, bias = self.output.weight[ids], self.output.bias[ids]
        return lambda features: functional.linear(features, weight, bias)

    def forward(
        self,
        state: Tensor,
        embedded: Tensor,
        context: Tensor,
        scorer: WordScorer | None = None,
    ) -> Tensor:
        """Return W_o t_i, shape (..., V), or (..., V') of only some words.

        Args:
            state: As in `features`.
            embedded: As in `features`.
            context: As in `features`.
            scorer: What `scorer` returned, to score only those words.
        """
        features = self.features(state, embedded, context)
        logits: Tensor = (scorer or self.output)(features)
        return logits
