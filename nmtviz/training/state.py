"""Everything a killed run needs to go on, in one file that is whole or absent."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from nmtviz.errors import TrainingError, lack_of_memory
from nmtviz.facts import EarlierTraining
from nmtviz.files import parse_json, replacing
from nmtviz.training.learner import Learner
from nmtviz.typed_json import typed


@dataclass(kw_only=True, slots=True)
class Meter:
    """Sums over updates."""

    nll: float = 0.0
    words: int = 0
    sentences: int = 0
    gradient_norm: float = 0.0
    updates: int = 0
    seconds: float = 0.0


@dataclass(kw_only=True, slots=True)
class Progress:
    """How far a run is."""

    update: int = 0
    """Updates done."""

    seconds: float = 0.0
    """Training time so far, over all starts."""

    best_bleu: float | None = None
    """Best BLEU on the development set."""

    stale: int = 0
    """Evaluations since `best_bleu` was set."""

    train_nll: float = 0.0
    """Nats a training sentence, over the last stretch between evaluations; before the
    first, those of the checkpoint that it began with."""

    events_size: int = 0
    """Bytes of `events.jsonl` written up to here."""

    finished: bool = False
    """Whether the budget the run was last given is used up."""

    earlier: EarlierTraining | None = None
    """What went before, if the run began with a checkpoint."""

    text: str = ""
    """Digest of the ids it learns from; the state of an older nmtviz has none."""

    dev: str = ""
    """Digest of the ids it is measured with; likewise."""

    meter: Meter = field(default_factory=Meter)
    """Since the last line of the log."""

    stretch: Meter = field(default_factory=Meter)
    """Since the last evaluation."""


def save_state(path: Path, learner: Learner, progress: Progress) -> None:
    """Write weights, optimizer state and progress under a temporary name, rename.

    Raises:
        TrainingError: If the file cannot be written.
    """
    learner.settle()
    tensors = {f"model.{k}": v for k, v in learner.network.state_dict().items()}
    for index, values in learner.optimizer.state_dict()["state"].items():
        for name, value in values.items():
            tensors[f"optimizer.{index}.{name}"] = torch.as_tensor(value)
    for weight, table in learner.tables.items():
        for name, value in table.state().items():
            tensors[f"rows.{weight}.{name}"] = value
    tensors = {name: tensor.contiguous() for name, tensor in tensors.items()}
    try:
        with replacing(path, alone=True) as temporary:
            save_file(tensors, temporary, {"progress": json.dumps(asdict(progress))})
    except (OSError, SafetensorError) as error:
        raise TrainingError(f"{path} cannot be written: {error}.") from error


def load_state(path: Path, learner: Learner, text: str) -> Progress:
    """Set weights and optimizers to what `save_state` wrote; return the progress.

    Args:
        path: What was written.
        learner: Whose weights and optimizers to set.
        text: Digest of the ids it is to go on with.

    Raises:
        TrainingError: If the file is damaged, or of another network or text.
        RuntimeError, OSError: If the memory does not suffice.
    """
    try:
        with safe_open(path, framework="pt") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            metadata = file.metadata() or {}
        if "progress" not in metadata:
            raise ValueError("it says nothing of a run's progress")
        values = parse_json(metadata["progress"])
        if "text" in values and values["text"] != text:
            raise TrainingError(
                f"{path.parent} must go on with the text and the vocabularies it began "
                "with, but they have changed: every word would have another meaning. "
                "Bring them back, or begin another run."
            )
        learner.network.load_state_dict(_under(tensors, "model."))
        state: dict[int, dict[str, Tensor]] = {}
        for name, tensor in _under(tensors, "optimizer.").items():
            index, key = name.split(".", 1)
            state.setdefault(int(index), {})[key] = tensor
        groups = learner.optimizer.state_dict()["param_groups"]
        learner.optimizer.load_state_dict({"state": state, "param_groups": groups})
        for weight, table in learner.tables.items():
            table.load_state(_under(tensors, f"rows.{weight}."))
        values |= {name: Meter(**values[name]) for name in ("meter", "stretch")}
        values["text"] = text
        if values.get("earlier"):  # a state of an older nmtviz has none
            values["earlier"] = typed(EarlierTraining, values["earlier"])
        return Progress(**values)
    except (
        *(OSError, SafetensorError, RuntimeError),
        *(KeyError, TypeError, ValueError),
    ) as error:
        if lack_of_memory(error):  # the state may be as good as ever
            raise
        raise TrainingError(
            f"{path} cannot be resumed from: {error}. Delete it to start again, "
            "which takes checkpoint/ away, too."
        ) from error


def _under(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }
