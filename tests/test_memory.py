import subprocess
import sys

import pytest

HOLES = """
from pathlib import Path
import torch
from nmtviz.memory import give_back_memory, keep_freed_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20

keep_freed_memory()
blocks = [torch.ones(1 << 18) for _ in range(400)]  # 1 MB each
del blocks[::2]
kept = resident()
give_back_memory()
print(kept - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's settings")
def test_holes_between_buffers_are_given_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HOLES], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) > 150  # of 200 MB
