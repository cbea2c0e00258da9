"""Test sets and translations that people added, in a folder: they outlive the page.

DIGEST/NAME.tsv        a test set, a pair a line; its digest is that of the text
DIGEST/systems/NAME    somebody's translations of it, a line each; of a test set that
                       ships there is nothing else here
DIGEST/...--beam12--/  what our models made of it, in processes of their own
"""

import hashlib
import shutil
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from nmtviz.errors import writing
from nmtviz.files import write_text
from nmtviz.runs.evaluations import cancel_all, write_texts
from nmtviz.ui import places

_SYSTEMS = "systems"


def folder(sources: tuple[str, ...], references: tuple[str, ...]) -> Path:
    """Return where what belongs to a test set is, or would be."""
    return _sets() / _digest(sources, references)


def keep(data: str, sources: tuple[str, ...], references: tuple[str, ...]) -> Path:
    """Write a test set where an evaluation can read it, and return the file.

    Raises:
        DataError: If it cannot be written.
    """
    path = folder(sources, references) / f"{data}.tsv"
    with writing(path):
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, _text(sources, references))
    return path


def keep_outputs(place: Path, name: str, outputs: Sequence[str]) -> None:
    """Write somebody's translations.

    Args:
        place: The `folder` of the test set.
        name: What the system is called.
        outputs: A translation of each sentence.

    Raises:
        DataError: If they cannot be written.
    """
    write_texts(place / _SYSTEMS / name, outputs)


def test_sets() -> list[Path]:
    """Return the files of test sets."""
    return sorted(_sets().glob("[!.]*/[!.]*.tsv"))


def outputs(place: Path) -> list[Path]:
    """Return the files of translations in the `folder` of a test set."""
    return sorted((place / _SYSTEMS).glob("[!.]*"))


def has(place: Path, data: str) -> bool:
    """Say whether the `folder` of a test set holds it, or somebody's translations."""
    with suppress(OSError):  # the name may be longer than a file's
        return (place / f"{data}.tsv").exists() or bool(outputs(place))
    return False


def remove_outputs(place: Path, name: str) -> None:
    """Delete the translations that are called so in the `folder` of a test set.

    Raises:
        DataError: If they cannot be deleted.
    """
    path = place / _SYSTEMS / name
    with writing(path):
        path.unlink(missing_ok=True)


def evaluations(file: Path) -> Path:
    """Return where evaluations of a test set are: with it, if somebody added it."""
    return file.parent if file.is_relative_to(_sets()) else places.evaluations()


def remove(place: Path) -> None:
    """Delete the `folder` of a test set, with all that was added to it.

    Raises:
        DataError: If it cannot be deleted, or an evaluation in it does not end.
    """
    cancel_all(place)
    with writing(place):
        if place.exists():
            shutil.rmtree(place)


def one_space(line: str) -> str:
    """Return a line as it is kept: a test set is known again by its words."""
    return " ".join(line.split())


def _sets() -> Path:
    return places.evaluations() / "sets"


@lru_cache(maxsize=64)
def _digest(sources: tuple[str, ...], references: tuple[str, ...]) -> str:
    return hashlib.sha256(_text(sources, references).encode()).hexdigest()[:12]


def _text(sources: Sequence[str], references: Sequence[str]) -> str:
    pairs = zip(sources, references, strict=True)
    return "".join(f"{one_space(s)}\t{one_space(r)}\n" for s, r in pairs)
