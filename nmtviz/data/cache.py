"""Names for results that are kept on disk: the same input gives the same name."""

import hashlib
import json
from importlib.metadata import version

_FORMAT = 5  # to be raised when the same input begins to give other results


def key(*parts: object) -> str:
    """Return a name for what follows from `parts` and the tokenizers' versions."""
    versions = (_FORMAT, version("sacremoses"), version("sentencepiece"))
    return hashlib.sha256(json.dumps([versions, parts]).encode()).hexdigest()[:16]
