"""Files that are whole or absent: written under another name, then renamed."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path, *, alone: bool = False) -> Iterator[Path]:
    """Give a name to write under, which becomes the file when all is written.

    A reader sees the old file or the new one, never a part of it. What could not be
    written to its end is deleted: it would keep a full disk full.

    Args:
        path: The file to write, or to write anew.
        alone: Nobody else writes it, so what a killed process left is written over.
    """
    # Several sessions of the app are threads of one process.
    writer = "" if alone else f".{os.getpid()}.{threading.get_ident()}"
    temporary = path.with_name(f".{path.name}{writer}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str, *, alone: bool = False) -> None:
    """Write a text file so that it is whole or as it was; arguments as `replacing`."""
    with replacing(path, alone=alone) as temporary:
        temporary.write_text(text, encoding="utf-8")
