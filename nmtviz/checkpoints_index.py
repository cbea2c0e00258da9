"""Which checkpoints there are and what they say of themselves; JSON, no torch."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from nmtviz import __version__
from nmtviz.config import DataConfig, ModelConfig
from nmtviz.errors import CheckpointError, ConfigError
from nmtviz.facts import TrainingFacts
from nmtviz.files import from_root, parse_json

FORMAT = 1
"""Number of the folder layout; a later layout gets a higher one."""

CONFIG_FILE = "config.json"
FACTS_FILE = "training.json"
CARD_FILE = "README.md"
STATISTICS_FOLDER = "statistics"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckpointInfo:
    """All of a checkpoint but its weights and vocabularies."""

    folder: Path
    model: ModelConfig
    data: DataConfig
    facts: TrainingFacts
    card: str
    """The model card, Markdown."""

    @property
    def name(self) -> str:
        """What it is called, as `name_of`."""
        return name_of(self.folder)

    @property
    def has_weights(self) -> bool:
        """Say whether it can translate; else only what was measured of it is here."""
        return any(self.folder.glob("model*.safetensors"))

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read a folder's settings, facts and card.

        Raises:
            CheckpointError: If it is no checkpoint, or one of a later nmtviz.
        """
        if not folder.is_dir():
            raise CheckpointError(f"There is no checkpoint folder '{folder}'.")
        config = _read_object(folder / CONFIG_FILE)
        _check_format(folder, config)
        try:
            model = ModelConfig.from_json(config.get("model"))
            data = DataConfig.from_json(config.get("data"))
        except ConfigError as error:
            raise CheckpointError(f"{folder / CONFIG_FILE}: {error}") from error
        return cls(
            folder=folder,
            model=model,
            data=data,
            facts=_read_facts(folder / FACTS_FILE),
            card=_read_card(folder / CARD_FILE),
        )


def name_of(folder: Path) -> str:
    """Return what the checkpoint in a folder is called: as the folder is.

    A link to one has a name of its own. The best network of a run has the run's, as its
    folder, `RUN/checkpoint`, is called as all others'.
    """
    folder = from_root(folder)
    of_run = folder.name == "checkpoint" and (folder.parent / CONFIG_FILE).exists()
    return folder.parent.name if of_run else folder.name


def _read_card(path: Path) -> str:
    """Return a model card; without one, nothing."""
    try:
        return path.read_text("utf-8", "replace")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}.") from error


def model_files(checkpoint: Path) -> list[Path]:
    """Return the files of a checkpoint that decide what it translates."""
    names = (CONFIG_FILE, "model*.safetensors", "vocab.*.txt", "*.model")
    return sorted(path for name in names for path in checkpoint.glob(name))


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a checkpoint folder, in whose place another may be put."""

    folder: Path
    identity: tuple[int, int]
    """Of the folder and of what is written into it but once."""

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Return the one that is there.

        Raises:
            CheckpointError: If there is none that can be read.
        """
        CheckpointInfo.read(folder)
        try:
            config = (folder / CONFIG_FILE).stat()
            return cls(folder, (folder.stat().st_ino, config.st_mtime_ns))
        except OSError as error:
            raise CheckpointError(
                f"'{folder}' cannot be read: {error.strerror}."
            ) from error

    def check(self) -> None:
        """Refuse to write down what was measured of a checkpoint that has gone.

        Raises:
            CheckpointError: If another one has taken its place.
        """
        if Version.of(self.folder) != self:
            raise CheckpointError(
                f"'{self.folder}' must stay the same while it is measured, but another "
                "checkpoint took its place, so nothing was written there. Export it "
                "first if it is that of a run in training."
            )


def list_checkpoints(root: Path) -> list[CheckpointInfo]:
    """Return the checkpoints right below a folder, by name.

    Folders without a `config.json` are no checkpoints; broken ones are left out and
    logged.
    """
    found = []
    for path in sorted(root.glob(f"[!.]*/{CONFIG_FILE}")):
        try:
            found.append(CheckpointInfo.read(path.parent))
        except CheckpointError as error:
            _log.warning("Left out: %s", error)
    return found


def check_replaceable(folder: Path) -> None:
    """Refuse a place where no checkpoint can be put, as it is anything else's.

    Raises:
        CheckpointError: If it has no name, or is there and no checkpoint.
    """
    if folder.name in {"", ".."}:
        raise CheckpointError(
            f"A checkpoint must be a folder with a name of its own, got '{folder}'."
        )
    if not folder.exists():
        return
    if not folder.is_dir():
        raise CheckpointError(
            f"'{folder}' must be a new name or a checkpoint to replace, but it is a "
            "file."
        )
    try:
        CheckpointInfo.read(folder)
    except CheckpointError as error:
        raise CheckpointError(
            f"'{folder}' must be a new name or a checkpoint to replace, but: {error}"
        ) from error


def _check_format(folder: Path, config: dict[str, Any]) -> None:
    found = config.get("format")
    if "train" in config and "dev" in config:
        raise CheckpointError(
            f"'{folder}' is a run: its network is '{folder / 'checkpoint'}', once it "
            "has looked at its development set, and `nmtviz export` gives it a name."
        )
    if not isinstance(found, int) or "nmtviz" not in config:
        raise CheckpointError(
            f"'{folder}' was not written by nmtviz: its {CONFIG_FILE} names no format."
        )
    if found != FORMAT:
        raise CheckpointError(
            f"'{folder}' has format {found} (nmtviz {config['nmtviz']}), but nmtviz "
            f"{__version__} reads format {FORMAT}. Upgrade nmtviz or train again."
        )


def _read_facts(path: Path) -> TrainingFacts:
    values = _read_object(path)
    try:
        return TrainingFacts.from_json(values)
    except ValueError as error:
        raise CheckpointError(f"{path} holds other facts: {error}.") from error


def _read_object(path: Path) -> dict[str, Any]:
    try:
        values = parse_json(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise CheckpointError(
            f"'{path.parent}' is no nmtviz checkpoint: it has no {path.name}."
        ) from error
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CheckpointError(f"{path} must hold JSON, but: {error}.") from error
    if not isinstance(values, dict):
        raise CheckpointError(f"{path} must hold a JSON object, got {values!r:.60}.")
    return values
