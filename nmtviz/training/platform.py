"""Settings of the machine that training wants, made once for its process."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import torch

from nmtviz.errors import ConfigError

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_MAX = -1, -2, -4  # malloc.h
_LARGEST_INT = 2**31 - 1


def prepare_process(threads: int | None) -> None:
    """Set threads, keep freed memory, and round tiny numbers to zero.

    glibc hands big freed blocks back to the system and asks for them again a
    moment later, which costs a quarter of the time of a training step on a CPU.

    Args:
        threads: Threads for one operation; torch's own choice if None.

    Raises:
        ConfigError: If there are fewer than one.
    """
    if threads is not None:
        if threads < 1:
            raise ConfigError(f"threads must be at least 1, got {threads}.")
        torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # not in every libc
        if mallopt is not None:
            mallopt(_M_MMAP_MAX, 0)
            mallopt(_M_TRIM_THRESHOLD, _LARGEST_INT)
            mallopt(_M_TOP_PAD, 64 << 20)


def describe_device(device: torch.device, processes: int = 1) -> str:
    """Return a device's name for people, with the threads of a CPU.

    Args:
        device: What a process computes on.
        processes: How many do.
    """
    if device.type == "cuda":
        name = torch.cuda.get_device_name(device)
    else:
        count = torch.get_num_threads()
        name = f"CPU, {count} thread{'s' if count > 1 else ''}"
    return f"{processes} x {name}" if processes > 1 else name


def current_commit() -> str:
    """Return the commit this code is at, or `unknown` outside a repository."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=Path(__file__).parent,
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()
