"""Commands of ours, done by other processes."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

from nmtviz.errors import NmtvizError
from nmtviz.runs.output import last_words

REPOSITORY = Path(__file__).parents[2]
"""Where commands find this package, installed or not."""

_GIVES_WAY = 10
"""How nice a process is, in the system's sense, that people do not wait for."""


def module_command(*words: str) -> list[str]:
    """Return `python -m WORDS`, of the Python that runs this process."""
    return [sys.executable, "-m", *words]


def start_apart(
    command: Sequence[str],
    output: IO[bytes],
    *,
    environment: Mapping[str, str] | None = None,
    keep: Sequence[int] = (),
) -> int:
    """Start a process that lives on when this one ends; return its number.

    It leaves the cores to this one where both want them, if the system knows of that.

    Args:
        command: What `module_command` returned.
        output: Where all goes that it says.
        environment: Its variables; None gives it those of this process.
        keep: File descriptors that it has, too.

    Raises:
        OSError: If it cannot be started.
    """
    process = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        pass_fds=keep,
        start_new_session=True,  # Ctrl-C at the server is not meant for it
    )
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, _GIVES_WAY)
    Thread(target=process.wait, daemon=True).start()  # no dead child is left over
    return process.pid


def run_to_end(
    *words: str, kind: type[NmtvizError], timeout: float | None = None
) -> None:
    """Wait for `nmtviz WORDS`.

    Args:
        words: The command and its arguments; paths are absolute.
        kind: The error to raise.
        timeout: Seconds it may take; None is without limit.

    Raises:
        NmtvizError: If it fails, in its own words; of that kind.
    """
    try:
        subprocess.run(
            module_command("nmtviz", *words),
            cwd=REPOSITORY,
            check=True,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
    except subprocess.CalledProcessError as error:
        raise kind(last_words(error.stderr)) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise kind(f"nmtviz {words[0]} did not come to its end: {error}.") from error
