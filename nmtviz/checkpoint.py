"""A trained model as a folder; safetensors and text, never pickle.

config.json         format, ModelConfig, DataConfig
model.safetensors   weights in half precision, in shards where they are many
vocab.*, *.model    vocabularies of both sides
training.json       TrainingFacts
README.md           model card
dictionary.tsv.gz   what source words mean; not every checkpoint has one
candidates.json     how candidate lists do; see `nmtviz/candidate_scores.py`
statistics/         what test sets say of it; see `nmtviz/scores.py`
"""

import json
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import torch

from nmtviz import __version__
from nmtviz.checkpoints_index import (
    CARD_FILE,
    CONFIG_FILE,
    FACTS_FILE,
    FORMAT,
    CheckpointInfo,
    Version,
    check_replaceable,
    name_of,
)
from nmtviz.config import DataConfig, ModelConfig
from nmtviz.data.tokenizer import Tokenizer, load_tokenizers
from nmtviz.dictionary import FILE as DICTIONARY_FILE
from nmtviz.dictionary import Dictionary
from nmtviz.errors import CheckpointError, DataError
from nmtviz.facts import TestScore, TrainingFacts
from nmtviz.files import locked, write_text
from nmtviz.folders import replacing_folder
from nmtviz.model.network import Network, build_network
from nmtviz.model_card import render_card
from nmtviz.weight_files import (
    check_weights,
    half,
    read_weights,
    weight_file,
    write_weights,
)

_TRIES = 2  # a run in training puts a better checkpoint in place once in minutes


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkpoint:
    """A trained model, ready to translate."""

    info: CheckpointInfo
    network: Network
    source: Tokenizer
    target: Tokenizer
    dictionary: Dictionary | None


def load_checkpoint(folder: Path, device: torch.device | str = "cpu") -> Checkpoint:
    """Read a checkpoint folder; weights become float32 on the device.

    Raises:
        CheckpointError: If anything is missing or does not belong together.
    """
    info = CheckpointInfo.read(folder)
    try:
        source, target = load_tokenizers(folder, info.data)
    except DataError as error:
        raise CheckpointError(
            f"'{folder}' has no usable vocabulary: {error}"
        ) from error
    _check_vocabularies(info.model, source, target)
    # Nothing is drawn at random or filled in twice: the weights come from the file.
    with torch.device("meta"):
        network = build_network(info.model)
    weights = read_weights(folder)
    check_weights(weight_file(folder), weights, network.state_dict())
    network.load_state_dict(weights, assign=True)
    return Checkpoint(
        info=info,
        network=network.to(device).eval(),
        source=source,
        target=target,
        dictionary=_read_dictionary(info, source, target),
    )


def save_checkpoint(
    folder: Path,
    network: Network,
    tokenizers: tuple[Tokenizer, Tokenizer],
    data: DataConfig,
    facts: TrainingFacts,
    *,
    vocabularies: Path | None = None,
) -> None:
    """Write a checkpoint folder under a temporary name and rename it.

    A checkpoint of that name is replaced, as `replacing_folder` does it; anything else
    is left alone.

    Args:
        folder: Where to write it.
        network: What was trained.
        tokenizers: Of source and target.
        data: How the text was prepared.
        facts: How it was trained.
        vocabularies: The checkpoint that the vocabularies are of; its dictionary, if
            it has one, comes along.

    Raises:
        CheckpointError: If the parts do not fit together, the disk refuses them, or
            something that is no checkpoint has this name.
    """
    source, target = tokenizers
    _check_vocabularies(network.config, source, target)
    with _new_folder(folder) as temporary:
        temporary.mkdir(parents=True)
        write_weights(temporary, half(network.state_dict()))
        source.save(temporary, "source")
        target.save(temporary, "target")
        config = {
            "format": FORMAT,
            "nmtviz": __version__,
            "model": network.config.to_json(),
            "data": data.to_json(),
        }
        _write_json(temporary / CONFIG_FILE, config)
        _write_facts(temporary, name_of(folder), network.config, data, facts)
        if vocabularies and (vocabularies / DICTIONARY_FILE).exists():
            shutil.copyfile(vocabularies / DICTIONARY_FILE, temporary / DICTIONARY_FILE)


def record_score(version: Version, score: TestScore) -> None:
    """Put a score into a checkpoint's facts and card, in place of an older one like it.

    Several processes may do so at once.

    Args:
        version: What was measured.
        score: What was found.

    Raises:
        CheckpointError: If another checkpoint took its place, it is none, or the disk
            refuses anything.
    """
    folder = version.folder
    try:
        with locked(folder / CONFIG_FILE):
            version.check()
            info = CheckpointInfo.read(folder)
            facts = info.facts.with_score(score)
            _write_facts(folder, info.name, info.model, info.data, facts)
    except OSError as error:
        raise CheckpointError(f"'{folder}' cannot be written: {error}.") from error


def copy_checkpoint(folder: Path, copy: Path) -> None:
    """Write a checkpoint again under another name.

    What else lies in the folder, such as the statistics of test sets, comes along. A
    checkpoint of the copy's name is replaced, anything else is left alone.

    Raises:
        CheckpointError: If it cannot be read, the copy cannot be written, or something
            that is no checkpoint has the copy's name.
    """
    with _new_folder(copy) as temporary:
        info = _copy_whole(folder, temporary)
        _write_facts(temporary, name_of(copy), info.model, info.data, info.facts)


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Give a path to make a folder at, which then takes another checkpoint's place.

    Raises:
        CheckpointError: If the folder has no name or is no checkpoint, or the disk
            refuses anything.
    """
    try:
        check_replaceable(folder)
        with replacing_folder(folder) as temporary:
            yield temporary
    except OSError as error:
        raise CheckpointError(f"'{folder}' cannot be written: {error}.") from error


def _make_writable(folder: Path) -> None:
    for path in (folder, *filter(Path.is_dir, folder.rglob("*"))):
        path.chmod(path.stat().st_mode | stat.S_IRWXU)


def _copy_whole(folder: Path, copy: Path) -> CheckpointInfo:
    """Copy a folder in whose place a run in training may put a better checkpoint.

    Returns:
        What the copy says of itself.

    Raises:
        CheckpointError: If it cannot be read, or is replaced at every try.
        OSError: If the disk refuses anything.
    """
    for _ in range(_TRIES):
        shutil.rmtree(copy, ignore_errors=True)
        before = _version(folder)
        try:
            info = load_checkpoint(folder).info
            # Hidden files are those that somebody is writing.
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".*"))
            _make_writable(copy)  # a folder that ships may be read-only
        except (CheckpointError, OSError):
            if _version(folder) == before:
                raise
        else:
            if _version(folder) == before:
                return info
    raise CheckpointError(
        f"'{folder}' must stay the same while it is copied, but another checkpoint "
        f"took its place {_TRIES} times. Try again."
    )


def _version(folder: Path) -> Version | None:
    """Return which checkpoint is there; None if there is none."""
    try:
        return Version.of(folder)
    except CheckpointError:
        return None


def _write_facts(
    folder: Path, name: str, model: ModelConfig, data: DataConfig, facts: TrainingFacts
) -> None:
    """Write how a checkpoint came to be, and the card that tells people."""
    _write_json(folder / FACTS_FILE, facts.to_json())
    write_text(folder / CARD_FILE, render_card(name, model, data, facts))


def _write_json(path: Path, values: object) -> None:
    write_text(path, json.dumps(values, indent=2, ensure_ascii=False) + "\n")


def _read_dictionary(
    info: CheckpointInfo, source: Tokenizer, target: Tokenizer
) -> Dictionary | None:
    path = info.folder / DICTIONARY_FILE
    if not path.exists():
        return None
    try:
        dictionary = Dictionary.load(path)
        dictionary.check_fits(info.data.languages, source, target)
    except DataError as error:
        raise CheckpointError(
            f"'{info.folder}' has no usable dictionary: {error}"
        ) from error
    return dictionary


def _check_vocabularies(
    config: ModelConfig, source: Tokenizer, target: Tokenizer
) -> None:
    for side, tokenizer, size in (
        ("source", source, config.source_vocab_size),
        ("target", target, config.target_vocab_size),
    ):
        if len(tokenizer) != size:
            raise CheckpointError(
                f"The {side} vocabulary must have the {size} entries the network has, "
                f"got {len(tokenizer)}."
            )
