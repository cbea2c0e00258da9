"""A wider network computes what the narrower one did, and can learn more."""

import pytest
import torch

from nmtviz.config import ModelKind, ReadoutState, ResetGate
from nmtviz.model.network import Network
from nmtviz.model.widening import widen
from tests.model.networks import KINDS, SIZES, loss_of, tiny_network

WIDE = SIZES | {"hidden_size": 7}


def widened(narrow: Network, **kept: str) -> Network:
    wide = tiny_network(narrow.config.kind, sizes=WIDE, **kept)  # type: ignore[arg-type]
    with torch.no_grad():
        for weight in wide.parameters():
            weight.mul_(-1.5)  # none of the narrower one's, were they of one size
    widen(wide, narrow)
    return wide


@pytest.mark.parametrize("readout_state", ["current", "previous"])
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("kind", KINDS)
def test_it_gives_translations_the_same_probability(
    kind: ModelKind, reset: ResetGate, readout_state: ReadoutState
) -> None:
    kept = {"reset": reset, "readout_state": readout_state}
    narrow = tiny_network(kind, **kept)  # type: ignore[arg-type]
    wide = widened(narrow, **kept)

    assert wide.config.hidden_size == 7
    assert loss_of(wide).nll.item() == pytest.approx(
        loss_of(narrow).nll.item(), rel=1e-12
    )


@pytest.mark.parametrize("kind", KINDS)
def test_who_hears_a_new_unit_can_learn_to_listen(kind: ModelKind) -> None:
    wide = widened(tiny_network(kind))
    loss_of(wide).nll.backward()  # type: ignore[no-untyped-call]

    heard = wide.decoder.unit.candidate_proj.weight
    assert heard.grad is not None
    assert not heard[:4, 4:].any()
    assert heard.grad[:4, 4:].all()


def test_of_one_size_it_becomes_the_same() -> None:
    narrow, other = tiny_network(), tiny_network()
    with torch.no_grad():
        for weight in other.parameters():
            weight.add_(1)
    widen(other, narrow)

    for name, weight in narrow.state_dict().items():
        torch.testing.assert_close(other.state_dict()[name], weight, rtol=0, atol=0)
