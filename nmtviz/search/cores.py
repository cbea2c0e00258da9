"""How much of a machine a search takes."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from nmtviz.errors import InputError, lack_of_memory


@contextmanager
def one_core() -> Iterator[None]:
    """Keep the work of this thread on one core.

    A step of a search is many small products: to share each one between cores takes
    longer than to do it, and 40 times as long when another program is busy. So it is
    with the many short passes over weights when a network is read.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


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
