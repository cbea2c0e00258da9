"""Searches among some words only, on real networks in float64."""

import numpy as np
import pytest
import torch

from nmtviz.arrays import IntArray
from nmtviz.config import ModelKind, SearchConfig
from nmtviz.data.vocabulary import END_ID, START_ID, UNKNOWN_ID
from nmtviz.model.network import Network
from nmtviz.search.banned import Banned
from nmtviz.search.beam import beam_search
from nmtviz.search.candidate_search import ListedNetwork, search_listed
from nmtviz.search.ensemble import Ensemble
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.token_constraints import TokenConstraints
from tests.model.networks import KINDS, SOURCES, padded, tiny_network

EVERY_WORD = np.arange(13)
LISTS = [
    np.array([0, 1, 2, 3, 5, 9, 12]),
    np.array([0, 1, 2, 3, 4, 7]),
    np.array([0, 1, 2, 3, 6, 8, 9, 11]),
]
SEARCH = SearchConfig(beam_size=5, n_best=4, max_length_ratio=1.0, max_length_extra=3)


def assert_same(
    found: list[tuple[FoundHypothesis, ...]], wanted: list[tuple[FoundHypothesis, ...]]
) -> None:
    for hypotheses, expected in zip(found, wanted, strict=True):
        assert [one.ids for one in hypotheses] == [one.ids for one in expected]
        for one, other in zip(hypotheses, expected, strict=True):
            np.testing.assert_allclose(one.token_log_probs, other.token_log_probs)


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_of_all_words_changes_nothing(kind: ModelKind) -> None:
    network = tiny_network(kind)

    found = search_listed(network, SOURCES, [EVERY_WORD] * 3, SEARCH)

    assert_same(found, beam_search(network, SOURCES, SEARCH))


@pytest.mark.parametrize("beam_size", [1, 5, 12])
def test_a_sentence_alone_is_searched_as_among_others(beam_size: int) -> None:
    network = tiny_network()
    search = SearchConfig(beam_size=beam_size, n_best=beam_size, max_length_extra=2)

    together = search_listed(network, SOURCES, LISTS, search)

    alone = [
        search_listed(network, [source], [listed], search)[0]
        for source, listed in zip(SOURCES, LISTS, strict=True)
    ]
    assert_same(together, alone)


def test_only_words_of_a_sentence_s_own_list_are_written() -> None:
    found = search_listed(tiny_network(), SOURCES, LISTS, SEARCH)

    for hypotheses, listed in zip(found, LISTS, strict=True):
        assert len(hypotheses) == 4
        for one in hypotheses:
            assert set(one.ids) <= set(listed.tolist())
            assert one.ids[-1] == END_ID


@torch.no_grad()
def test_probabilities_are_the_softmax_over_the_list() -> None:
    network = tiny_network()
    ids, lengths = padded(SOURCES)
    narrowed = ListedNetwork(network, LISTS)
    encoding = narrowed.encode(ids, lengths)
    previous = torch.full((3, 1), START_ID)

    step = narrowed.step(previous, encoding.state.unsqueeze(1), encoding)

    whole = network.encode(ids, lengths)
    scores = network.step(previous, whole.state.unsqueeze(1), whole).logits[:, 0]
    for row, logits, listed in zip(scores, step.logits[:, 0], LISTS, strict=True):
        powers = np.exp(row.numpy()[listed])  # [J] 3.2: normalized over the list
        expected = np.zeros(13)
        expected[listed] = powers / powers.sum()
        np.testing.assert_allclose(
            logits.softmax(-1).numpy(), expected[narrowed.words], atol=1e-12
        )


@torch.no_grad()
def test_a_word_of_the_list_is_fed_back_as_itself() -> None:
    network = tiny_network()
    ids, lengths = padded(SOURCES[:1])
    narrowed = ListedNetwork(network, LISTS[:1])
    encoding = narrowed.encode(ids, lengths)
    place = torch.tensor([[5]])  # the sixth word of the list is word 9

    found = narrowed.step(place, encoding.state.unsqueeze(1), encoding).state

    whole = network.encode(ids, lengths)
    wanted = network.step(torch.tensor([[9]]), whole.state.unsqueeze(1), whole).state
    torch.testing.assert_close(found, wanted)


def test_an_unknown_word_may_be_forbidden_here_too() -> None:
    search = SearchConfig(beam_size=4, n_best=4, forbid_unknown=True)

    found = search_listed(tiny_network(), SOURCES, LISTS, search)

    assert all(UNKNOWN_ID not in one.ids for n_best in found for one in n_best)


def test_constraints_keep_their_meaning() -> None:
    network = tiny_network()
    imposed = [
        TokenConstraints(
            prefix=(9, 12), banned=(Banned.row((5,)), Banned.row((4, 10)))
        ),
        TokenConstraints(banned=(Banned.row((4, 7, 7)),)),
        TokenConstraints(),
    ]

    found = search_listed(network, SOURCES, LISTS, SEARCH, imposed)

    assert all(one.ids[:2] == (9, 12) and 5 not in one.ids for one in found[0])
    assert all(
        (4, 7, 7) not in zip(*(one.ids[i:] for i in range(3)), strict=False)
        for one in found[1]
    )


def test_no_sentence_at_all_is_no_work() -> None:
    assert search_listed(tiny_network(), [], [], SEARCH) == []


def test_each_member_of_an_ensemble_is_normalized_over_the_list() -> None:
    members = [tiny_network(), tiny_network("rnnencdec")]

    found = search_listed(Ensemble(members), SOURCES, LISTS, SEARCH)

    for source, listed, hypotheses in zip(SOURCES, LISTS, found, strict=True):
        target = hypotheses[0].ids
        averages = np.mean(
            [probabilities(member, source, target, listed) for member in members],
            axis=0,
        )
        np.testing.assert_allclose(
            np.exp(hypotheses[0].token_log_probs), averages, rtol=1e-6
        )


@torch.no_grad()
def probabilities(
    network: Network, source: list[int], target: tuple[int, ...], listed: IntArray
) -> list[float]:
    """Return p of each target word by steps one after the other."""
    encoding = network.encode(*padded([source]))
    state, previous, found = encoding.state.unsqueeze(1), START_ID, []
    for word in target:
        step = network.step(torch.tensor([[previous]]), state, encoding)
        powers = step.logits[0, 0].exp()
        found.append(float(powers[word] / powers[listed].sum()))
        state, previous = step.state, word
    return found


def test_a_forced_row_is_looked_at_here_too() -> None:
    imposed = [TokenConstraints(rows={0: np.eye(len(one))[0]}) for one in SOURCES]

    found = search_listed(tiny_network(), SOURCES, LISTS, SEARCH, imposed)

    for source, hypotheses in zip(SOURCES, found, strict=True):
        assert hypotheses[0].alignment is not None
        np.testing.assert_allclose(hypotheses[0].alignment[0], np.eye(len(source))[0])
