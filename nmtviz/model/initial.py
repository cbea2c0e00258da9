"""Initial weights: [B] appendix B.1.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import torch
from torch import nn

from nmtviz.model.attention import AdditiveAttention
from nmtviz.model.gated_unit import GatedUnit
from nmtviz.model.network import Network

WEIGHT_DEVIATION = 0.01
"""Standard deviation of every matrix that is neither recurrent nor of alignment."""

ALIGNMENT_DEVIATION = 0.001
"""Standard deviation of W_a and U_a."""


@torch.no_grad()
def initialise(network: Network, seed: int) -> None:
    """Set all weights as the paper does, in place.

    Recurrent matrices are random orthogonal; W_a and U_a are drawn from
    N(0, 0.001²); v_a and biases are zero; every other matrix is drawn from
    N(0, 0.01²).

    Args:
        network: The network to set; the same seed gives the same weights.
        seed: Seed of the random numbers.
    """
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in sorted(network.named_parameters()):
        if name.endswith("bias"):
            parameter.zero_()
        else:
            values = torch.empty(parameter.shape)
            nn.init.normal_(values, std=WEIGHT_DEVIATION, generator=generator)
            parameter.copy_(values)
    for module in network.modules():
        if isinstance(module, GatedUnit):
            _make_orthogonal(module, generator)
        elif isinstance(module, AdditiveAttention):
            for matrix in (module.state_proj.weight, module.annotation_proj.weight):
                matrix.mul_(ALIGNMENT_DEVIATION / WEIGHT_DEVIATION)
            module.energy_proj.weight.zero_()


def _make_orthogonal(unit: GatedUnit, generator: torch.Generator) -> None:
    """Set U_z, U_r and U, each a square of its own."""
    for matrix in (unit.gate_proj.weight, unit.candidate_proj.weight):
        for square in torch.split(matrix, unit.hidden_size):
            orthogonal = torch.empty(square.shape)
            nn.init.orthogonal_(orthogonal, generator=generator)
            square.copy_(orthogonal)
