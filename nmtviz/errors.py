"""Everything that nmtviz raises on purpose, as one tree.

    NmtvizError
    ├── ConfigError       a setting is out of range or contradicts another
    ├── DataError         a corpus or vocabulary file cannot be used
    ├── InputError        a text to translate cannot be used
    ├── CheckpointError   a checkpoint folder cannot be loaded or written
    └── TrainingError     a training run cannot start, go on or be resumed

A page or a command needs one `except NmtvizError`; the text of each error is a
sentence for the person who caused it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NmtvizError(Exception):
    """Base of all errors raised on purpose."""


class ConfigError(NmtvizError):
    """A setting is out of range or contradicts another one."""


class DataError(NmtvizError):
    """A corpus or vocabulary file cannot be used; names file, line and finding."""


class InputError(NmtvizError):
    """A text to translate cannot be used."""


class CheckpointError(NmtvizError):
    """A checkpoint folder cannot be loaded or written."""


class TrainingError(NmtvizError):
    """A training run cannot start, go on or be resumed."""


@contextmanager
def writing(path: Path, kind: type[NmtvizError] = DataError) -> Iterator[None]:
    """Tell people, not programmers, that something cannot be written.

    Args:
        path: What is written, or the folder it goes to.
        kind: The error to raise.

    Raises:
        NmtvizError: If the system refuses it; of that kind.
    """
    try:
        yield
    except BrokenPipeError:  # nobody reads any longer, which is no trouble
        raise
    except OSError as error:
        raise kind(f"{path} cannot be written: {error.strerror}.") from error


def lack_of_memory(error: Exception) -> str | None:
    """Return what the system says of a lack of memory; None for any other error."""
    first = str(error).partition("\n")[0]
    # torch has a type for it on a GPU only, and calls itself a RuntimeError elsewhere.
    told = isinstance(error, RuntimeError | OSError) and (
        "allocate memory" in first.lower() or "out of memory" in first
    )
    return first if told or isinstance(error, MemoryError) else None
