"""One process a folder: the system's lock on a file says whether one is at it.

A process trains in a folder, or evaluates. The lock goes with the process, however it
ends, so a killed one is never taken for a living one, also after a restart of the
machine.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import portalocker

from nmtviz.errors import TrainingError

_NAME = ".lock"
_PATIENCE = 5.0  # seconds to wait for those who only ask


@contextmanager
def run_lock(run: Path) -> Iterator[None]:
    """Be the only process that writes to a run folder.

    Raises:
        TrainingError: If another process is, or the folder cannot be written, or its
            file system has no locks.
    """
    path = run / _NAME
    lock = portalocker.Lock(
        path,
        "ab",
        timeout=_PATIENCE,
        check_interval=0.05,
        flags=portalocker.LOCK_EX | portalocker.LOCK_NB,
    )
    try:
        lock.acquire()
    except portalocker.AlreadyLocked as error:
        raise TrainingError(
            f"{run} must be trained by one process at a time, and another one is at it."
        ) from error
    except portalocker.LockException as error:
        raise TrainingError(f"{path} cannot be locked: {error.strerror}.") from error
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()


def is_running(run: Path) -> bool:
    """Say whether a process, of whomever, writes to a folder now."""
    try:
        with (run / _NAME).open("rb") as file:
            portalocker.lock(file, portalocker.LOCK_SH | portalocker.LOCK_NB)
            portalocker.unlock(file)
    except portalocker.AlreadyLocked:
        return True
    except (portalocker.LockException, OSError):
        return False  # nobody can hold a lock there, or nobody has ever written there
    return False
