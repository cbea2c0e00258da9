"""How much of a machine a search takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import torch

from nmtviz.errors import InputError, lack_of_memory


class _Threads:
    """How many threads torch uses while none of ours searches.

    torch keeps that number for each thread, and one for threads that are new: what the
    first of several searches found is what each of them has to give back.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._usual = 1

    def begin(self) -> None:
        """Use one."""
        with self._lock:
            if not self._inside:
                self._usual = torch.get_num_threads()
            self._inside += 1
            torch.set_num_threads(1)

    def end(self) -> None:
        """Use as many as before."""
        with self._lock:
            self._inside -= 1
            torch.set_num_threads(self._usual)


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
