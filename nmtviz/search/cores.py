"""How much of a machine a search takes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Lock, local
from typing import TypeVar

import torch

from nmtviz.errors import InputError, lack_of_memory

Task = TypeVar("Task")
Result = TypeVar("Result")


class _Threads:
    """How many threads torch uses while none of ours searches.

    torch keeps that number for each thread, and one for threads that are new: what the
    first of several searches found is what each of them has to give back.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._searches = 0  # of all threads
        self._usual = 1
        self._here = local()  # `depth`: how many searches of this thread

    def begin(self) -> None:
        """Use one."""
        with self._lock:
            self._usual = self._usual_now()  # among others: what the first one found
            self._searches += 1
            self._here.depth = self._depth() + 1
            torch.set_num_threads(1)

    def end(self) -> None:
        """Use as many as before."""
        with self._lock:
            self._searches -= 1
            self._here.depth -= 1
            torch.set_num_threads(1 if self._depth() else self._usual)

    def usual(self) -> int:
        """Return how many that is."""
        with self._lock:
            return self._usual_now()

    def is_alone(self) -> bool:
        """Say whether this thread is to use no other."""
        return self._depth() > 0

    def _usual_now(self) -> int:
        return self._usual if self._searches else torch.get_num_threads()

    def _depth(self) -> int:
        depth: int = getattr(self._here, "depth", 0)
        return depth


_THREADS = _Threads()


@contextmanager
def one_core() -> Iterator[None]:
    """Keep the work of this thread on one core.

    A step of a search is many small products: to share each one between cores takes
    longer than to do it, and 40 times as long when another program is busy. So it is
    with the many short passes over weights when a network is read.
    """
    _THREADS.begin()
    try:
        yield
    finally:
        _THREADS.end()


def cores() -> int:
    """Return how many cores there are: as many as torch may use."""
    return _THREADS.usual()


def side_by_side(
    work: Callable[[Task], Result], tasks: Sequence[Task], most: int
) -> list[Result]:
    """Do independent work, at most so much at once; return what comes of each task.

    A thread that keeps to one core does it all. Once a task has failed, those that have
    not begun are left, and the first in order that failed is heard of.

    Args:
        work: What to do, each on one core.
        tasks: What to do it with; to begin with those that take longest lets all cores
            end together.
        most: How many threads to use.
    """
    most = min(most, len(tasks))
    if most < 2 or _THREADS.is_alone():
        return [work(task) for task in tasks]
    with ThreadPoolExecutor(most) as pool:
        futures = [pool.submit(work, task) for task in tasks]
        try:
            wait(futures, return_when=FIRST_EXCEPTION)
        finally:  # of those to come, as one has failed or a person stops it
            pool.shutdown(cancel_futures=True)
        return [future.result() for future in futures]


@contextmanager
def searching() -> Iterator[None]:
    """Search on one core, within the memory there is.

    Raises:
        InputError: If the memory does not suffice.
    """
    try:
        with one_core():
            yield
    except (MemoryError, RuntimeError) as error:
        if lack := lack_of_memory(error):
            raise InputError(
                "The memory must hold all hypotheses of a batch of sentences, but ran "
                f"out ({lack}). Choose a smaller beam or fewer sentences at once."
            ) from error
        raise
