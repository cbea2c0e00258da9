"""What is recorded on a GPU: shapes, and gradients before they are recorded.

`tests/gpu/test_real.py` holds the recordings to these where there is a GPU.
"""

import numpy as np
import pytest
import torch
from torch import Tensor

from nmtviz.config import ModelKind
from nmtviz.model.dropout import NO_DROPOUT, Dropout, draw_dropout
from nmtviz.model.network import Network
from nmtviz.training.captured import CapturedGradients, shape_of
from tests.model.networks import KINDS, gradients, loss_of, tiny_network
from tests.training.test_learner import BATCH, batch_of


def found(
    network: Network, dropout: Dropout = NO_DROPOUT, *, frozen: bool = False
) -> tuple[Tensor, list[Tensor | None]]:
    """Return loss and gradients of the three pairs as they are first computed."""
    captured = CapturedGradients(network, torch.float64)
    nll = captured.backward(BATCH, dropout, frozen=frozen)
    return nll, [weight.grad for weight in network.parameters()]


@pytest.mark.parametrize("probability", [0.0, 0.5])
@pytest.mark.parametrize("kind", KINDS)
def test_a_larger_shape_changes_neither_loss_nor_gradients(
    kind: ModelKind, probability: float
) -> None:
    network = tiny_network(kind)
    pairs = len(BATCH.source)
    dropout = draw_dropout(network.config, probability, pairs, seed=1, update=0)
    expected = loss_of(network, use_fused=True, dropout=dropout)

    nll, slopes = found(network, dropout)

    torch.testing.assert_close(nll, expected.nll.detach())
    wanted = gradients(network, use_fused=True, dropout=dropout)
    for slope, sum_of_pairs in zip(slopes, wanted, strict=True):
        torch.testing.assert_close(slope, sum_of_pairs / pairs)


def test_gradients_do_not_add_up_from_one_minibatch_to_the_next() -> None:
    network = tiny_network()
    captured = CapturedGradients(network, torch.float64)
    captured.backward(batch_of([[8, 3]], [[10, 4, 3]]), NO_DROPOUT, frozen=False)
    captured.backward(BATCH, NO_DROPOUT, frozen=False)
    again = [weight.grad for weight in network.parameters()]

    torch.testing.assert_close(again, found(tiny_network())[1])


def test_what_is_frozen_has_no_gradient() -> None:
    network = tiny_network()
    embeddings = [network.encoder.embedding.weight, network.decoder.embedding.weight]
    for weight in embeddings:
        weight.requires_grad_(False)

    found(network, frozen=True)

    assert [weight.grad for weight in embeddings] == [None, None]
    assert network.decoder.initial_proj.weight.grad is not None


@pytest.mark.parametrize(
    ("words", "positions"),
    [(1, 4), (4, 4), (5, 8), (17, 20), (32, 32), (33, 40), (64, 64), (65, 80)],
)
def test_lengths_are_rounded_up_to_a_few(words: int, positions: int) -> None:
    batch = batch_of([[7] * words], [[7] * words])

    shape = shape_of(batch, frozen=False)

    assert (shape.source, shape.target) == (positions, positions)


def test_rows_of_the_readout_are_a_quarter_more_at_most() -> None:
    for count in range(1, 17):
        rows = shape_of(batch_of([[7]], [[7] * count]), frozen=False).rows
        assert count <= rows <= max(count + 3, 4)


def test_as_many_rows_as_there_are_positions() -> None:
    short, full = [7] * 3, [7] * 8

    assert shape_of(batch_of([full], [full]), frozen=False).rows == 8
    assert shape_of(batch_of([full] * 2, [full, short]), frozen=False).rows == 12


def test_pairs_make_another_shape() -> None:
    one, two = batch_of([[7]], [[7]]), batch_of([[7]] * 2, [[7]] * 2)

    assert shape_of(one, frozen=False) != shape_of(two, frozen=False)
    assert shape_of(one, frozen=False) != shape_of(one, frozen=True)
    assert np.array_equal(one.source, two.source[:1])
