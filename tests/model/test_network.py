"""Whole networks against the paper's equations, alone and in a batch."""

import pytest
import torch

from nmtviz.config import ModelKind, ReadoutState, ResetGate
from nmtviz.data.vocabulary import START_ID
from nmtviz.model.network import positions_mask
from tests.model import equations
from tests.model.networks import (
    KINDS,
    SOURCES,
    TARGETS,
    loss_of,
    named,
    padded,
    tiny_network,
)


@pytest.mark.parametrize("readout_state", ["current", "previous"])
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("kind", KINDS)
class TestEveryNetwork:
    def test_the_loss_of_a_sentence_is_that_of_the_paper(
        self, kind: ModelKind, reset: ResetGate, readout_state: ReadoutState
    ) -> None:
        network = tiny_network(kind, reset=reset, readout_state=readout_state)
        matrices = named(network)
        for x, y in zip(SOURCES, TARGETS, strict=True):
            found = network.loss(*padded([x]), *padded([y]), start=START_ID)
            expected = equations.write(
                matrices, x, y, start=START_ID, reset=reset, readout_state=readout_state
            )
            assert found.nll.item() == pytest.approx(expected.nll, rel=1e-12)
            assert found.words == len(y)

    def test_each_step_is_that_of_the_paper(
        self, kind: ModelKind, reset: ResetGate, readout_state: ReadoutState
    ) -> None:
        network = tiny_network(kind, reset=reset, readout_state=readout_state)
        matrices, size = named(network), min(map(len, TARGETS))
        with torch.no_grad():
            encoding = network.encode(*padded(SOURCES))
            previous, state = torch.full((3, 1), START_ID), encoding.state[:, None]
            for i in range(size):
                step = network.step(previous, state, encoding)
                for row, (x, y) in enumerate(zip(SOURCES, TARGETS, strict=True)):
                    expected = equations.write(
                        matrices,
                        x,
                        y,
                        start=START_ID,
                        reset=reset,
                        readout_state=readout_state,
                    )
                    close(step.logits[row, 0], expected.logits[i])
                    close(step.state[row, 0], expected.states[i])
                    if step.weights is not None:
                        close(step.weights[row, 0, : len(x)], expected.alignment[i])
                previous = torch.tensor([[y[i]] for y in TARGETS])
                state = step.state
            assert (step.weights is None) == (kind == "rnnencdec")

    def test_the_loss_is_the_log_softmax_of_its_steps(
        self, kind: ModelKind, reset: ResetGate, readout_state: ReadoutState
    ) -> None:
        network = tiny_network(kind, reset=reset, readout_state=readout_state)
        total = 0.0
        with torch.no_grad():
            for x, y in zip(SOURCES, TARGETS, strict=True):
                encoding = network.encode(*padded([x]))
                state = encoding.state[:, None]
                for before, word in zip([START_ID, *y], y, strict=False):
                    step = network.step(torch.tensor([[before]]), state, encoding)
                    total -= step.logits[0, 0].log_softmax(-1)[word].item()
                    state = step.state
            found = loss_of(network)

        assert found.nll.item() == pytest.approx(total, rel=1e-12)
        assert found.words == 12


@pytest.mark.parametrize("use_fused", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_costs_what_its_sentences_cost_alone(
    kind: ModelKind, use_fused: bool
) -> None:
    network = tiny_network(kind)
    alone = [
        network.loss(*padded([x]), *padded([y]), start=START_ID, use_fused=use_fused)
        for x, y in zip(SOURCES, TARGETS, strict=True)
    ]

    together = loss_of(network, use_fused=use_fused)
    total = sum(loss.nll.item() for loss in alone)
    assert together.nll.item() == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("use_fused", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_padding_changes_neither_loss_nor_gradients(
    kind: ModelKind, use_fused: bool
) -> None:
    network = tiny_network(kind)
    weights = tuple(network.parameters())
    little = loss_of(network, use_fused=use_fused)
    much = loss_of(network, extra=3, use_fused=use_fused)

    torch.testing.assert_close(much, little)
    torch.testing.assert_close(
        torch.autograd.grad(much.nll, weights), torch.autograd.grad(little.nll, weights)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_at_padding_does_not_matter(kind: ModelKind) -> None:
    network = tiny_network(kind)
    (source, source_lengths), (target, target_lengths) = (
        padded(SOURCES),
        padded(TARGETS),
    )
    source[~positions_mask(source_lengths, 5)] = 8
    target[~positions_mask(target_lengths, 6)] = 12

    found = network.loss(source, source_lengths, target, target_lengths, start=START_ID)
    torch.testing.assert_close(found, loss_of(network))


@pytest.mark.parametrize("kind", KINDS)
def test_hypotheses_of_a_sentence_do_not_see_each_other(kind: ModelKind) -> None:
    network = tiny_network(kind)
    previous = torch.tensor([[4, 7], [12, 5], [6, 6]])
    states = torch.randn(3, 2, 4, dtype=torch.float64)
    with torch.no_grad():
        encoding = network.encode(*padded(SOURCES))
        together = network.step(previous, states, encoding)
        for k in range(2):
            alone = network.step(previous[:, [k]], states[:, [k]], encoding)
            torch.testing.assert_close(together.logits[:, [k]], alone.logits)
            torch.testing.assert_close(together.state[:, [k]], alone.state)


@pytest.mark.parametrize("kind", KINDS)
def test_sentences_can_be_selected_from_an_encoding(kind: ModelKind) -> None:
    network = tiny_network(kind)
    with torch.no_grad():
        encoding = network.encode(*padded(SOURCES))
        chosen = encoding.select(torch.tensor([2, 0]))
        previous = torch.full((3, 1), START_ID)
        every = network.step(previous, encoding.state[:, None], encoding)
        some = network.step(previous[:2], chosen.state[:, None], chosen)

    torch.testing.assert_close(some.logits, every.logits[[2, 0]])


def test_rnnsearch_has_twice_as_many_annotation_units() -> None:
    assert tiny_network("rnnsearch").config.annotation_size == 8
    assert tiny_network("rnnencdec").config.annotation_size == 4


def test_only_fused_passes_take_rows_that_do_not_count() -> None:
    network = tiny_network("rnnsearch")

    with pytest.raises(ValueError, match="rows must be None"):
        network.loss(*padded(SOURCES), *padded(TARGETS), start=START_ID, rows=99)


def close(found: torch.Tensor, expected: equations.Array) -> None:
    torch.testing.assert_close(found, torch.from_numpy(expected))
