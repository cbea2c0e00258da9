"""A prepared network against the network itself."""

import pytest
import torch

from nmtviz.config import ModelKind, ReadoutState, ResetGate
from nmtviz.data.vocabulary import START_ID
from nmtviz.model import prepared_output
from nmtviz.model.prepared import MOST_BYTES, PreparedNetwork
from nmtviz.search.protocol import NATS_PER_BIT
from tests.model.networks import KINDS, SOURCES, padded, tiny_network


@pytest.mark.parametrize("most_bytes", [0, MOST_BYTES])
@pytest.mark.parametrize("readout_state", ["current", "previous"])
@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_step_is_that_of_the_network(
    monkeypatch: pytest.MonkeyPatch,
    kind: ModelKind,
    reset: ResetGate,
    readout_state: ReadoutState,
    most_bytes: int,
) -> None:
    monkeypatch.setattr("nmtviz.model.prepared.MOST_BYTES", most_bytes)
    network = tiny_network(kind, reset=reset, readout_state=readout_state)
    prepared = PreparedNetwork(network)
    forced = torch.zeros(3, 5, dtype=torch.float64)
    forced[1, :2] = torch.tensor([0.25, 0.75])
    with torch.no_grad():
        plain, quick = (
            network.encode(*padded(SOURCES)),
            prepared.encode(*padded(SOURCES)),
        )
        torch.testing.assert_close(quick.state, plain.state)
        previous = torch.tensor([[START_ID, 4], [7, 5], [12, 12]])
        states = torch.randn(3, 2, 4, dtype=torch.float64)
        for rows in (None, forced):
            found = prepared.step(previous, states, quick, rows)
            expected = network.step(previous, states, plain, rows)
            nats = found._replace(
                logits=found.nats_per_logit * found.logits, nats_per_logit=1.0
            )
            torch.testing.assert_close(nats, expected)
            # Those bits of which a search takes powers of 2.
            assert found.nats_per_logit == NATS_PER_BIT


@pytest.mark.parametrize("few", [0, 1, 100])
@pytest.mark.parametrize("kind", KINDS)
def test_only_some_words_can_be_scored(
    monkeypatch: pytest.MonkeyPatch, kind: ModelKind, few: int
) -> None:
    monkeypatch.setattr(prepared_output, "FEW_WORDS", few)
    network = tiny_network(kind)
    prepared = PreparedNetwork(network)
    lists = [[0, 1, 5, 9], [0, 1, 2, 9], [0, 1], [0, 1, 2, 3, 4, 6], [4, 7]]
    lists += [[*range(network.config.target_vocab_size)], [0, 1, 5, 9]]
    with torch.no_grad():
        encoding = prepared.encode(*padded(SOURCES))
        previous, state = torch.full((3, 1), START_ID), encoding.state.unsqueeze(1)
        every = prepared.step(previous, state, encoding)
        for words in lists:
            rows = prepared.scorer(torch.tensor(words))
            some = prepared.step(previous, state, encoding, None, rows)
            torch.testing.assert_close(some.logits, every.logits[..., words])


@pytest.mark.parametrize("kind", KINDS)
def test_sentences_can_be_selected(kind: ModelKind) -> None:
    prepared = PreparedNetwork(tiny_network(kind))
    with torch.no_grad():
        encoding = prepared.encode(*padded(SOURCES))
        chosen = encoding.select(torch.tensor([2, 0]))
        previous = torch.full((3, 1), START_ID)
        every = prepared.step(previous, encoding.state[:, None], encoding)
        some = prepared.step(previous[:2], chosen.state[:, None], chosen)

    torch.testing.assert_close(some.logits, every.logits[[2, 0]])


@pytest.mark.parametrize("kind", KINDS)
def test_it_can_be_looked_into(kind: ModelKind) -> None:
    network = tiny_network(kind)
    prepared = PreparedNetwork(network)
    previous = torch.tensor([[5], [7], [9]])
    with torch.no_grad():
        plain, quick = (
            network.encode(*padded(SOURCES)),
            prepared.encode(*padded(SOURCES)),
        )
        state = plain.state.unsqueeze(1)
        forced = torch.zeros(3, 5, dtype=torch.float64)
        forced[1, :2] = torch.tensor([0.25, 0.75])
        for rows in (None, forced):
            found = prepared.inside(previous, state, quick, rows)
            expected = network.inside(previous, state, plain, rows)
            torch.testing.assert_close(found, expected)


def test_one_sentence_needs_no_mask() -> None:
    prepared = PreparedNetwork(tiny_network())
    assert prepared.encode(*padded(SOURCES[:1])).padding is None
    assert prepared.encode(*padded(SOURCES)).padding is not None
