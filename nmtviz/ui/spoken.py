"""What to call the languages that models read and write."""

from collections.abc import Iterable
from typing import NamedTuple

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.languages import ENGLISH_FRENCH, name_of


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


def _name(codes: set[str], several: str) -> str:
    return name_of(*codes) if len(codes) == 1 else several
