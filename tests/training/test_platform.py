import pytest
import torch

from nmtviz.errors import ConfigError
from nmtviz.training.platform import (
    current_commit,
    describe_device,
    prepare_process,
)


@pytest.mark.parametrize("threads", [0, -2])
def test_less_than_one_thread_is_refused(threads: int) -> None:
    with pytest.raises(ConfigError, match=f"threads must be at least 1, got {threads}"):
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
