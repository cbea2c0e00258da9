"""Minibatches that are made ahead are those that are made when they are asked for."""

import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import astuple
from itertools import islice
from multiprocessing import active_children
from typing import Any

import numpy as np
import pytest
import torch

from nmtviz.data.batches import Batch, MinibatchSchedule
from nmtviz.data.corpus import read_pairs
from nmtviz.data.prepare import encode_pairs
from nmtviz.data.subwords import SubwordSampler
from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.errors import TrainingError
from nmtviz.training.ahead import Minibatches, processes_ahead
from nmtviz.training.distributed import ALONE, Workers
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


@pytest.mark.parametrize("processes", [0, 1, 2])
@pytest.mark.parametrize("first", [0, 7])
def test_they_are_the_same_from_any_update_on(
    made: tuple[SentencePieceTokenizer, MinibatchSchedule], first: int, processes: int
) -> None:
    _, schedule = made

    found = Minibatches(schedule).following(first, processes=processes)

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

    drawn = [*islice(Minibatches(schedule, sampler).following(0, processes=2), COUNT)]

    at_once = Minibatches(schedule, sampler).following(0)
    np.testing.assert_equal(list(map(astuple, drawn)), arrays(at_once))
    for number, batch in enumerate(drawn):
        own = schedule.batch(number)
        assert texts(batch) == texts(own)
        np.testing.assert_equal(batch.target, own.target)
    assert any(
        batch.source_lengths.sum() > schedule.batch(number).source_lengths.sum()
        for number, batch in enumerate(drawn)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are POSIX's")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_a_whole_group_hears_ends_none_of_those_ahead(
    made: tuple[SentencePieceTokenizer, MinibatchSchedule], number: signal.Signals
) -> None:
    """As a job's end, a closed terminal or Ctrl-C, which the run itself listens to."""
    reading, writing = os.pipe()
    if not (child := os.fork()):  # a group of its own, to signal all of it
        os.setpgid(0, 0)
        heard: list[int] = []
        signal.signal(number, lambda *_: heard.append(1))
        batches = Minibatches(made[1]).following(0, processes=2)
        found = [len(next(batches).source) for _ in range(9)]  # both have begun
        os.killpg(0, number)
        found += [len(next(batches).source) for _ in range(60)]  # more than are ahead
        os.write(writing, bytes([len(heard), *found]))
        os._exit(0)
    os.waitpid(child, 0)

    assert os.read(reading, 100) == bytes([1] + [10] * 69)


def test_one_that_is_killed_is_told_of(
    made: tuple[SentencePieceTokenizer, MinibatchSchedule],
) -> None:
    batches = Minibatches(made[1]).following(0, processes=1)
    next(batches)
    (child,) = active_children()
    child.kill()

    with pytest.raises(TrainingError, match=r"All 1 .* the same command resumes it"):
        list(batches)


def test_only_a_gpu_has_them_made_ahead() -> None:
    several = Workers(world_size=64, local_world_size=64)
    assert processes_ahead(torch.device("cpu"), ALONE) == 0
    assert processes_ahead(torch.device("cuda"), several) == 1
