"""A run folder: the only thing a training process shares with its watchers.

config.json         what was asked for; once it has learned, it never changes
events.jsonl        one JSON object a line: what happened, oldest first
train.log           the same for people, and any error
state.safetensors   everything a killed run needs to go on
checkpoint/         the best model so far, ready for `nmtviz translate`
output.txt          what its process wrote to the terminal, if a page started it
launch.json         how the page asked for that to be trained
sightings/          a few sentences as the network saw them at each evaluation
tensorboard/        the events for TensorBoard, if asked for
status.json         what its process last said of itself
stop                made by a person who wants it to end after the update at hand
.lock               locked while a process trains here
"""

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig
from nmtviz.errors import ConfigError, TrainingError, writing
from nmtviz.files import from_root, parse_json, write_text

WATCHED = 5
"""Most sentences whose alignment a run follows."""

_FORMAT = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class RunConfig:
    """What a person asked to be trained."""

    name: str
    """Name of the preset it started from."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig

    train: tuple[Path, ...]
    """Training files."""

    dev: tuple[Path, ...]
    """Development files."""

    vocabularies: Path | None = None
    """Checkpoint whose vocabularies to share; None makes new ones of `train`."""

    start: Path | None = None
    """Checkpoint whose weights to begin with; None draws them at random."""

    watch: tuple[str, ...] = ()
    """Sentences whose alignment to follow; none stands for some of `dev`."""

    def __post_init__(self) -> None:
        for name in ("train", "dev"):
            if not getattr(self, name):
                raise ConfigError(f"{name} must name at least one file, got none.")
        if self.training.subword_alpha and self.data.tokenizer != "sentencepiece":
            raise ConfigError(
                f"subword_alpha must be 0 with {self.data.tokenizer} words, which are "
                f"one token each, got {self.training.subword_alpha}."
            )
        if len(self.watch) > WATCHED:
            raise ConfigError(
                f"At most {WATCHED} sentences can be watched, got {len(self.watch)}."
            )

    def from_root(self) -> Self:
        """Return the same with files that are found from any working directory."""
        vocabularies, start = (
            path and from_root(path) for path in (self.vocabularies, self.start)
        )
        return replace(
            self,
            train=tuple(map(from_root, self.train)),
            dev=tuple(map(from_root, self.dev)),
            vocabularies=vocabularies,
            start=start,
        )

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a `config.json`.

        Raises:
            TrainingError: If the file is missing, damaged or of another version.
        """
        try:
            return cls.from_json(parse_json(path.read_text("utf-8")))
        except OSError as error:
            raise TrainingError(f"{path} cannot be read: {error.strerror}.") from error
        except (ValueError, ConfigError) as error:
            raise TrainingError(f"{path} cannot be used: {error}") from error

    def to_json(self) -> dict[str, Any]:
        """Return what `config.json` holds."""
        return {
            "format": _FORMAT,
            "name": self.name,
            "model": self.model.to_json(),
            "data": self.data.to_json(),
            "training": self.training.to_json(),
            "train": [str(path) for path in self.train],
            "dev": [str(path) for path in self.dev],
            "vocabularies": str(self.vocabularies) if self.vocabularies else None,
            "start": str(self.start) if self.start else None,
            "watch": list(self.watch),
        }

    def flat(self) -> dict[str, Any]:
        """Return all settings by dotted names."""
        flat: dict[str, Any] = {}
        for name, value in self.to_json().items():
            if isinstance(value, dict):
                flat |= {f"{name}.{inner}": one for inner, one in value.items()}
            else:
                flat[name] = value
        return flat

    @classmethod
    def from_json(cls, values: object) -> Self:
        """Make a config from what `to_json` returned.

        Raises:
            ConfigError: If something is missing or refused.
        """
        if not isinstance(values, Mapping):
            raise ConfigError(f"a run's settings must be an object, got {values!r}.")
        if values.get("format") != _FORMAT:
            raise ConfigError(f"format must be {_FORMAT}, got {values.get('format')}.")
        try:
            # Older runs have no `vocabularies`, `start` and `watch`.
            return cls(
                name=_text("name", values["name"]),
                model=ModelConfig.from_json(values["model"]),
                data=DataConfig.from_json(values["data"]),
                training=TrainingConfig.from_json(values["training"]),
                train=tuple(map(Path, _texts("train", values["train"]))),
                dev=tuple(map(Path, _texts("dev", values["dev"]))),
                vocabularies=_path("vocabularies", values.get("vocabularies")),
                start=_path("start", values.get("start")),
                watch=tuple(_texts("watch", values.get("watch", []))),
            )
        except KeyError as error:
            raise ConfigError(f"the run's settings lack {error}.") from error


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"{name} must be text, got {value!r}.")
    return value


def _texts(name: str, values: object) -> list[str]:
    if not isinstance(values, list):
        raise ConfigError(f"{name} must be a list, got {values!r}.")
    return [_text(f"each of {name}", value) for value in values]


def _path(name: str, value: object) -> Path | None:
    return Path(_text(name, value)) if value else None


class RunFolder:
    """Paths and small files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config_file = path / "config.json"
        self.events_file = path / "events.jsonl"
        self.log_file = path / "train.log"
        self.state_file = path / "state.safetensors"
        self.checkpoint = path / "checkpoint"
        self.output_file = path / "output.txt"
        self.sightings = path / "sightings"
        self.stop_file = path / "stop"
        self.tensorboard = path / "tensorboard"

    def make(self) -> None:
        """Make the folder if it is not there.

        Raises:
            TrainingError: If it cannot be made.
        """
        with writing(self.path, TrainingError):
            self.path.mkdir(parents=True, exist_ok=True)

    def open(self, config: RunConfig) -> None:
        """Make the folder, or check that it is the same run's.

        A run that has learned nothing yet, as its text was refused, takes any settings.

        Raises:
            TrainingError: If the folder holds a run with other settings, or cannot
                be written.
        """
        if self.config_file.exists():
            found = self.read_config().from_root().flat()
            asked = config.from_root().flat()
            different = [
                f"{name} {found[name]}, not {asked[name]}"
                for name in asked
                if asked[name] != found[name]
            ]
            if not different:
                return
            if self.state_file.exists():
                raise TrainingError(
                    f"{self.path} holds a run with {'; '.join(different)}. "
                    "Give the same settings to resume it, or another --run folder."
                )
        self.make()
        with writing(self.path, TrainingError):
            text = json.dumps(config.to_json(), indent=2) + "\n"
            write_text(self.config_file, text, alone=True)

    def read_config(self) -> RunConfig:
        """Return what was asked for.

        Raises:
            TrainingError: If the file is missing, damaged or of another version.
        """
        return RunConfig.read(self.config_file)

    def append_event(self, event: dict[str, Any]) -> None:
        """Add a line to the events.

        Raises:
            TrainingError: If it cannot be written.
        """
        path = self.events_file
        with writing(path, TrainingError), path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")

    def read_events(self) -> list[dict[str, Any]]:
        """Return all whole lines of the events, oldest first.

        Raises:
            OSError: If the file cannot be read.
            ValueError: If a line is no JSON.
        """
        if not self.events_file.exists():
            return []
        text = self.events_file.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        return [parse_json(line) for line in whole.splitlines()]

    def events_size(self) -> int:
        """Return the bytes of the events so far."""
        return self.events_file.stat().st_size if self.events_file.exists() else 0

    def remove_results(self) -> None:
        """Remove what an earlier beginning of the run has found."""
        for folder in (self.checkpoint, self.sightings):
            shutil.rmtree(folder, ignore_errors=True)

    def cut_events(self, size: int) -> None:
        """Forget events a resumed run is going to repeat."""
        if self.events_size() > size:
            os.truncate(self.events_file, size)
