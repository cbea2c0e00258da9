"""How many threads torch has during a search and after it."""

from collections.abc import Callable, Iterator
from threading import Event, Thread

import pytest
import torch

from nmtviz.search.cores import one_core


@pytest.fixture
def three() -> Iterator[None]:
    """torch uses three threads, as a person's program may want."""
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


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
