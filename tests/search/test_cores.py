"""How many threads torch has during a search and after it."""

from collections.abc import Callable, Iterator
from threading import Barrier, Event, Thread, get_ident
from time import sleep

import pytest
import torch

from nmtviz.search.cores import cores, one_core, side_by_side
from tests.threads import torch_threads


@pytest.fixture
def three() -> Iterator[None]:
    """torch uses three threads, as a person's program may want."""
    with torch_threads(3):
        yield


def in_thread(work: Callable[[], object]) -> Thread:
    thread = Thread(target=work)
    thread.start()
    return thread


def threads_of_a_new_thread() -> int:
    found: list[int] = []
    in_thread(lambda: found.append(torch.get_num_threads())).join()
    return found[0]


@pytest.mark.usefixtures("three")
def test_a_search_has_one_and_gives_the_others_back() -> None:
    with one_core():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == 3

    with pytest.raises(ValueError, match="stop"), one_core():
        raise ValueError("stop")
    assert torch.get_num_threads() == 3


@pytest.mark.usefixtures("three")
def test_of_searches_that_overlap_the_last_one_gives_them_back() -> None:
    begun, go_on = Event(), Event()

    def other() -> None:
        with one_core():
            begun.set()
            go_on.wait(60)

    with one_core():
        thread = in_thread(other)
        assert begun.wait(60)
    go_on.set()
    thread.join()

    assert torch.get_num_threads() == 3
    assert threads_of_a_new_thread() == 3


@pytest.mark.usefixtures("three")
def test_a_thread_that_keeps_to_one_core_does_all_itself() -> None:
    def who() -> set[int]:
        return {*side_by_side(lambda _: get_ident(), range(6), most=3)}

    with one_core():
        with one_core():
            assert who() == {get_ident()}
        assert who() == {get_ident()}
        assert torch.get_num_threads() == 1
        assert cores() == 3  # there are, for others
    assert get_ident() not in who()
    assert cores() == 3


def test_work_goes_on_at_once_and_comes_back_in_order() -> None:
    together = Barrier(3, timeout=60)

    def work(task: int) -> int:
        together.wait()  # never passed by fewer than three at once
        return task * task

    assert side_by_side(work, range(6), most=3) == [0, 1, 4, 9, 16, 25]


@pytest.mark.parametrize(("tasks", "most"), [(1, 3), (3, 1), (0, 3)])
def test_what_needs_no_thread_gets_none(tasks: int, most: int) -> None:
    found = side_by_side(lambda _: get_ident(), range(tasks), most)
    assert found == [get_ident()] * tasks


@pytest.mark.parametrize("failing", [0, 1])
def test_nothing_is_begun_any_more_once_a_task_has_failed(failing: int) -> None:
    begun: list[int] = []

    def work(task: int) -> None:
        begun.append(task)
        if task == failing:
            raise ValueError("too large")
        if task == 0:
            sleep(0.5)  # it takes longer than all the others together
        sleep(0.001)  # so that the others are still to come

    with pytest.raises(ValueError, match="too large"):
        side_by_side(work, range(200), most=2)
    assert len(begun) < 200
