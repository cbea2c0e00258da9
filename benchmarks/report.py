"""What every measurement is told with: the machine, the versions, and a table."""

import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import torch

from nmtviz.training.platform import avoid_broken_tiles

avoid_broken_tiles()  # before the first product

MATRIX = 2048
"""Side of the square product that the machine's own speed is measured with."""


def machine() -> dict[str, Any]:
    """Return what a number depends on besides the code."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "matrix_gflops": {
            str(kind).removeprefix("torch."): round(matrix_rate(kind) / 1e9)
            for kind in number_types()
        },
    }


def seconds(
    action: Callable[[], object],
    runs: int,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """Time an action after one run that does not count; returns all times."""
    action()
    return [_once(action, clock) for _ in range(runs)]


def status(name: str, pid: int | str = "self") -> int:
    """Return a size in bytes that Linux keeps of a process, such as `VmRSS`."""
    path = Path(f"/proc/{pid}/status")
    for line in path.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"{path} must say {name}.")


def show(title: str, rows: list[dict[str, Any]], json_file: Path | None) -> None:
    """Print a table with the machine above it, and write both as JSON."""
    about = machine()
    print(title)
    print("  ".join(f"{name} {value}" for name, value in about.items()))
    if not rows:
        raise SystemExit("There was nothing to measure.")
    columns = list(rows[0])
    cells = [columns, *([str(row[name]) for name in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        print("  ".join(map(str.ljust, line, widths)).rstrip())
    if json_file:
        json_file.parent.mkdir(parents=True, exist_ok=True)
        json_file.write_text(json.dumps({"machine": about, "rows": rows}, indent=2))


def spread(values: list[float], digits: int = 0) -> str:
    """Return the median and, in brackets, the smallest and the largest."""
    middle, low, high = median(values), min(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"


def _once(action: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    action()
    return clock() - began


def number_types() -> list[torch.dtype]:
    """Return the types the processor has products for; others take minutes here."""
    able = torch.cpu.get_capabilities()
    known = able.get("avx512_bf16") or able.get("amx_bf16")
    return [torch.float32, torch.bfloat16] if known else [torch.float32]


def matrix_rate(
    kind: torch.dtype, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the best of five large products, in operations a second."""
    left, right = torch.randn(2, MATRIX, MATRIX).to(kind)
    best = min(seconds(lambda: left @ right, 5, clock))
    return 2 * MATRIX**3 / best


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
