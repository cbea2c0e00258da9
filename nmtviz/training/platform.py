"""What training wants of the machine, and what it says of it: device and commit."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import torch

from nmtviz.errors import ConfigError

_MOST_THREADS = 1024

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_MAX = -1, -2, -4  # malloc.h
_LARGEST_INT = 2**31 - 1

INSTRUCTIONS = "ONEDNN_MAX_CPU_ISA"
"""What names the newest instructions that torch's products on a CPU may use."""

_ANY_INSTRUCTIONS = "DEFAULT"

_PRODUCT = "import torch; a = torch.ones(512, 512, dtype=torch.bfloat16); a @ a"


def prepare_process(threads: int | None, *, bfloat16: bool = True) -> None:
    """Set threads, keep freed memory, and round tiny numbers to zero.

    glibc hands big freed blocks back to the system and asks for them again a
    moment later, which costs a quarter of the time of a training step on a CPU.

    Args:
        threads: Threads for one operation; torch's own choice if None.
        bfloat16: Whether there will be products in it.

    Raises:
        ConfigError: If there are fewer than one, or more than any machine has.
    """
    if threads is not None:
        if not 1 <= threads <= _MOST_THREADS:
            raise ConfigError(f"threads must be 1 to {_MOST_THREADS}, got {threads}.")
        torch.set_num_threads(threads)
    if bfloat16:
        avoid_broken_tiles()
    torch.set_flush_denormal(True)
    if mallopt := _of_libc("mallopt"):
        mallopt(_M_MMAP_MAX, 0)
        mallopt(_M_TRIM_THRESHOLD, _LARGEST_INT)
        mallopt(_M_TOP_PAD, 64 << 20)


def give_back_memory() -> None:
    """Give back to the system what is free, wherever it lies.

    An evaluation leaves holes that the buffers of training do not fit into, and more of
    them each time: a run would grow by hundreds of megabytes with every look.
    """
    if trim := _of_libc("malloc_trim"):
        trim(0)


def avoid_broken_tiles() -> None:
    """Have products leave the tile registers (AMX) alone where they do not work.

    Some virtual machines announce them but hide their sizes (CPUID leaf 0x1D). The
    first product in bfloat16 kills a process there, so another process tries it.
    It counts until the first product of this process, and for those it starts.
    """
    if INSTRUCTIONS in os.environ or not _announces_tiles():
        return
    trial = subprocess.run(
        [sys.executable, "-c", _PRODUCT], stderr=subprocess.DEVNULL, check=False
    )
    works = trial.returncode != -signal.SIGILL
    os.environ[INSTRUCTIONS] = _ANY_INSTRUCTIONS if works else "AVX512_CORE_FP16"


def tiles_work() -> bool:
    """Say whether products on this CPU may use its tile registers (AMX)."""
    avoid_broken_tiles()
    newest = os.environ.get(INSTRUCTIONS, "")
    return newest == _ANY_INSTRUCTIONS or "AMX" in newest


def _of_libc(name: str) -> Callable[..., int] | None:
    """Return a function of glibc; None where there is another one or none."""
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), name, None)


def _announces_tiles() -> bool:
    about = Path("/proc/cpuinfo")
    return about.exists() and "amx_tile" in about.read_text("utf-8")


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
