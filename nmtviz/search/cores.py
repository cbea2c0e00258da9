"""How much of a CPU a search takes."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def one_core() -> Iterator[None]:
    """Keep the work of this thread on one core.

    A step of a search is many small products: to share each one between cores takes
    longer than to do it, and 40 times as long when another program is busy.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
