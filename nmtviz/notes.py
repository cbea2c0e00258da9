"""What a person notes about sentences: tags and remarks, kept in one JSON file."""

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from nmtviz.errors import DataError, InputError, writing
from nmtviz.files import locked, parse_json, write_text

_FORMAT = 1
_OF = " @"
"""Between a tag and the system it is about."""


class Place(NamedTuple):
    """A sentence of a test set."""

    data: str
    """Name of the test set."""

    line: int
    """Line of the sentence, from 1."""

    source: str = ""
    """The sentence, as another test set may have the name; older notes lack it."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a person noted about one sentence."""

    tags: tuple[str, ...] = ()
    """Short names of what is wrong, or right; of one system's output if `tag_of`."""

    text: str = ""
    """A remark."""

    def __bool__(self) -> bool:
        return bool(self.tags or self.text)


def tag_of(system: str, tag: str) -> str:
    """Return a tag that is about what one system made of a sentence.

    Args:
        system: Its name.
        tag: A tag that `plain_tag` has returned.
    """
    return f"{tag}{_OF}{system}"


def plain_tag(typed: str) -> str:
    """Return a tag as a person typed it, less what would name a system."""
    return re.sub(rf"\s+{_OF.strip()}", _OF.strip(), typed)


def by_system(tags: Iterable[str]) -> dict[str, list[str]]:
    """Return the tags about each system, less its name; behind "" those about none."""
    found: dict[str, list[str]] = {"": []}
    for tag in tags:
        bare, _, system = tag.partition(_OF)
        found.setdefault(system if bare else "", []).append(bare or tag)
    return found


def all_tags(found: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return what `by_system` took apart, in the order of the systems."""
    return tuple(
        tag_of(system, tag) if system else tag
        for system in sorted(found)
        for tag in found[system]
    )


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes of a file."""

    at: Mapping[Place, Note] = field(default_factory=dict)
    """Notes by sentence; none of them is empty."""

    @property
    def tags(self) -> list[str]:
        """Every tag that is used, in the order of the alphabet."""
        return sorted({tag for note in self.at.values() for tag in note.tags})

    def of(self, place: Place) -> Note:
        """Return what was noted about a sentence, which may be nothing."""
        return self.at.get(self._kept_at(place), Note())

    def noting(self, place: Place, note: Note) -> Self:
        """Return these notes with another one; an empty one is taken away."""
        kept = self._kept_at(place)
        others = {key: old for key, old in self.at.items() if key != kept}
        where = place if place.source else kept
        return type(self)({**others, where: note} if note else others)

    def _kept_at(self, place: Place) -> Place:
        """Return where the note of a sentence is, or goes if there is none.

        A note that lacks the sentence is that of any on its line. Who cannot read the
        test set sees the note of the line if there is only one.
        """
        if place in self.at:
            return place
        if place.source:
            unsaid = place._replace(source="")
            return unsaid if unsaid in self.at else place
        line = [key for key in self.at if key[:2] == place[:2]]
        return line[0] if len(line) == 1 else place

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote; no notes where there is no file yet.

        Raises:
            DataError: If the file cannot be read or holds something else.
        """
        try:
            found = parse_json(path.read_text("utf-8"))
        except FileNotFoundError:
            return cls()
        except OSError as error:
            raise DataError(f"{path} cannot be read: {error.strerror}.") from error
        except ValueError as error:
            raise DataError(f"{path} must be a file of notes, but: {error}.") from error
        return cls._from_json(found, path)

    def save(self, path: Path) -> None:
        """Write one file under a temporary name and rename it.

        Raises:
            DataError: If the file is none of notes, or the disk refuses it.
        """
        self.load(path)  # a file of something else is not overwritten
        notes = [
            asdict(note) | place._asdict() for place, note in sorted(self.at.items())
        ]
        text = json.dumps(
            {"format": _FORMAT, "notes": notes}, ensure_ascii=False, indent=1
        )
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, f"{text}\n")

    @classmethod
    def _from_json(cls, found: Any, path: Path) -> Self:  # noqa: ANN401
        try:
            if (version := found["format"]) != _FORMAT:
                raise DataError(
                    f"{path} must be notes of format {_FORMAT}, got {version!r}."
                )
            return cls(
                {
                    Place(
                        str(entry["data"]),
                        int(entry["line"]),
                        str(entry.get("source", "")),
                    ): Note(tuple(map(str, entry["tags"])), str(entry["text"]))
                    for entry in found["notes"]
                }
            )
        except (
            AttributeError,
            KeyError,
            OverflowError,
            TypeError,
            ValueError,
        ) as error:
            raise DataError(
                f"{path} must be a file of notes, but: {error!r}."
            ) from error


def keep(path: Path, place: Place, before: Note, note: Note) -> None:
    """Write one note; others that were written meanwhile, by any process, stay.

    Args:
        path: The file.
        place: The sentence.
        before: What was noted when the person began to write.
        note: What they have written.

    Raises:
        DataError: If the file is none of notes, or the disk refuses it.
        InputError: If somebody else has noted something else meanwhile.
    """
    file = Path(os.path.realpath(path))  # links to one file share its lock
    lock = file.parent / f".{file.name}.lock"
    with writing(path):
        lock.parent.mkdir(parents=True, exist_ok=True)
        lock.touch()
    with writing(path), locked(lock):
        notes = Notes.load(path)
        if (now := notes.of(place)) not in (before, note):
            raise InputError(
                "Another window has noted something else meanwhile: "
                f"{', '.join(filter(None, [*now.tags, now.text])) or 'nothing'}. "
                "Save again to replace it."
            )
        notes.noting(place, note).save(path)
