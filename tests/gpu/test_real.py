"""What only a GPU can tell: what is played back is what was recorded."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from nmtviz.config import ModelKind
from nmtviz.model.dropout import Dropout, draw_dropout
from nmtviz.model.network import Network
from nmtviz.training.captured import CapturedGradients
from nmtviz.training.command import train
from nmtviz.training.minibatch import batch_loss
from nmtviz.translator import Translator
from tests import tiny
from tests.model.networks import KINDS, tiny_network
from tests.training import toy
from tests.training.test_learner import BATCH, batch_of

pytestmark = pytest.mark.skipif(
    not torch.cuda.is_available(), reason="needs a GPU of CUDA"
)

OTHER = batch_of([[8, 5, 3], [4, 3], [9, 3]], [[10, 4, 3], [5, 7, 3], [3]])
"""Has the sizes of `BATCH` rounded up."""

SENTENCES = ["the small dog sleeps .", "a house", "the dog sleeps under a house ."]


def on_gpu(kind: ModelKind) -> Network:
    return tiny_network(kind).float().to("cuda")


def dropout_of(network: Network, number: int) -> Dropout:
    return draw_dropout(network.config, 0.5, 3, 1, number, network.device)


def plain(network: Network, number: int) -> tuple[Tensor, list[Tensor | None]]:
    """Return loss and gradients of an update without a recording."""
    network.zero_grad()
    batch = (BATCH, OTHER)[number % 2]
    loss = batch_loss(
        network, batch, use_fused=True, dropout=dropout_of(network, number)
    )
    (loss.nll / 3).backward()  # type: ignore[no-untyped-call]
    return loss.nll.detach(), [weight.grad for weight in network.parameters()]


@pytest.mark.parametrize("kind", KINDS)
def test_recordings_find_the_gradients_of_each_minibatch(kind: ModelKind) -> None:
    network, other = on_gpu(kind), on_gpu(kind)
    captured = CapturedGradients(network, torch.float32)

    for number in range(6):
        batch = (BATCH, OTHER)[number % 2]
        dropout = dropout_of(network, number)
        nll = captured.backward(batch, dropout, frozen=False)
        slopes = [weight.grad for weight in network.parameters()]
        torch.testing.assert_close((nll, slopes), plain(other, number))


@pytest.mark.parametrize(
    "settings",
    [
        {"dropout": 0.2},
        {"frozen_share": 0.5},
        {"optimizer": "adadelta", "learning_rate": 1.0},
    ],
    ids=str,
)
def test_a_run_learns_the_same_with_recordings(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    found = []
    for captured in (False, True):
        training = replace(toy.TRAINING, captured=captured, **settings)
        config = toy.run_config(tmp_path, training=training)
        name = f"captured {captured}"
        for updates in (13, 110):
            asked = toy.request(tmp_path, config, max_updates=updates, run=name)
            train(replace(asked, device="cuda"))
        events = toy.losses(tmp_path / name)
        found.append([one["loss"] for one in events if one["event"] == "train"])

    assert found[0]
    assert found[1] == pytest.approx(found[0], rel=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_gpu_translates_as_a_cpu_does(tmp_path: Path, kind: ModelKind) -> None:
    folder = tiny.checkpoint(tmp_path / kind, kind=kind)

    there, here = (
        [
            [(one.text, one.score) for one in translation.hypotheses]
            for translation in Translator.load(folder, device).translate(SENTENCES)
        ]
        for device in ("cuda", "cpu")
    )

    for mine, theirs in zip(there, here, strict=True):
        assert [text for text, _ in mine] == [text for text, _ in theirs]
        assert [score for _, score in mine] == pytest.approx(
            [score for _, score in theirs], rel=1e-4, abs=1e-5
        )
