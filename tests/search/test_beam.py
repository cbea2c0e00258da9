import numpy as np
import pytest
import torch

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID, PAD_ID, START_ID, UNKNOWN_ID
from nmtviz.search.beam import beam_search
from nmtviz.search.forced import force
from nmtviz.search.found_hypothesis import FoundHypothesis
from tests.search.toy import ToyNetwork, greedy_by_hand, ranked_by_hand

SOURCES = [(4, 5, END_ID), (7, END_ID), (9, 4, 8, 11, END_ID), (5, 6, 7, END_ID)]


def assert_same(found: FoundHypothesis, expected: FoundHypothesis) -> None:
    assert found.ids == expected.ids
    assert found.score == pytest.approx(expected.score, abs=1e-4)
    np.testing.assert_allclose(
        found.token_log_probs, expected.token_log_probs, atol=1e-4
    )
    if expected.alignment is None:
        assert found.alignment is None
    else:
        assert found.alignment is not None
        np.testing.assert_allclose(found.alignment, expected.alignment, atol=1e-4)


@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("forbid_unknown", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_wide_beam_finds_what_trying_everything_finds(
    length_penalty: float, forbid_unknown: bool, seed: int
) -> None:
    network = ToyNetwork(seed=seed)
    config = SearchConfig(
        beam_size=130,
        n_best=7,
        length_penalty=length_penalty,
        max_length_ratio=0.5,
        max_length_extra=3,
        forbid_unknown=forbid_unknown,
    )

    found = beam_search(network, SOURCES, config)

    for source, hypotheses in zip(SOURCES, found, strict=True):
        expected = ranked_by_hand(network, source, config)[:7]
        assert [hypothesis.ids for hypothesis in hypotheses] == [
            target for _, target in expected
        ]
        np.testing.assert_allclose(
            [hypothesis.score for hypothesis in hypotheses],
            [score for score, _ in expected],
            atol=1e-5,
        )


@pytest.mark.parametrize("seed", range(5))
def test_beam_one_is_greedy_search(seed: int) -> None:
    network = ToyNetwork(seed=seed)
    config = SearchConfig(beam_size=1, max_length_extra=4)

    found = beam_search(network, SOURCES, config)

    assert [hypotheses[0].ids for hypotheses in found] == [
        greedy_by_hand(network, source, config) for source in SOURCES
    ]


@pytest.mark.parametrize("beam_size", [1, 2, 5])
def test_a_sentence_alone_is_translated_as_in_a_batch(beam_size: int) -> None:
    network = ToyNetwork()
    config = SearchConfig(beam_size=beam_size, n_best=beam_size)

    together = beam_search(network, SOURCES, config)

    for source, hypotheses in zip(SOURCES, together, strict=True):
        (alone,) = beam_search(network, [source], config)
        for found, expected in zip(hypotheses, alone, strict=True):
            assert_same(found, expected)


@pytest.mark.parametrize("attends", [False, True])
@pytest.mark.parametrize("length_penalty", [0.0, 1.0])
def test_the_search_says_of_a_hypothesis_what_forced_decoding_says(
    attends: bool, length_penalty: float
) -> None:
    network = ToyNetwork(attends=attends)
    config = SearchConfig(beam_size=5, n_best=5, length_penalty=length_penalty)

    for source, hypotheses in zip(
        SOURCES, beam_search(network, SOURCES, config), strict=True
    ):
        assert len(hypotheses) == 5
        targets = [hypothesis.ids for hypothesis in hypotheses]
        forced = force(network, [source] * 5, targets, length_penalty=length_penalty)
        for found, expected in zip(hypotheses, forced, strict=True):
            assert_same(found, expected)


def test_hypotheses_differ_and_come_best_first() -> None:
    for hypotheses in beam_search(
        ToyNetwork(), SOURCES, SearchConfig(beam_size=6, n_best=6)
    ):
        scores = [hypothesis.score for hypothesis in hypotheses]
        assert scores == sorted(scores, reverse=True)
        assert len({hypothesis.ids for hypothesis in hypotheses}) == 6


@pytest.mark.parametrize("beam_size", [1, 4])
def test_asking_for_more_hypotheses_does_not_change_the_best(beam_size: int) -> None:
    for seed in range(5):
        network = ToyNetwork(seed=seed)
        few = beam_search(network, SOURCES, SearchConfig(beam_size=beam_size))
        many = beam_search(
            network, SOURCES, SearchConfig(beam_size=beam_size, n_best=beam_size)
        )
        for found, expected in zip(few, many, strict=True):
            assert_same(found[0], expected[0])


def test_every_hypothesis_ends_once_and_holds_no_padding_or_start() -> None:
    network = ToyNetwork(vocab_size=8, end_bonus=-30.0)
    network.table[..., [PAD_ID, START_ID]] += 50.0
    config = SearchConfig(beam_size=3, n_best=3, max_length_extra=1)

    for source, hypotheses in zip(
        SOURCES, beam_search(network, SOURCES, config), strict=True
    ):
        for hypothesis in hypotheses:
            assert len(hypothesis.ids) == 2 * len(source) + 1
            assert hypothesis.ids.index(END_ID) == len(hypothesis.ids) - 1
            assert not {PAD_ID, START_ID} & set(hypothesis.ids)


def test_unknown_words_are_produced_unless_forbidden() -> None:
    network = ToyNetwork()
    network.table[..., UNKNOWN_ID] += 3.0

    free = beam_search(network, SOURCES, SearchConfig(beam_size=3, n_best=3))
    forbidden = beam_search(
        network, SOURCES, SearchConfig(beam_size=3, n_best=3, forbid_unknown=True)
    )

    assert all(UNKNOWN_ID in hypotheses[0].ids for hypotheses in free)
    assert not any(UNKNOWN_ID in h.ids for hypotheses in forbidden for h in hypotheses)


def test_a_limit_below_one_token_still_leaves_room_for_the_end() -> None:
    config = SearchConfig(beam_size=2, max_length_ratio=0.1, max_length_extra=0)

    for hypotheses in beam_search(ToyNetwork(), SOURCES, config):
        assert [hypothesis.ids for hypothesis in hypotheses] == [(END_ID,)]


def test_a_beam_wider_than_all_there_is_returns_all_there_is() -> None:
    config = SearchConfig(
        beam_size=20,
        n_best=20,
        max_length_ratio=0.01,
        max_length_extra=3,
        forbid_unknown=True,
    )

    ((*found,),) = beam_search(ToyNetwork(vocab_size=5), [(4, END_ID)], config)

    assert {hypothesis.ids for hypothesis in found} == {
        (END_ID,),
        (4, END_ID),
        (4, 4, END_ID),
    }


def test_the_search_stops_when_nothing_better_can_come() -> None:
    network = ToyNetwork(end_bonus=20.0)

    beam_search(network, SOURCES, SearchConfig(beam_size=4, length_penalty=0.0))

    assert network.steps == 1


def test_no_sentences_give_no_hypotheses() -> None:
    assert beam_search(ToyNetwork(), [], SearchConfig()) == []


def test_alignment_rows_are_distributions_over_the_sentence() -> None:
    for source, (best,) in zip(
        SOURCES, beam_search(ToyNetwork(), SOURCES, SearchConfig()), strict=True
    ):
        assert best.alignment is not None
        assert best.alignment.shape == (len(best.ids), len(source))
        np.testing.assert_allclose(best.alignment.sum(axis=1), 1.0, atol=1e-6)


def test_the_search_leaves_no_gradients_and_no_numbers_behind() -> None:
    network = ToyNetwork()
    table = network.table.clone().requires_grad_()
    network.table = table

    beam_search(network, SOURCES, SearchConfig(beam_size=2))

    assert table.grad is None
    torch.testing.assert_close(table, ToyNetwork().table, check_stride=False)
