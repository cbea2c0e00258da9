import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from nmtviz.errors import ConfigError
from nmtviz.training import platform
from nmtviz.training.platform import (
    INSTRUCTIONS,
    current_commit,
    describe_device,
    prepare_process,
    tiles_work,
)

BFLOAT16 = """
from nmtviz.training.platform import avoid_broken_tiles
avoid_broken_tiles()
import torch
a = torch.ones(300, 512, dtype=torch.bfloat16)
print(float((a @ a.t()).float().sum()))
"""


@pytest.mark.parametrize("threads", [0, -2, 10**11])
def test_threads_that_no_machine_has_are_refused(threads: int) -> None:
    with pytest.raises(ConfigError, match=f"threads must be 1 to 1024, got {threads}"):
        prepare_process(threads)


def test_a_cpu_is_described_with_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = torch.device("cpu")
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    assert describe_device(cpu) == "CPU, 1 thread"
    monkeypatch.setattr(torch, "get_num_threads", lambda: 3)
    assert describe_device(cpu) == "CPU, 3 threads"


def test_without_git_the_commit_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert current_commit() == "unknown"


def test_the_commit_is_never_that_of_somebody_elses_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "theirs"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    module = tmp_path / "venv" / "nmtviz" / "training" / "platform.py"
    module.parent.mkdir(parents=True)
    monkeypatch.setattr(platform, "__file__", str(module))

    assert current_commit() == "unknown"


def test_products_in_bfloat16_work_on_every_machine() -> None:
    """Also on one that announces tile registers and has none."""
    asked_anew = {k: v for k, v in os.environ.items() if k != INSTRUCTIONS}
    done = subprocess.run(
        [sys.executable, "-c", BFLOAT16],
        capture_output=True,
        text=True,
        check=True,
        env=asked_anew,
    )
    assert float(done.stdout) == 300 * 512 * 300


@pytest.mark.parametrize(
    ("newest", "expected"),
    [("DEFAULT", True), ("AVX10_1_512_AMX", True), ("AVX512_CORE_FP16", False)],
)
def test_tiles_work_where_products_may_use_them(
    monkeypatch: pytest.MonkeyPatch, newest: str, expected: bool
) -> None:
    monkeypatch.setenv(INSTRUCTIONS, newest)
    assert tiles_work() is expected
