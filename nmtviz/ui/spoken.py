"""What to call the languages that models read and write."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.languages import ENGLISH_FRENCH, fits, name_of, of_file


class Spoken(NamedTuple):
    """Words that go before *word* and *sentence*."""

    source: str
    """Such as English; *source* where models differ."""

    target: str
    """Such as French; *target* where models differ."""


def spoken(models: Iterable[CheckpointInfo]) -> Spoken:
    """Return what models read and write; as the shipped ones do, if there are none."""
    pairs = {model.data.languages for model in models} or {ENGLISH_FRENCH}
    sources, targets = ({*side} for side in zip(*pairs, strict=True))
    return Spoken(_name(sources, "source"), _name(targets, "target"))


def of_set(
    checkpoints: Mapping[str, CheckpointInfo], data: str
) -> dict[str, CheckpointInfo]:
    """Return the models that may translate a test set, by the languages in its name."""
    return {
        name: info
        for name, info in checkpoints.items()
        if fits(info.data.languages, data)
    }


def not_of_set(data: str) -> str:
    """Say that no model translates a test set, as `of_set` found none."""
    told = of_file(data)
    if told is None:
        return "There is no checkpoint yet. *Train* makes one."
    source, target = map(name_of, told)
    return f"No checkpoint translates {source} into {target}. *Train* makes one."


def _name(codes: set[str], several: str) -> str:
    return name_of(*codes) if len(codes) == 1 else several
