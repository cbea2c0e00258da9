"""Updates by rows and by partitions, on the networks of `tests.model.networks`."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from nmtviz.arrays import IntArray
from nmtviz.config import ModelKind, TrainingConfig
from nmtviz.data.batches import Batch
from nmtviz.data.partitions import Partition
from nmtviz.model.network import Network
from nmtviz.training.learner import OUTPUT, SOURCE, TARGET, Learner
from tests.model.networks import (
    KINDS,
    SIZES,
    SOURCES,
    TARGETS,
    loss_of,
    padded,
    tiny_network,
)

EVERYTHING = np.arange(SIZES["target_vocab_size"])
USED = np.unique([word for target in TARGETS for word in target])
"""Target words of the minibatch; 10 of 13, which leaves PAD, UNKNOWN and START."""

DENSE: dict[str, Any] = {}
ROWS = {"lazy_rows": True}
PARTITIONS = {"lazy_rows": True, "partition_words": 5}


def batch_of(sources: list[list[int]], targets: list[list[int]]) -> Batch:
    source, source_lengths = padded(sources)
    target, target_lengths = padded(targets)
    return Batch(
        indices=np.arange(len(sources)),
        source=source.numpy(),
        target=target.numpy(),
        source_lengths=source_lengths.numpy(),
        target_lengths=target_lengths.numpy(),
    )


BATCH = batch_of(SOURCES, TARGETS)


def learner_of(network: Network, settings: dict[str, Any]) -> Learner:
    config = TrainingConfig(max_gradient_norm=9.0)
    return Learner(network, replace(config, **settings))


def partition(words: IntArray) -> Partition:
    return Partition(first=0, end=1, words=words)


def weights(learner: Learner) -> dict[str, Tensor]:
    learner.settle()
    return {k: v.clone() for k, v in learner.network.state_dict().items()}


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("settings", [ROWS, PARTITIONS])
@pytest.mark.parametrize("kind", KINDS)
def test_rows_and_a_partition_of_all_words_change_nothing(
    kind: ModelKind, settings: dict[str, Any], fused: bool
) -> None:
    # Adadelta's zero gradients move nothing, so the equality is whole.
    one = learner_of(tiny_network(kind), {"fused": fused})
    other = learner_of(tiny_network(kind), {"fused": fused, **settings})
    whole = partition(EVERYTHING) if "partition_words" in settings else None

    for batch in (BATCH, batch_of([[8, 3]], [[10, 4, 3]]), BATCH):
        expected = one.update(batch, 1.0)
        assert other.update(batch, 1.0, partition=whole) == pytest.approx(expected)
    found, wanted = weights(other), weights(one)
    for name, weight in wanted.items():
        torch.testing.assert_close(found[name], weight, msg=name)


def test_a_partition_of_all_words_costs_what_the_full_softmax_costs() -> None:
    learner = learner_of(tiny_network(), PARTITIONS)
    expected = loss_of(tiny_network()).nll.item()

    found = learner.update(BATCH, 1.0, partition=partition(EVERYTHING))
    assert found.nll == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("fused", [False, True])
def test_the_softmax_of_a_partition_is_over_its_words_alone(fused: bool) -> None:
    # The words outside get a score that no softmax could overlook, or none at all.
    network = tiny_network()
    outside = np.setdiff1d(EVERYTHING, USED)
    with torch.no_grad():
        network.decoder.readout.output.bias[outside] = -torch.inf
    expected = loss_of(network).nll.item()
    with torch.no_grad():
        network.decoder.readout.output.bias[outside] = 50.0

    learner = learner_of(network, {**PARTITIONS, "fused": fused})
    found = learner.update(BATCH, 1.0, partition=partition(USED))
    assert found.nll == pytest.approx(expected, rel=1e-12)


def test_rows_outside_the_minibatch_and_the_partition_stay_where_they_are() -> None:
    learner = learner_of(tiny_network(), PARTITIONS)
    before = weights(learner)
    learner.update(BATCH, 1.0, partition=partition(USED))
    after = weights(learner)

    read = {word for source in SOURCES for word in source} | {0}
    written = {0, 2} | {word for target in TARGETS for word in target}  # PAD, START
    moving = {
        SOURCE: read,
        TARGET: written,
        **{name: {*USED.tolist()} for name in OUTPUT},
    }
    for name, rows in moving.items():
        moved = (after[name] != before[name]).reshape(len(after[name]), -1).any(dim=1)
        assert set(moved.nonzero().flatten().tolist()) <= rows, name
        assert moved.any(), name
        for values in learner.tables[name].state().values():
            if values.dim():
                others = [row for row in range(len(values)) if row not in rows]
                assert not values[others].any(), name


def test_each_partition_finds_its_rows_as_it_left_them() -> None:
    learner = learner_of(tiny_network(), PARTITIONS)
    first, second = partition(USED), partition(EVERYTHING)
    for chosen in (first, first, second, first):
        learner.update(BATCH, 1.0, partition=chosen)
    found = weights(learner)

    often = learner_of(tiny_network(), PARTITIONS)
    for chosen in (first, first, second, first):
        often.update(BATCH, 1.0, partition=chosen)
        often.settle()
    for name, weight in weights(often).items():
        assert torch.equal(found[name], weight), name


@pytest.mark.parametrize("settings", [DENSE, ROWS])
def test_frozen_embeddings_stay_while_all_else_moves(settings: dict[str, Any]) -> None:
    learner = learner_of(tiny_network(), settings)
    before = weights(learner)
    learner.update(BATCH, 1.0, frozen=True)

    after = weights(learner)
    for name, weight in before.items():
        assert torch.equal(weight, after[name]) == (name in {SOURCE, TARGET}), name


@pytest.mark.parametrize("settings", [DENSE, ROWS])
def test_embeddings_that_were_frozen_move_again(settings: dict[str, Any]) -> None:
    learner = learner_of(tiny_network(), settings)
    learner.update(BATCH, 1.0, frozen=True)
    before = weights(learner)
    learner.update(BATCH, 1.0)

    after = weights(learner)
    assert not torch.equal(before[SOURCE], after[SOURCE])
    assert not torch.equal(before[TARGET], after[TARGET])


@pytest.mark.parametrize("settings", [DENSE, PARTITIONS])
def test_a_loss_that_is_no_number_moves_nothing(settings: dict[str, Any]) -> None:
    network = tiny_network()
    with torch.no_grad():
        network.decoder.initial_proj.bias[0] = torch.nan
    learner = learner_of(network, settings)
    before = weights(learner)
    whole = partition(EVERYTHING) if settings else None

    assert np.isnan(learner.update(BATCH, 1.0, partition=whole).nll)
    for name, weight in weights(learner).items():
        assert torch.equal(weight.nan_to_num(), before[name].nan_to_num()), name


def test_each_update_leaves_out_its_own_units() -> None:
    learner = learner_of(tiny_network(), {"dropout": 0.5})

    found = [learner.update(BATCH, 0.0, number=number).nll for number in (0, 1, 0)]

    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize("settings", [DENSE, ROWS])
def test_the_gradient_is_cut_to_its_largest_norm(settings: dict[str, Any]) -> None:
    # With so large an epsilon Adadelta moves every weight by its gradient.
    wide = {"optimizer": "adadelta", "adadelta_epsilon": 1e9, "max_gradient_norm": 0.25}
    learner = learner_of(tiny_network(), {**settings, **wide})
    before = weights(learner)

    found = learner.update(BATCH, 1.0)
    after = weights(learner)

    moved = torch.cat([(after[name] - before[name]).flatten() for name in before])
    assert found.gradient_norm > 0.25
    assert moved.norm().item() == pytest.approx(0.25, rel=1e-6)
