"""Functions of the C library that Python does not have."""

import ctypes
import sys
from collections.abc import Callable


def of_libc(name: str) -> Callable[..., int] | None:
    """Return a function of glibc; None where there is another library, or none."""
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), name, None)
