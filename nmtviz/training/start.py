"""The weights a run begins with: drawn at random, or those of a checkpoint."""

from dataclasses import fields, replace
from pathlib import Path

from nmtviz.checkpoint import load_checkpoint
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data.tokenizer import load_tokenizers
from nmtviz.errors import ConfigError, DataError
from nmtviz.model.initial import initialise
from nmtviz.model.network import Network
from nmtviz.model.widening import widen
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.training.state import Progress

_BOTH = ("tokenizer", "source_language", "target_language")


def shared_vocabularies(config: RunConfig, folder: RunFolder) -> Path | None:
    """Return the checkpoint whose vocabularies a run shares; None if it makes its own.

    Once it has begun, that is its own best network, which has the same: the other may
    be gone, or be another one by now.
    """
    shared, own = config.vocabularies, folder.checkpoint
    if shared is None or not own.exists():
        return shared
    return own if folder.state_file.exists() or not shared.exists() else shared


def check_vocabularies(config: RunConfig, shared: Path | None) -> None:
    """Refuse a checkpoint whose vocabularies cannot be shared.

    Args:
        config: The run's settings.
        shared: What `shared_vocabularies` returned.

    Raises:
        ConfigError: If it has none, or none of the run's kind and languages.
        CheckpointError: If there is no checkpoint.
    """
    if shared is None:
        return
    try:
        load_tokenizers(shared, config.data)
    except DataError as error:
        raise ConfigError(
            "A run must share the vocabularies of a checkpoint with a "
            f"{config.data.tokenizer} tokenizer, but: {error}"
        ) from error
    theirs, ours = CheckpointInfo.read(shared).data.languages, config.data.languages
    if theirs != ours:
        raise ConfigError(
            "A run must share the vocabularies of a checkpoint from "
            f"{ours[0]} to {ours[1]}, as it is, but {shared} is from {theirs[0]} to "
            f"{theirs[1]}."
        )


def check_start(config: RunConfig) -> None:
    """Refuse a checkpoint to go on from that does not fit the run.

    Raises:
        ConfigError: If its network, its vocabularies or its text differs from the
            run's; only recurrent units may be fewer.
        CheckpointError: If there is none, or none with weights.
    """
    if config.start is None:
        return
    if config.vocabularies != config.start:
        raise ConfigError(
            f"A run must have the vocabularies of the checkpoint it goes on from, "
            f"{config.start}, got those of {config.vocabularies}."
        )
    found = load_checkpoint(config.start).info
    own = {field.name for field in fields(config.model) if "vocab" not in field.name}
    if found.model.hidden_size < config.model.hidden_size:
        own.remove("hidden_size")
    different = [
        f"{name} {getattr(theirs, name)}, not {getattr(ours, name)}"
        for theirs, ours, names in (
            (found.model, config.model, sorted(own)),
            (found.data, config.data, _BOTH),
        )
        for name in names
        if getattr(theirs, name) != getattr(ours, name)
    ]
    if different:
        raise ConfigError(
            f"A run must have the settings of the checkpoint it goes on from, but "
            f"{config.start} has {'; '.join(different)}."
        )


def first_weights(network: Network, config: RunConfig) -> Progress:
    """Give a network the weights a run begins with; say how far that is.

    Raises:
        CheckpointError: If there is no such checkpoint, or none with weights.
    """
    initialise(network, config.training.seed)
    if config.start is None:
        return Progress()
    checkpoint = load_checkpoint(config.start)
    widen(network, checkpoint.network)
    facts, before = checkpoint.info.facts, checkpoint.info.model.hidden_size
    earlier = facts.followed_from(checkpoint.info.name)
    if before < config.model.hidden_size:
        earlier = replace(earlier, hidden_size=before)
    return Progress(earlier=earlier, train_nll=facts.train_nll)
