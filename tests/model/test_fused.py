"""Hand-written passes against the plain modules and against finite differences."""

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from nmtviz.config import ModelKind, ReadoutState, ResetGate
from nmtviz.model import fused
from nmtviz.model.attention import AdditiveAttention
from nmtviz.model.encoder import run_unit
from nmtviz.model.fused import softmax
from nmtviz.model.gated_unit import GatedUnit
from tests.model.networks import KINDS, gradients, loss_of, tiny_network


def random(*sizes: int) -> Tensor:
    return torch.randn(*sizes, dtype=torch.float64, requires_grad=True)


def agrees_with_differences(
    outputs: Callable[[], Tensor | tuple[Tensor, ...]],
    inputs: list[Tensor],
    *,
    fast: bool = False,
) -> bool:
    """Hold gradients against finite differences of the outputs."""
    return torch.autograd.gradcheck(
        lambda *_: outputs(), tuple(inputs), fast_mode=fast, eps=1e-6, atol=1e-6
    )


@pytest.mark.parametrize("readout_state", ["current", "previous"])
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("kind", KINDS)
def test_values_and_gradients_are_those_of_the_plain_network(
    kind: ModelKind, reset: ResetGate, readout_state: ReadoutState
) -> None:
    network = tiny_network(kind, reset=reset, readout_state=readout_state)

    torch.testing.assert_close(
        loss_of(network, use_fused=True), loss_of(network), rtol=1e-12, atol=0
    )
    torch.testing.assert_close(
        gradients(network, use_fused=True),
        gradients(network, use_fused=False),
        rtol=1e-9,
        atol=1e-12,
    )


@pytest.mark.parametrize("use_fused", [False, True])
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("kind", KINDS)
def test_gradients_of_the_loss_agree_with_finite_differences(
    kind: ModelKind, reset: ResetGate, use_fused: bool
) -> None:
    network = tiny_network(kind, reset=reset)

    assert agrees_with_differences(
        lambda: loss_of(network, use_fused=use_fused).nll,
        list(network.parameters()),
        fast=True,
    )


@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("given", [False, True])
def test_gradients_of_gated_units_agree_with_finite_differences(
    directions: int, given: bool
) -> None:
    torch.manual_seed(1)
    units = [GatedUnit(1, 2).double() for _ in range(directions)]
    projected = [random(3, 4, 6) for _ in units]
    initial = [random(3, 2) for _ in units] if given else []
    weights = [w for u in units for w in (u.gate_proj.weight, u.candidate_proj.weight)]

    assert agrees_with_differences(
        lambda: fused.run_projected(units, projected, initial or None),
        [*projected, *initial, *weights],
    )


def test_gated_units_side_by_side_are_gated_units_alone() -> None:
    torch.manual_seed(1)
    units = [GatedUnit(1, 2).double() for _ in range(3)]
    projected, initial = random(3, 5, 4, 6), random(3, 5, 2)

    together = fused.run_projected(units, list(projected), list(initial))
    for one, unit, inputs, first in zip(
        together, units, projected, initial, strict=True
    ):
        torch.testing.assert_close(one, run_unit(unit, inputs, first))


def test_gradients_of_the_attentional_decoder_agree_with_finite_differences() -> None:
    torch.manual_seed(1)
    unit = GatedUnit(1, 2, context_size=3).double()
    attention = AdditiveAttention(2, 3, 4).double()
    projected, initial, keys, annotations = (
        random(*sizes) for sizes in ((2, 3, 6), (2, 2), (2, 5, 4), (2, 5, 3))
    )
    mask = torch.arange(5) < torch.tensor([[5], [3]])
    weights = [
        unit.gate_proj.weight,
        unit.candidate_proj.weight,
        *(unit.context_proj.parameters() if unit.context_proj is not None else ()),
        attention.state_proj.weight,
        attention.energy_proj.weight,
    ]

    assert agrees_with_differences(
        lambda: fused.run_attention(
            unit, attention, projected, initial, fused.Source(keys, annotations, mask)
        ),
        [projected, initial, keys, annotations, *weights],
    )


def test_an_attentional_decoder_needs_a_unit_with_a_context() -> None:
    source = fused.Source(*(torch.zeros(1, 2, 3) for _ in range(3)))

    with pytest.raises(ValueError, match="must take a context"):
        fused.run_attention(
            GatedUnit(1, 2),
            AdditiveAttention(2, 3, 3),
            torch.zeros(1, 4, 6),
            torch.zeros(1, 2),
            source,
        )


@pytest.mark.parametrize("rows_at_once", [2, 3, 100])
@pytest.mark.parametrize("count", [3, 4, 7])
def test_the_loss_counts_the_first_words_only(
    count: int, rows_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(softmax, "ROWS_AT_ONCE", rows_at_once)
    torch.manual_seed(1)
    features, weight, bias = random(7, 2), random(5, 2), random(5)
    inputs = [features, weight, bias]
    words = torch.tensor([4, 0, 3, 3, 1, 2, 0])

    def nll() -> Tensor:
        return fused.linear_cross_entropy(features, weight, bias, words, count)

    logits = functional.linear(features[:count], weight, bias)
    plain = functional.cross_entropy(logits, words[:count], reduction="sum")
    torch.testing.assert_close(nll(), plain)
    torch.testing.assert_close(
        torch.autograd.grad(nll(), inputs), torch.autograd.grad(plain, inputs)
    )
    assert agrees_with_differences(nll, inputs)


def test_a_word_that_is_nearly_certain_still_learns_in_bfloat16() -> None:
    features, weight = torch.ones(1, 1), torch.tensor([[6.5], [0.0]])
    bias = torch.zeros(2, requires_grad=True)

    with torch.autocast("cpu", torch.bfloat16):
        nll = fused.linear_cross_entropy(features, weight, bias, torch.tensor([0]), 1)
    (gradient,) = torch.autograd.grad(nll, bias)

    other = 1 / (1 + math.exp(6.5))  # p of the right word is 1 in bfloat16
    assert nll.item() == pytest.approx(-math.log1p(-other), rel=0.01)
    assert gradient.tolist() == pytest.approx([-other, other], rel=0.01)


def test_rows_are_rounded_up_with_copies_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(softmax, "ROWS_MULTIPLE", 4)

    assert fused.round_up(torch.tensor([5, 6, 8])).tolist() == [5, 6, 8, 5]
    assert fused.round_up(torch.tensor([5, 6, 8, 9])).tolist() == [5, 6, 8, 9]


@pytest.mark.parametrize("multiple", [1, 5, 128])
def test_copies_change_neither_loss_nor_gradients(
    multiple: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(softmax, "ROWS_MULTIPLE", multiple)
    network = tiny_network()

    loss = loss_of(network, use_fused=True)
    assert loss.words == 12
    torch.testing.assert_close(loss, loss_of(network))
    torch.testing.assert_close(
        gradients(network, use_fused=True), gradients(network, use_fused=False)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_bfloat16_products_stay_close_to_exact_ones(kind: ModelKind) -> None:
    network = tiny_network(kind, sizes={"hidden_size": 24, "maxout_size": 17}).float()
    for weight in network.parameters():
        nn.init.normal_(weight, std=0.2)
    exact, exact_gradients = loss_of(network), gradients(network, use_fused=False)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough = loss_of(network, use_fused=True)
        rough_gradients = gradients(network, use_fused=True)

    # bfloat16 keeps 8 bits of a number: up to 0.4 % a rounding
    assert rough.nll.item() == pytest.approx(exact.nll.item(), rel=0.01)
    assert {gradient.dtype for gradient in rough_gradients} == {torch.float32}
    found, expected = flat(rough_gradients), flat(exact_gradients)
    assert (found - expected).norm() <= 0.02 * expected.norm()


def flat(tensors: tuple[Tensor, ...]) -> Tensor:
    return torch.cat([tensor.flatten() for tensor in tensors])
