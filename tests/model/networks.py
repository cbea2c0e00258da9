"""Tiny networks in float64, their weights by the paper's names, and sentences."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from nmtviz.config import ModelConfig, ModelKind, ReadoutState, ResetGate
from nmtviz.data.vocabulary import PAD_ID, START_ID
from nmtviz.model.attention import AdditiveAttention
from nmtviz.model.dropout import NO_DROPOUT, Dropout
from nmtviz.model.gated_unit import GatedUnit
from nmtviz.model.network import Loss, Network, build_network
from tests.model.equations import Matrices

SIZES = {
    "source_vocab_size": 11,
    "target_vocab_size": 13,
    "embedding_size": 3,
    "hidden_size": 4,
    "align_size": 5,
    "maxout_size": 7,
}

KINDS: tuple[ModelKind, ...] = ("rnnsearch", "rnnencdec")

SOURCES = [[5, 9, 4, 4, 3], [7, 3], [10, 6, 3]]
"""Three source sentences, the longest first."""

TARGETS = [[6, 3], [4, 12, 8, 5, 9, 3], [11, 7, 10, 3]]
"""Their translations, in another order of lengths."""


def tiny_network(
    kind: ModelKind = "rnnsearch",
    *,
    reset: ResetGate = "before",
    readout_state: ReadoutState = "current",
    sizes: Mapping[str, int] = SIZES,
) -> Network:
    """Return a network of sizes that all differ, with weights that matter."""
    torch.manual_seed(1)
    network = build_network(
        ModelConfig.from_json(
            {**SIZES, **sizes}
            | {"kind": kind, "reset": reset, "readout_state": readout_state}
        )
    ).double()
    for weight in network.parameters():
        nn.init.normal_(weight, std=0.8)
    return network


def named(network: Network) -> Matrices:
    """Return a network's weights by the names of `tests.model.equations`."""
    decoder, encoder = network.decoder, network.get_submodule("encoder")
    found = {
        "E": encoder.get_parameter("embedding.weight"),
        "Ē": decoder.embedding.weight,
        **unit_matrices(encoder.get_submodule("forward_unit"), "forward"),
        **unit_matrices(decoder.unit, "decoder"),
        "W_s": decoder.initial_proj.weight,
        "b W_s": decoder.initial_proj.bias,
        "U_o": decoder.readout.state_proj.weight,
        "b U_o": decoder.readout.state_proj.bias,
        "V_o": decoder.readout.embedding_proj.weight,
        "C_o": decoder.readout.context_proj.weight,
        "W_o": decoder.readout.output.weight,
        "b W_o": decoder.readout.output.bias,
    }
    if decoder.attention is not None:
        backward = encoder.get_submodule("backward_unit")
        found |= unit_matrices(backward, "backward")
        found |= attention_matrices(decoder.attention)
    return as_arrays(found)


def attention_matrices(attention: AdditiveAttention) -> dict[str, Tensor]:
    return {
        "W_a": attention.state_proj.weight,
        "U_a": attention.annotation_proj.weight,
        "b U_a": attention.annotation_proj.bias,
        "v_a": attention.energy_proj.weight[0],
    }


def unit_matrices(unit: nn.Module, name: str) -> dict[str, Tensor]:
    assert isinstance(unit, GatedUnit)
    stacked = {"W_{}": unit.input_proj.weight, "b W_{}": unit.input_proj.bias}
    if unit.context_proj is not None:
        stacked["C_{}"] = unit.context_proj.weight
    found = {
        f"{name} {form.format(gate)}".removesuffix("_"): rows
        for form, matrix in stacked.items()
        for gate, rows in zip(("z", "r", ""), matrix.chunk(3), strict=True)
    }
    update, reset = unit.gate_proj.weight.chunk(2)
    found |= {f"{name} U_z": update, f"{name} U_r": reset}
    found |= {f"{name} U": unit.candidate_proj.weight}
    if unit.reset == "after":
        found |= {f"{name} b U": unit.candidate_proj.bias}
    return found


def as_arrays(tensors: dict[str, Tensor]) -> Matrices:
    return {name: tensor.detach().numpy() for name, tensor in tensors.items()}


def padded(sentences: list[list[int]], extra: int = 0) -> tuple[Tensor, Tensor]:
    """Return ids with padding behind, `extra` columns of it too many, and lengths."""
    size = max(map(len, sentences)) + extra
    rows = [row + [PAD_ID] * (size - len(row)) for row in sentences]
    return torch.tensor(rows), torch.tensor([len(row) for row in sentences])


def loss_of(
    network: Network,
    *,
    extra: int = 0,
    use_fused: bool = False,
    dropout: Dropout = NO_DROPOUT,
) -> Loss:
    """Return what the three pairs cost as one minibatch."""
    return network.loss(
        *padded(SOURCES, extra),
        *padded(TARGETS, extra),
        start=START_ID,
        use_fused=use_fused,
        dropout=dropout,
    )


def gradients(
    network: Network, *, use_fused: bool, dropout: Dropout = NO_DROPOUT
) -> tuple[Tensor, ...]:
    """Return how the cost of the three pairs depends on each weight."""
    loss = loss_of(network, use_fused=use_fused, dropout=dropout)
    return torch.autograd.grad(loss.nll, tuple(network.parameters()))
