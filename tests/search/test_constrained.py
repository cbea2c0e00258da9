"""Beam search under constraints."""

from dataclasses import replace

import numpy as np
import pytest

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID, UNKNOWN_ID
from nmtviz.search.banned import Banned
from nmtviz.search.beam import beam_search
from nmtviz.search.forced import force
from nmtviz.search.token_constraints import TokenConstraints
from tests.search.test_beam import SOURCES, assert_same
from tests.search.toy import ToyNetwork, ranked_by_hand

ALL = SearchConfig(
    beam_size=130, n_best=130, max_length_ratio=0.5, max_length_extra=3
)  # more than there are targets

DIFFERENT = [
    TokenConstraints(prefix=(5, 4), rows={1: np.array([0.25, 0.75, 0.0])}),
    TokenConstraints(),
    TokenConstraints(
        banned=(Banned.row((4,)),),
        rows={0: np.array([0.0, 0.0, 1.0, 0.0, 0.0]), 3: np.full(5, 0.2)},
    ),
    TokenConstraints(
        prefix=(UNKNOWN_ID,), banned=(Banned.row((UNKNOWN_ID, 5)), Banned.row((4, 4)))
    ),
]
"""One for each of SOURCES."""


def keeps_to(target: tuple[int, ...], imposed: TokenConstraints) -> bool:
    return target[: len(imposed.prefix)] == imposed.prefix and not any(
        banned.is_in(target) for banned in imposed.banned
    )


PIECES = {"<pad>": 0, "<s>": 1, "</s>": 2, "<unk>": 3, "▁a": 4, "b": 5}


@pytest.mark.parametrize(
    "imposed",
    [
        TokenConstraints(prefix=(5,)),
        TokenConstraints(prefix=(4, UNKNOWN_ID, 4)),
        TokenConstraints(prefix=(5, END_ID)),
        TokenConstraints(banned=(Banned.row((4,)),)),
        TokenConstraints(banned=(Banned.row((4, 5)),)),
        TokenConstraints(banned=(Banned.row((4, 5, 4)), Banned.row((UNKNOWN_ID,)))),
        TokenConstraints(banned=(Banned.spelled("▁b", PIECES),)),
        TokenConstraints(banned=(Banned.spelled("▁abb", PIECES), Banned.row((4, 4)))),
        TokenConstraints(prefix=(4,), banned=(Banned.row((4, 4)), Banned.row((5, 4)))),
    ],
)
def test_a_wide_beam_finds_what_is_left_of_everything(
    imposed: TokenConstraints,
) -> None:
    network = ToyNetwork()

    found = beam_search(network, SOURCES, ALL, [imposed] * len(SOURCES))

    for source, hypotheses in zip(SOURCES, found, strict=True):
        everything = ranked_by_hand(network, source, ALL)
        left = [(score, y) for score, y in everything if keeps_to(y, imposed)]
        assert 0 < len(left) < len(everything)
        assert [hypothesis.ids for hypothesis in hypotheses] == [y for _, y in left]
        np.testing.assert_allclose(
            [hypothesis.score for hypothesis in hypotheses],
            [score for score, _ in left],
            atol=1e-5,
        )


@pytest.mark.parametrize("attends", [False, True])
@pytest.mark.parametrize("beam_size", [1, 3])
def test_a_sentence_alone_is_searched_as_in_a_batch(
    beam_size: int, attends: bool
) -> None:
    network = ToyNetwork(attends=attends)
    config = SearchConfig(beam_size=beam_size, n_best=beam_size)

    together = beam_search(network, SOURCES, config, DIFFERENT)

    for source, imposed, hypotheses in zip(SOURCES, DIFFERENT, together, strict=True):
        (alone,) = beam_search(network, [source], config, [imposed])
        assert len(hypotheses) == beam_size
        for found, expected in zip(hypotheses, alone, strict=True):
            assert_same(found, expected)


@pytest.mark.parametrize("beam_size", [1, 4])
def test_the_search_says_of_a_hypothesis_what_forced_decoding_says(
    beam_size: int,
) -> None:
    network = ToyNetwork()
    config = SearchConfig(beam_size=beam_size, n_best=beam_size, length_penalty=0.5)

    found = beam_search(network, SOURCES, config, DIFFERENT)

    for number in range(beam_size):
        hypotheses = [of_sentence[number] for of_sentence in found]
        forced = force(
            network,
            SOURCES,
            [hypothesis.ids for hypothesis in hypotheses],
            rows=[imposed.rows for imposed in DIFFERENT],
            length_penalty=0.5,
        )
        for hypothesis, imposed, expected in zip(
            hypotheses, DIFFERENT, forced, strict=True
        ):
            assert keeps_to(hypothesis.ids, imposed)
            assert_same(hypothesis, expected)


def test_a_forced_row_is_the_row_of_every_hypothesis() -> None:
    config = SearchConfig(beam_size=3, n_best=3)

    found = beam_search(ToyNetwork(), SOURCES, config, DIFFERENT)

    for hypotheses, imposed in zip(found, DIFFERENT, strict=True):
        for hypothesis in hypotheses:
            assert hypothesis.alignment is not None
            for position, row in imposed.rows.items():
                for used in hypothesis.alignment[position : position + 1]:
                    np.testing.assert_allclose(used, row, atol=1e-7)


def test_a_whole_prefix_is_the_only_hypothesis() -> None:
    imposed = TokenConstraints(prefix=(4, UNKNOWN_ID, 5, 5, END_ID))
    config = SearchConfig(beam_size=4, n_best=4, forbid_unknown=True)

    for source, hypotheses in zip(
        SOURCES, beam_search(ToyNetwork(), SOURCES, config, [imposed] * 4), strict=True
    ):
        (found,) = hypotheses
        assert found.ids == imposed.prefix
        assert found.log_prob == pytest.approx(
            ToyNetwork().log_prob(source, imposed.prefix), abs=1e-5
        )


def test_a_prefix_that_fills_the_limit_is_ended_there() -> None:
    config = SearchConfig(beam_size=2, max_length_ratio=0.1, max_length_extra=3)

    for (found,) in beam_search(
        ToyNetwork(), SOURCES, config, [TokenConstraints(prefix=(4, 5))] * 4
    ):
        assert found.ids == (4, 5, END_ID)


@pytest.mark.parametrize("beam_size", [1, 5])
def test_imposing_nothing_changes_nothing(beam_size: int) -> None:
    config = SearchConfig(beam_size=beam_size, n_best=beam_size)

    free = beam_search(ToyNetwork(), SOURCES, config)
    bound = beam_search(ToyNetwork(), SOURCES, config, [TokenConstraints()] * 4)

    for hypotheses, others in zip(free, bound, strict=True):
        assert [h.ids for h in hypotheses] == [other.ids for other in others]
        assert [h.score for h in hypotheses] == [other.score for other in others]


def repeats(target: tuple[int, ...], size: int) -> bool:
    ngrams = [target[i : i + size] for i in range(len(target) - size + 1)]
    return len(set(ngrams)) < len(ngrams)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_wide_beam_finds_what_repeats_no_ngram(size: int) -> None:
    network = ToyNetwork()
    config = replace(ALL, no_repeat_ngram_size=size)

    found = beam_search(network, SOURCES, config)

    left_out = 0
    for source, hypotheses in zip(SOURCES, found, strict=True):
        ranked = [target for _, target in ranked_by_hand(network, source, ALL)]
        expected = [target for target in ranked if not repeats(target, size)]
        left_out += len(ranked) - len(expected)
        assert [one.ids for one in hypotheses] == expected
    assert left_out


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_network_that_writes_two_words_for_ever_is_stopped(size: int) -> None:
    network = ToyNetwork()
    network.table[..., (4, 5)] += 20
    long = SearchConfig(beam_size=4, n_best=4, max_length_ratio=5.0)

    free = beam_search(network, SOURCES, long)
    found = beam_search(network, SOURCES, replace(long, no_repeat_ngram_size=size))

    assert all(repeats(one.ids, size) for sentence in free for one in sentence)
    assert not any(repeats(one.ids, size) for sentence in found for one in sentence)


def test_a_prefix_may_repeat_what_the_search_may_not() -> None:
    config = replace(ALL, beam_size=4, n_best=4, no_repeat_ngram_size=1)
    imposed = TokenConstraints(prefix=(5, 5))

    (found,) = beam_search(ToyNetwork(), SOURCES[:1], config, [imposed])

    assert all(one.ids[:2] == (5, 5) for one in found)
    assert all(5 not in one.ids[2:] for one in found)
