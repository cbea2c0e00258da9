"""`nmtviz` in processes of its own that are there in an instant.

Importing torch takes seconds. A server process imports it once and forks for each
command, which leaves real processes that can be killed for real.
"""

import os
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

_CONTEXT = get_context("forkserver")
# Optimizers import torch._dynamo at their first step.
_CONTEXT.set_forkserver_preload(
    ["torch._dynamo", "nmtviz.cli", "nmtviz.training.command"]
)


def start(arguments: Sequence[str]) -> BaseProcess:
    """Start a command; its exit code becomes the process's."""
    process = _CONTEXT.Process(target=_run, args=(list(arguments),), daemon=True)
    process.start()
    return process


def _run(arguments: list[str]) -> None:
    from nmtviz.cli import main  # noqa: PLC0415

    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    sys.exit(main(arguments))
