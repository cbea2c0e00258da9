"""What a new run may start from: a preset, another run, or a checkpoint's weights."""

from dataclasses import dataclass
from pathlib import Path

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig
from nmtviz.presets import GO_ON, PRESETS
from nmtviz.runs.folder import RunConfig
from nmtviz.runs.overview import RunOverview
from nmtviz.ui import cache
from nmtviz.ui.train import choice


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """What stands in the fields of a new run at first."""

    name: str
    """Of the preset."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig
    start: Path | None = None
    """The checkpoint whose weights it begins with, and whose shape it keeps."""

    run: RunConfig | None = None
    """The run it repeats."""


def bases(runs: list[RunOverview]) -> dict[str, Base]:
    """Return all there is to start from, by the names a person chooses."""
    found = {choice.clone_of(run.name): _run(run.config) for run in runs if run.config}
    for name, preset in PRESETS.items():
        found[name] = Base(
            name=name, model=preset.model, data=preset.data, training=preset.training
        )
    for name, info in cache.checkpoints().items():
        found[f"{choice.WEIGHTS}{name}"] = Base(
            name=name,
            model=info.model,
            data=info.data,
            training=GO_ON,
            start=info.folder.absolute(),
        )
    return found


def _run(config: RunConfig) -> Base:
    return Base(
        name=config.name,
        model=config.model,
        data=config.data,
        training=config.training,
        start=config.start,
        run=config,
    )
