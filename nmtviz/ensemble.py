"""Checkpoints that translate together, as one translator.

Jean et al. (2015), https://arxiv.org/abs/1412.2007, section 4, on ensembles.
"""

from collections.abc import Sequence
from pathlib import Path

from nmtviz.checkpoint import Checkpoint, load_checkpoint
from nmtviz.data.tokenizer import tokenizer_files
from nmtviz.device import find_device
from nmtviz.errors import CheckpointError
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.search.cores import one_core
from nmtviz.search.ensemble import Ensemble
from nmtviz.translator import Translator


@one_core()
def load_ensemble(folders: Sequence[Path], device: str = "auto") -> Translator:
    """Read checkpoint folders whose networks average their probabilities.

    The alignment is the average of the members' attention; members without any have
    no part in it. The dictionary is the first member's.

    Args:
        folders: At least one checkpoint, all of the same two vocabularies.
        device: `auto`, `cpu`, or `cuda`, with a number or without.

    Raises:
        CheckpointError: If a folder cannot be used or has other vocabularies.
        ConfigError: If there is no such device.
    """
    if len(folders) == 1:
        return Translator.load(folders[0], device)
    first, *others = [load_checkpoint(path, find_device(device)) for path in folders]
    for other in others:
        check_same_vocabularies(first, other)
    return Translator(
        " + ".join(found.info.name for found in (first, *others)),
        Ensemble([PreparedNetwork(found.network) for found in (first, *others)]),
        first.source,
        first.target,
        dictionary=first.dictionary,
    )


def check_same_vocabularies(first: Checkpoint, other: Checkpoint) -> None:
    """Refuse a checkpoint that reads or writes other words, by content.

    Raises:
        CheckpointError: If it does.
    """
    settings = [
        (found.info.data.tokenizer, *found.info.data.languages)
        for found in (first, other)
    ]
    if settings[0] != settings[1]:
        raise CheckpointError(
            "Models that are put together must share tokenizer and languages, but "
            f"'{first.info.name}' has {' '.join(settings[0])} and "
            f"'{other.info.name}' {' '.join(settings[1])}."
        )
    files = [
        tokenizer_files(found.info.folder, found.info.data) for found in (first, other)
    ]
    for one, another in zip(*files, strict=True):
        if one.read_bytes() != another.read_bytes():
            raise CheckpointError(
                "Models that are put together must share their vocabularies, but "
                f"{another} differs from {one}{_where(one, another)}."
            )


def _where(one: Path, another: Path) -> str:
    """Say from which line on two vocabularies differ; nothing of pieces."""
    if one.suffix != ".txt":
        return ""
    lines = [path.read_text("utf-8").splitlines() for path in (one, another)]
    pairs = zip(*lines, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), min(map(len, lines)))
    return f" from line {same + 1} on"
