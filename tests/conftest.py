"""What every test may ask for."""

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from nmtviz.training.platform import avoid_broken_tiles

REPOSITORY = Path(__file__).parents[1]

torch.set_num_threads(1)  # sums in one order, so numbers repeat
avoid_broken_tiles()  # before the first product, and for the processes of tests


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of real corpora: `$NMTVIZ_DATA`, or the one beside the checkout."""
    beside = REPOSITORY.parent / "shared" / "data"
    folder = Path(os.environ.get("NMTVIZ_DATA", beside))
    if not folder.is_dir():
        pytest.skip("no corpora here: set NMTVIZ_DATA to their folder")
    return folder


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that has no locks, as some network's."""

    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("portalocker.portalocker.LOCKER", refused)


@pytest.fixture
def started(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Every process this one starts, in order; none is left afterwards."""
    processes: list[subprocess.Popen[bytes]] = []

    class Recorded(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[call-overload]
            processes.append(self)

    with monkeypatch.context() as patched:
        patched.setattr(subprocess, "Popen", Recorded)
        yield processes
    for process in processes:
        process.terminate()  # torchrun ends its workers
        process.wait()
