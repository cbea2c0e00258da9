"""Training in the process of the tests leaves that process as it was."""

import signal
from collections.abc import Iterator

import pytest

from nmtviz.training import command


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let `train` run in this process, which keeps its memory and its signals."""
    monkeypatch.setattr(command, "prepare_process", lambda *_, **__: None)
    before = {number: signal.getsignal(number) for number in (15, 2)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
