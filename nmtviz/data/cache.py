"""Names for results that are kept on disk: the same input gives the same name."""

import hashlib
import json
from importlib.metadata import version
from pathlib import Path

from nmtviz.errors import DataError

_FORMAT = 1  # to be raised when the same input begins to give other results


def content_hash(*paths: Path) -> list[str]:
    """Return a digest of each file's bytes.

    Raises:
        DataError: If a file cannot be read.
    """
    try:
        return [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    except OSError as error:
        raise DataError(
            f"{error.filename} cannot be read: {error.strerror}."
        ) from error


def key(*parts: object) -> str:
    """Return a name for what follows from `parts` and the tokenizers' versions."""
    versions = (_FORMAT, version("sacremoses"), version("sentencepiece"))
    return hashlib.sha256(json.dumps([versions, parts]).encode()).hexdigest()[:16]
