"""What training wants of the machine, and what it says of it: device and commit."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import torch

from nmtviz.errors import ConfigError
from nmtviz.memory import keep_freed_memory

_MOST_THREADS = 1024

INSTRUCTIONS = "ONEDNN_MAX_CPU_ISA"
"""What names the newest instructions that torch's products on a CPU may use."""

_ANY_INSTRUCTIONS = "DEFAULT"

_PRODUCT = "import torch; a = torch.ones(512, 512, dtype=torch.bfloat16); a @ a"


def prepare_process(threads: int | None, *, bfloat16: bool = True) -> None:
    """Set threads, keep freed memory, and round tiny numbers to zero.

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
    keep_freed_memory()


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
    """Return the commit this code is at, or `unknown` outside its own repository."""
    root = Path(__file__).parents[2]
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--show-toplevel", "--short", "HEAD"],
            cwd=root,
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    top, commit = found.stdout.splitlines()
    return commit if Path(top).samefile(root) else "unknown"
