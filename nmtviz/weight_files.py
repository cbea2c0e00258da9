"""Weights on disk: one safetensors file, or several where one would be too large.

The names are those of Hugging Face: `model.safetensors`, or the shards
`model-00001-of-00002.safetensors` ... and `model.safetensors.index.json`, which says
which shard holds which weight.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from nmtviz.errors import CheckpointError, writing
from nmtviz.files import parse_json

FILE = "model.safetensors"
INDEX_FILE = f"{FILE}.index.json"

MOST_BYTES = 40_000_000
"""Weights in one file; a single larger one still has a file of its own."""


def write_weights(
    folder: Path, weights: Mapping[str, Tensor], most_bytes: int | None = None
) -> None:
    """Write weights into a folder that holds none.

    Args:
        folder: Where to.
        weights: Contiguous tensors on the CPU.
        most_bytes: Weights that go into one file; `MOST_BYTES` unless given.

    Raises:
        CheckpointError: If the disk refuses them.
    """
    shards = _cut(weights, most_bytes or MOST_BYTES)
    if len(shards) == 1:
        _save(shards[0], folder / FILE)
        return
    places: dict[str, str] = {}
    for number, shard in enumerate(shards, start=1):
        file = f"model-{number:05}-of-{len(shards):05}.safetensors"
        _save(shard, folder / file, {"format": "pt"})
        places |= dict.fromkeys(shard, file)
    size = sum(weight.nbytes for weight in weights.values())
    index = {"metadata": {"total_size": size}, "weight_map": places}
    path = folder / INDEX_FILE
    with writing(path, CheckpointError):
        path.write_text(json.dumps(index, indent=2) + "\n", "utf-8")


def read_weights(folder: Path) -> dict[str, Tensor]:
    """Return what `write_weights` wrote, as float32.

    Raises:
        CheckpointError: If a file is missing or damaged.
    """
    index = folder / INDEX_FILE
    files = _shards(index) if index.exists() else [FILE]
    weights: dict[str, Tensor] = {}
    for file in files:
        path = folder / file
        try:
            weights |= load_file(path)
        except FileNotFoundError as error:
            if path.exists():  # it says so of a file that may not be read, too
                raise CheckpointError(
                    f"{path} cannot be read: it is no file, or forbidden."
                ) from error
            raise CheckpointError(
                f"'{folder}' has no {file}. A checkpoint of which only figures ship is "
                "trained by `make train-NAME DATA=FOLDER`; README says of what."
            ) from error
        except (OSError, SafetensorError) as error:
            raise CheckpointError(
                f"{path} must be a whole safetensors file, but: {error}."
            ) from error
    return {name: weight.float() for name, weight in weights.items()}


def half(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return weights in half precision, on the CPU.

    Raises:
        CheckpointError: If some are not finite there.
    """
    halves = {
        name: weight.half().cpu().contiguous() for name, weight in weights.items()
    }
    if broken := [name for name, weight in halves.items() if not _is_finite(weight)]:
        raise CheckpointError(
            "Weights must be finite and below 65504 to be saved, but these are not: "
            f"{', '.join(broken)}."
        )
    return halves


def check_weights(
    path: Path, found: Mapping[str, Tensor], expected: Mapping[str, Tensor]
) -> None:
    """Refuse weights that are not those of a network.

    Args:
        path: What errors call the file.
        found: Weights that were read.
        expected: Weights of the network; names and shapes count.

    Raises:
        CheckpointError: If names or shapes differ, or values are not finite.
    """
    complaints = []
    if missing := sorted(expected.keys() - found.keys()):
        complaints.append(f"missing {', '.join(missing)}")
    if unexpected := sorted(found.keys() - expected.keys()):
        complaints.append(f"unexpected {', '.join(unexpected)}")
    complaints += [
        f"{name} of shape {tuple(found[name].shape)} instead of {tuple(weight.shape)}"
        for name, weight in expected.items()
        if name in found and found[name].shape != weight.shape
    ]
    complaints += [
        f"{name} with values that are not finite"
        for name in expected
        if name in found and found[name].numel() and not _is_finite(found[name])
    ]
    if complaints:
        raise CheckpointError(
            f"{path} must hold the weights config.json speaks of, but has: "
            f"{'; '.join(complaints)}."
        )


def weight_file(folder: Path) -> Path:
    """Return the file that stands for a folder's weights: the index if there is one."""
    index = folder / INDEX_FILE
    return index if index.exists() else folder / FILE


def _is_finite(values: Tensor) -> bool:
    """Say whether all values are finite, by the least and the greatest alone.

    On a CPU that is twenty times as fast as asking of each.
    """
    return bool(torch.stack(values.aminmax()).isfinite().all())  # NaN is both


def _save(
    shard: dict[str, Tensor], path: Path, about: dict[str, str] | None = None
) -> None:
    try:
        save_file(shard, path, about)
    except SafetensorError as error:  # of a full disk too, which is no OSError here
        raise CheckpointError(f"{path} cannot be written: {error}.") from error


def _cut(weights: Mapping[str, Tensor], most_bytes: int) -> list[dict[str, Tensor]]:
    """Fill one shard after the other, in the order of the weights."""
    shards: list[dict[str, Tensor]] = [{}]
    for name, weight in weights.items():
        size = sum(held.nbytes for held in shards[-1].values())
        if shards[-1] and size + weight.nbytes > most_bytes:
            shards.append({})
        shards[-1][name] = weight
    return shards


def _shards(index: Path) -> Iterable[str]:
    """Return the shards an index names, each once and none outside its folder."""
    try:
        places = parse_json(index.read_text("utf-8"))["weight_map"]
        files = dict.fromkeys(places.values())
        if not files or any(Path(file).name != file for file in files):
            raise ValueError("its weight_map must name files beside it")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CheckpointError(
            f"{index} must say which file holds which weight, but: {error}."
        ) from error
    return files
