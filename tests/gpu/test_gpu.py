"""Everything a GPU is asked to do, tried without one."""

import subprocess
import sys
from pathlib import Path

import pytest

APART = Path(__file__).with_name("apart.py")


@pytest.mark.slow
def test_nothing_is_left_on_the_cpu() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--tb=short", str(APART)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert not done.returncode, done.stdout + done.stderr
