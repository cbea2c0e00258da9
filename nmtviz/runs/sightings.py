"""What a network in training made of a few sentences, each time it was looked at.

One small file a look, `sightings/00002000.json`, so that the alignment can be watched
as it emerges. Nothing here imports torch.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nmtviz.errors import TrainingError, writing
from nmtviz.files import parse_json, write_text
from nmtviz.results import Alignment
from nmtviz.runs.folder import RunFolder
from nmtviz.typed_json import typed

_DIGITS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Sighting:
    """One sentence as the network sees it now."""

    source: str
    """The sentence."""

    translation: str
    """What greedy search makes of it."""

    alignment: Alignment | None
    """Of its reference, or of the translation where there is none; None without
    attention."""


def write_sightings(run: Path, update: int, sightings: Sequence[Sighting]) -> None:
    """Keep what was seen after so many updates.

    Raises:
        TrainingError: If the disk refuses it.
    """
    folder = RunFolder(run).sightings
    rows = [
        {
            "source": seen.source,
            "translation": seen.translation,
            "alignment": _plain(seen.alignment),
        }
        for seen in sightings
    ]
    with writing(folder, TrainingError):
        folder.mkdir(exist_ok=True)
        write_text(sightings_file(run, update), json.dumps(rows), alone=True)


def sightings_file(run: Path, update: int) -> Path:
    """Return the file of what was seen after so many updates."""
    return RunFolder(run).sightings / f"{update:08d}.json"


def sighted_updates(run: Path) -> list[int]:
    """Return after how many updates there was a look, in order."""
    stems = (path.stem for path in RunFolder(run).sightings.glob("*.json"))
    return sorted(int(stem) for stem in stems if stem.isdecimal())


def read_sightings(run: Path, update: int) -> tuple[Sighting, ...]:
    """Return what was seen after so many updates.

    Raises:
        TrainingError: If there is no such file or it is damaged.
    """
    path = sightings_file(run, update)
    try:
        rows = parse_json(path.read_text("utf-8"))
        return tuple(typed(Sighting, row) for row in rows)
    except (OSError, ValueError, TypeError) as error:
        raise TrainingError(f"{path} cannot be read: {error}.") from error


def follow(looks: Mapping[int, Sequence[Sighting]], number: int) -> dict[int, Sighting]:
    """Return what was seen of one sentence, by update.

    A look at other sentences, from before the development set changed, is left out.

    Args:
        looks: What was seen, by update, in order.
        number: Place of the sentence in the last look.
    """
    *_, last = looks.values()
    return {
        update: look[number]
        for update, look in looks.items()
        if number < len(look) and look[number].source == last[number].source
    }


def _plain(alignment: Alignment | None) -> dict[str, Any] | None:
    if alignment is None:
        return None
    return asdict(alignment) | {"weights": alignment.weights.round(_DIGITS).tolist()}
