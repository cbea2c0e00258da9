"""What a person asks for on the command line, and the settings it stands for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import ConfigError
from nmtviz.files import parse_json
from nmtviz.presets import GO_ON, preset
from nmtviz.runs.folder import RunConfig, RunFolder


@dataclass(frozen=True, kw_only=True, slots=True)
class TrainRequest:
    """What a person asked for on the command line."""

    run: Path
    preset: str | None = None
    """Settings by name."""
    config: Path | None = None
    """Settings and files of a run, in place of a preset: its `config.json`."""
    train: tuple[Path, ...] = ()
    dev: tuple[Path, ...] = ()
    languages: tuple[str, str] | None = None
    """Of source and target; None leaves those of the settings."""
    vocabularies: Path | None = None
    """A checkpoint whose vocabularies to share; None leaves the config's choice."""
    start: Path | None = None
    """A checkpoint to go on from, with its vocabularies; None is the config's."""
    device: str = "auto"
    learning_rate: float | None = None
    """None leaves the one of the settings."""
    seed: int | None = None
    """None leaves the one of the settings."""
    threads: int | None = None
    max_minutes: float | None = None
    max_updates: int | None = None
    patience: int | None = None
    """Evaluations in a row without a new best BLEU that end it; None is no limit."""
    changes: tuple[str, ...] = ()
    """Settings by their names in `config.json`, such as `training.dropout=0.3`."""
    tensorboard: bool = False
    """Write event files too."""


def run_config(request: TrainRequest) -> RunConfig:
    """Return the settings a request stands for.

    Raises:
        NmtvizError: If there is no such preset or config, or no file to use.
    """
    own = RunFolder(request.run).config_file
    if request.config is not None:
        config = RunConfig.read(request.config)
    elif request.preset is not None:
        chosen = preset(request.preset)
        config = RunConfig(
            name=request.preset,
            model=chosen.model,
            data=chosen.data,
            training=chosen.training,
            train=request.train,
            dev=request.dev,
        )
    elif request.start is not None and (request.start.exists() or not own.exists()):
        info = CheckpointInfo.read(request.start)
        config = RunConfig(
            name=info.name,
            model=info.model,
            data=info.data,
            training=GO_ON,
            train=request.train,
            dev=request.dev,
        )
    elif own.exists():
        config = RunConfig.read(own)
    else:
        raise ConfigError(
            "A run must have a preset, a config or a checkpoint to go on from, got "
            "none of them, and its folder has no settings yet."
        )
    training, start = config.training, request.start or config.start
    if request.seed is not None:
        training = replace(training, seed=request.seed)
    if request.learning_rate is not None:
        training = replace(training, learning_rate=request.learning_rate)
    data = config.data
    if request.languages is not None:
        source, target = request.languages
        data = replace(data, source_language=source, target_language=target)
    config = replace(
        config,
        data=data,
        training=training,
        train=request.train or config.train,
        dev=request.dev or config.dev,
        vocabularies=request.vocabularies or start or config.vocabularies,
        start=start,
    )
    return _changed(config, request.changes).from_root()


def _changed(config: RunConfig, changes: Sequence[str]) -> RunConfig:
    """Return settings with some of them changed.

    Raises:
        ConfigError: If there is no such setting, or it cannot have that value.
    """
    values = config.to_json()
    groups = {name: group for name, group in values.items() if isinstance(group, dict)}
    sizes = {name for name in groups["model"] if name.endswith("vocab_size")}
    for change in changes:
        name, equals, text = change.partition("=")
        group, _, setting = name.partition(".")
        if not equals or setting in sizes or setting not in groups.get(group, ()):
            known = [
                f"{one}.{each}"
                for one, group in groups.items()
                for each in group
                if each not in sizes  # what the text has follows from data.vocab_size
            ]
            raise ConfigError(
                f"A setting must be given as in training.dropout=0.3, got {change!r}. "
                f"There are {', '.join(known)}."
            )
        try:
            groups[group][setting] = parse_json(text)
        except ValueError:  # a word without the quotation marks of JSON
            groups[group][setting] = text
    return RunConfig.from_json(values)
