"""What becomes of memory that is not needed any more.

glibc hands big freed blocks back to the system and asks for them again a moment later,
which costs a quarter of the time of a training step on a CPU, and a twentieth of that
of a search through many sentences.
"""

from nmtviz.libc import of_libc

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_MAX = -1, -2, -4  # malloc.h
_LARGEST_INT = 2**31 - 1


def keep_freed_memory() -> None:
    """Have this process keep what it frees, for what it asks for next."""
    if mallopt := of_libc("mallopt"):
        mallopt(_M_MMAP_MAX, 0)
        mallopt(_M_TRIM_THRESHOLD, _LARGEST_INT)
        mallopt(_M_TOP_PAD, 64 << 20)


def give_back_memory() -> None:
    """Give back to the system what is free, wherever it lies.

    An evaluation leaves holes that the buffers of training do not fit into, and more of
    them each time: a run would grow by hundreds of megabytes with every look.
    """
    if trim := of_libc("malloc_trim"):
        trim(0)
