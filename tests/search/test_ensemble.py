import numpy as np
import pytest
import torch

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import START_ID
from nmtviz.model.network import Network
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.search.beam import beam_search
from nmtviz.search.ensemble import Ensemble
from nmtviz.search.forced import force
from tests.model.networks import SOURCES, TARGETS, padded, tiny_network

SEARCH = SearchConfig(beam_size=4, n_best=3, max_length_extra=2)


def members() -> list[Network]:
    """Two with attention, of different widths, and one without."""
    wide = tiny_network(sizes={"hidden_size": 6, "align_size": 2})
    return [tiny_network("rnnencdec"), tiny_network(), wide]


def test_one_network_alone_is_itself() -> None:
    (network,) = members()[1:2]

    alone = beam_search(network, SOURCES, SEARCH)
    found = beam_search(Ensemble([network]), SOURCES, SEARCH)

    for hypotheses, expected in zip(found, alone, strict=True):
        assert [one.ids for one in hypotheses] == [one.ids for one in expected]
        assert hypotheses[0].score == pytest.approx(expected[0].score)


def test_probabilities_are_averaged_at_each_step() -> None:
    made = members()

    found = force(Ensemble(made), SOURCES, TARGETS)

    each = [force(member, SOURCES, TARGETS) for member in made]
    for together, *apart in zip(found, *each, strict=True):
        wanted = np.mean([np.exp(one.token_log_probs) for one in apart], axis=0)
        np.testing.assert_allclose(np.exp(together.token_log_probs), wanted)


@pytest.mark.parametrize("forced", [False, True])
def test_prepared_members_average_the_same(forced: bool) -> None:
    made = members()
    rows = [{1: np.eye(len(source))[0]} if forced else {} for source in SOURCES]

    found = force(
        Ensemble([PreparedNetwork(one) for one in made]), SOURCES, TARGETS, rows=rows
    )

    each = [force(member, SOURCES, TARGETS, rows=rows) for member in made]
    for together, *apart in zip(found, *each, strict=True):
        wanted = np.mean([np.exp(one.token_log_probs) for one in apart], axis=0)
        np.testing.assert_allclose(np.exp(together.token_log_probs), wanted)


def test_the_alignment_is_the_average_of_the_members_that_have_one() -> None:
    made = members()

    (together, *_) = force(Ensemble(made), SOURCES, TARGETS)

    _, first, second = (force(member, SOURCES, TARGETS)[0] for member in made)
    assert together.alignment is not None
    assert first.alignment is not None
    assert second.alignment is not None
    np.testing.assert_allclose(
        together.alignment, (first.alignment + second.alignment) / 2
    )


def test_states_stand_one_behind_the_other() -> None:
    made = members()

    found = Ensemble(made).states(*padded(SOURCES), padded(TARGETS)[0], start=START_ID)

    each = [
        member.states(*padded(SOURCES), padded(TARGETS)[0], start=START_ID)
        for member in made
    ]
    assert torch.equal(found.states, torch.cat([one.states for one in each], dim=-1))
    vector, first, second = (one.annotations for one in each)
    for place in range(found.annotations.shape[1]):
        together = [vector[:, 0], first[:, place], second[:, place]]
        assert torch.equal(found.annotations[:, place], torch.cat(together, dim=-1))


def test_without_any_attention_there_is_no_alignment() -> None:
    twice = Ensemble([tiny_network("rnnencdec")] * 2)

    assert force(twice, SOURCES, TARGETS)[0].alignment is None
    assert twice.config.kind == "rnnencdec"
    assert Ensemble(members()).config.kind == "rnnsearch"


def test_a_search_goes_on_with_the_right_states() -> None:
    ensemble = Ensemble(members())

    found = beam_search(ensemble, SOURCES, SEARCH)

    for source, hypotheses in zip(SOURCES, found, strict=True):
        for one in hypotheses:
            (forced,) = force(ensemble, [source], [one.ids])
            np.testing.assert_allclose(one.token_log_probs, forced.token_log_probs)


@torch.no_grad()
def test_what_goes_into_a_step_is_told_of_all_members() -> None:
    made = members()
    ensemble = Ensemble(made)
    encoding = ensemble.encode(*padded(SOURCES))
    previous, state = torch.full((3, 1), START_ID), encoding.state.unsqueeze(1)

    inside = ensemble.inside(previous, state, encoding)

    # RNNencdec reads 4 units, the others twice 4 and twice 6.
    assert inside.context.shape == (3, 1, 4 + 8 + 12)
    assert inside.update.shape == inside.reset.shape == (3, 1, 4 + 4 + 6)
    step = ensemble.step(previous, state, encoding)
    torch.testing.assert_close(inside.step.logits, step.logits)
    torch.testing.assert_close(
        inside.step.logits.exp().sum(-1), torch.ones(3, 1, dtype=torch.float64)
    )


@torch.no_grad()
def test_a_forced_row_goes_into_a_step_of_all_members() -> None:
    ensemble = Ensemble(members())
    encoding = ensemble.encode(*padded(SOURCES))
    previous, state = torch.full((3, 1), START_ID), encoding.state.unsqueeze(1)
    rows = torch.eye(5, dtype=torch.float64)[:1].expand(3, -1)

    inside = ensemble.inside(previous, state, encoding, rows)

    assert inside.step.weights is not None
    torch.testing.assert_close(inside.step.weights[:, 0], rows)
