"""Two machines train one network; here they are network namespaces of one.

Each has an address of its own and sees the other through a virtual cable only.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.training import toy

PATIENCE = 300.0
MACHINES = ("nmtviz-test-a", "nmtviz-test-b")
CABLES = ("nmtviz-a", "nmtviz-b")
ADDRESSES = ("10.213.77.1", "10.213.77.2")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def two_machines() -> Iterator[None]:
    if sys.platform != "linux" or shutil.which("ip") is None:
        pytest.skip("no command `ip` here to make network namespaces with")
    try:
        for machine in MACHINES:
            ip("netns", "add", machine)
            ip("-n", machine, "link", "set", "lo", "up")
        ends = ("netns", MACHINES[0], "type", "veth", "peer", "name", CABLES[1])
        ip("link", "add", CABLES[0], *ends, "netns", MACHINES[1])
        for machine, cable, address in zip(MACHINES, CABLES, ADDRESSES, strict=True):
            ip("-n", machine, "address", "add", f"{address}/24", "dev", cable)
            ip("-n", machine, "link", "set", cable, "up")
        yield
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces can be made here: {error.stderr.decode()}")
    finally:
        for machine in MACHINES:
            subprocess.run(
                ["ip", "netns", "delete", machine], check=False, capture_output=True
            )


def torchrun(rank: int, *command: str) -> "subprocess.Popen[str]":
    """Start a machine's part of a run."""
    return subprocess.Popen(
        [
            *("ip", "netns", "exec", MACHINES[rank]),
            *(sys.executable, "-m", "torch.distributed.run", "--nnodes", "2"),
            *("--node-rank", str(rank), "--master-addr", ADDRESSES[0]),
            *("--master-port", "29511", "-m", "--", "nmtviz", *command),
        ],
        cwd=REPOSITORY,
        env={**os.environ, "GLOO_SOCKET_IFNAME": CABLES[rank], "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.usefixtures("two_machines")
def test_two_machines_learn_what_one_learns(tmp_path: Path) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path))
    command = (
        *("train", "--config", str(asked.config), "--device", "cpu"),
        *("--threads", "1", "--max-updates", "54"),
    )
    one, two = tmp_path / "one", tmp_path / "two"
    alone = subprocess.run(
        [sys.executable, "-m", "nmtviz", *command, "--run", str(one)],
        cwd=REPOSITORY,
        check=False,
        capture_output=True,
        text=True,
    )
    assert alone.returncode == 0, alone.stderr

    with ExitStack() as started:
        parts = [
            started.enter_context(torchrun(rank, *command, "--run", str(two)))
            for rank in (1, 0)
        ]
        for part in parts:
            started.callback(part.kill)  # nothing once it has ended
        for part in parts:
            said, _ = part.communicate(timeout=PATIENCE)
            assert part.returncode == 0, said

    expected, found = map(toy.losses, (one, two))
    events = [event["event"] for event in found]
    assert events == ["train", "dev", "dev", "train", "dev"]
    for first, second in zip(expected, found, strict=True):
        assert second == {
            name: pytest.approx(value, rel=1e-4) if type(value) is float else value
            for name, value in first.items()
        }
