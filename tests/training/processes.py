"""`nmtviz` in processes of its own that are there in an instant.

Importing torch takes seconds. A server process imports it once and forks for each
command, which leaves real processes that can be killed for real.
"""

import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

_CONTEXT = get_context("forkserver")
# Optimizers import torch._dynamo at their first step.
_CONTEXT.set_forkserver_preload(
    ["torch._dynamo", "torch.distributed", "nmtviz.cli", "nmtviz.training.command"]
)


def start(
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    before: Callable[[], None] | None = None,
    errors: Path = Path(os.devnull),
) -> BaseProcess:
    """Start a command; its exit code becomes the process's.

    Args:
        arguments: The command line after `nmtviz`.
        environment: Variables for it alone.
        before: Called in the process before the command.
        errors: File for what it has to complain about.
    """
    process = _CONTEXT.Process(
        target=_run,
        args=(list(arguments), dict(environment or {}), before, errors),
        daemon=True,
    )
    process.start()
    return process


def start_together(arguments: Sequence[Sequence[str]]) -> list[BaseProcess]:
    """Start commands in processes that find each other, as torchrun does."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    shared = {
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        "WORLD_SIZE": str(len(arguments)),
    }
    return [
        start(words, shared | {"RANK": str(rank), "LOCAL_RANK": str(rank)})
        for rank, words in enumerate(arguments)
    ]


def _run(
    arguments: list[str],
    environment: dict[str, str],
    before: Callable[[], None] | None,
    errors: Path,
) -> None:
    from nmtviz.cli import main  # noqa: PLC0415

    os.environ |= environment
    with Path(os.devnull).open("wb") as nothing, errors.open("wb") as file:
        os.dup2(nothing.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    if before is not None:
        before()
    sys.exit(main(arguments))
