"""Batches that are searched side by side."""

from collections.abc import Iterator, Sequence
from threading import Barrier, Lock

import pytest
import torch

from nmtviz.search.scheduling import MOST, Turns
from tests.threads import torch_threads


@pytest.fixture(params=[3, MOST + 1])
def _cores(request: pytest.FixtureRequest) -> Iterator[None]:
    with torch_threads(request.param):
        yield


@pytest.mark.usefixtures("_cores")
def test_there_are_as_many_turns_as_cores_but_one_on_a_gpu() -> None:
    assert Turns.on(torch.device("cpu")).count == min(torch.get_num_threads(), MOST)
    assert Turns.on(torch.device("cuda")).count == 1


def test_those_of_similar_length_go_together_and_the_longest_first() -> None:
    batches: list[list[int]] = []

    def work(batch: Sequence[int]) -> list[str]:
        batches.append([*batch])
        return [f"sentence {number}" for number in batch]

    lengths = {7: 5, 8: 1, 9: 9, 10: 2, 11: 6}
    found = Turns().in_batches(work, lengths, 2)

    assert batches == [[9], [7, 11], [8, 10]]
    assert found == {number: f"sentence {number}" for number in lengths}


@pytest.mark.usefixtures("_cores")
def test_callers_together_have_no_more_than_the_turns() -> None:
    turns, lock, inside, most = Turns(2), Lock(), 0, 0
    together = Barrier(2, timeout=60)

    def work(batch: Sequence[int]) -> Sequence[int]:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        together.wait()  # both turns are taken
        with lock:
            inside -= 1
        return batch

    def call(_: Sequence[int]) -> list[int]:
        return [len(turns.in_batches(work, dict.fromkeys(range(4), 1), 1))]

    callers = Turns(2)  # two at once, who know nothing of one another
    assert callers.in_batches(call, {0: 1, 1: 1}, 1) == {0: 4, 1: 4}
    assert most == 2
