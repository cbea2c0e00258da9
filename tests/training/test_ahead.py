"""Minibatches that are made ahead are those that are made when they are asked for."""

from collections.abc import Iterable
from dataclasses import astuple
from itertools import islice
from typing import Any

import numpy as np
import pytest

from nmtviz.data.batches import Batch, MinibatchSchedule
from nmtviz.data.corpus import read_pairs
from nmtviz.data.prepare import encode_pairs
from nmtviz.data.subwords import SubwordSampler
from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.training.ahead import Minibatches
from tests.training import toy

COUNT = 12


@pytest.fixture(scope="module")
def made(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[SentencePieceTokenizer, MinibatchSchedule]:
    """Sources' pieces, and minibatches of them."""
    config = toy.run_config(tmp_path_factory.mktemp("ahead"))
    pairs = read_pairs(config.train)
    source, target = (
        SentencePieceTokenizer.train([pair[side] for pair in pairs], 40)
        for side in (0, 1)
    )
    schedule = MinibatchSchedule(
        encode_pairs(source, target, pairs), batch_size=10, batches_per_fetch=3, seed=1
    )
    return source, schedule


def arrays(batches: Iterable[Batch]) -> list[Any]:
    return [astuple(batch) for batch in islice(batches, COUNT)]


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("first", [0, 7])
def test_they_are_the_same_from_any_update_on(
    made: tuple[SentencePieceTokenizer, MinibatchSchedule], first: int, ahead: bool
) -> None:
    _, schedule = made

    found = Minibatches(schedule).following(first, ahead=ahead)

    expected = [schedule.batch(number) for number in range(first, first + COUNT)]
    np.testing.assert_equal(arrays(found), arrays(expected))


def test_other_pieces_of_the_same_sentences_are_drawn_ahead(
    made: tuple[SentencePieceTokenizer, MinibatchSchedule],
) -> None:
    pieces, schedule = made
    sampler = SubwordSampler(pieces, alpha=0.2, seed=1)

    def texts(batch: Batch) -> list[str]:
        return [
            pieces.decode(ids[:length].tolist()).text
            for ids, length in zip(batch.source, batch.source_lengths, strict=True)
        ]

    drawn = [*islice(Minibatches(schedule, sampler).following(0, ahead=True), COUNT)]

    at_once = Minibatches(schedule, sampler).following(0, ahead=False)
    np.testing.assert_equal(list(map(astuple, drawn)), arrays(at_once))
    for number, batch in enumerate(drawn):
        own = schedule.batch(number)
        assert texts(batch) == texts(own)
        np.testing.assert_equal(batch.target, own.target)
    assert any(
        batch.source_lengths.sum() > schedule.batch(number).source_lengths.sum()
        for number, batch in enumerate(drawn)
    )
