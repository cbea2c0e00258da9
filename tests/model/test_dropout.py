"""Dropout against the paper's equations with columns of matrices left out."""

import pytest
import torch

from nmtviz.config import ModelConfig, ModelKind, ReadoutState
from nmtviz.data.vocabulary import START_ID
from nmtviz.model.dropout import NO_DROPOUT, Dropout, draw_dropout
from nmtviz.model.network import Loss, Network
from tests.model import equations
from tests.model.networks import (
    KINDS,
    SOURCES,
    TARGETS,
    gradients,
    loss_of,
    named,
    padded,
    tiny_network,
)

OF_ANNOTATIONS = ["U_a", "decoder C_z", "decoder C_r", "decoder C", "C_o"]


def drawn(network: Network) -> Dropout:
    dropout = draw_dropout(network.config, 0.5, len(SOURCES), seed=5, update=2)
    assert all(mask is not None and not mask.all() and mask.any() for mask in dropout)
    return dropout


def cost(
    network: Network, x: list[int], y: list[int], dropout: Dropout, *, fused: bool
) -> Loss:
    pair = (*padded([x]), *padded([y]))
    return network.loss(*pair, start=START_ID, use_fused=fused, dropout=dropout)


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("readout_state", ["current", "previous"])
@pytest.mark.parametrize("kind", KINDS)
def test_units_left_out_are_columns_left_out(
    kind: ModelKind, readout_state: ReadoutState, fused: bool
) -> None:
    network = tiny_network(kind, readout_state=readout_state)
    dropout = drawn(network)
    for row, (x, y) in enumerate(zip(SOURCES, TARGETS, strict=True)):
        alone = dropout.select(slice(row, row + 1))
        matrices = dict(named(network))
        for mask, names in (
            (alone.source, ["E"]),
            (alone.target, ["Ē"]),
            (alone.annotations, OF_ANNOTATIONS),
            (alone.states, ["U_o"]),
        ):
            assert mask is not None
            for name in matrices.keys() & set(names):
                matrices[name] = matrices[name] * mask.flatten().numpy()
        expected = equations.write(
            matrices, x, y, start=START_ID, reset="before", readout_state=readout_state
        )

        found = cost(network, x, y, alone, fused=fused)
        assert found.nll.item() == pytest.approx(expected.nll, rel=1e-12)


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_each_sentence_of_a_batch_has_its_own_units(
    kind: ModelKind, fused: bool
) -> None:
    network = tiny_network(kind)
    dropout = drawn(network)
    alone = [
        cost(network, x, y, dropout.select(slice(row, row + 1)), fused=fused)
        for row, (x, y) in enumerate(zip(SOURCES, TARGETS, strict=True))
    ]

    together = loss_of(network, use_fused=fused, dropout=dropout)
    total = sum(loss.nll.item() for loss in alone)
    assert together.nll.item() == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_hand_written_passes_leave_out_the_same(kind: ModelKind) -> None:
    network = tiny_network(kind)
    dropout = drawn(network)

    torch.testing.assert_close(
        gradients(network, use_fused=True, dropout=dropout),
        gradients(network, use_fused=False, dropout=dropout),
        rtol=1e-9,
        atol=1e-12,
    )


def test_the_share_left_out_is_the_one_asked_for() -> None:
    config, sentences = ModelConfig(), 40
    masks = draw_dropout(config, 0.2, sentences, seed=1, update=0)

    sizes = (620, 620, 2000, 1000)
    for mask, size in zip(masks, sizes, strict=True):
        assert mask is not None
        assert mask.shape == (sentences, 1, size)
        assert {*mask.flatten().tolist()} == {0.0, 1 / 0.8}
        deviation = (0.2 * 0.8 / mask.numel()) ** 0.5  # of a binomial share
        share = float((mask == 0).double().mean())
        assert share == pytest.approx(0.2, abs=5 * deviation)


def test_seed_and_update_decide_what_is_left_out() -> None:
    config = ModelConfig(embedding_size=50)

    def source(seed: int, update: int) -> list[float]:
        mask = draw_dropout(config, 0.5, 1, seed, update).source
        assert mask is not None
        numbers: list[float] = mask.flatten().tolist()
        return numbers

    draws = [source(seed, update) for seed in (1, 2) for update in (0, 1)]
    assert source(1, 0) == draws[0]
    assert len({*map(tuple, draws)}) == len(draws)


def test_no_dropout_leaves_nothing_out() -> None:
    assert draw_dropout(ModelConfig(), 0.0, 3, seed=1, update=0) == NO_DROPOUT
    assert NO_DROPOUT.select(slice(1)) == NO_DROPOUT
