"""Settings that belong together, under the papers' names. Nothing here imports torch.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from dataclasses import dataclass, replace
from typing import Any

from nmtviz.config import DataConfig, ModelConfig, ModelKind, TrainingConfig
from nmtviz.errors import ConfigError


@dataclass(frozen=True, kw_only=True, slots=True)
class Preset:
    """Settings that belong together under a name."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig


_PAPER = TrainingConfig()
_LAPTOP = TrainingConfig(
    optimizer="adam",
    learning_rate=1e-3,
    schedule="linear",
    warmup_updates=200,
    precision="bfloat16",
)


_SMALL_SIZES: dict[str, Any] = {
    "embedding_size": 256,
    "hidden_size": 320,
    "align_size": 128,
    "maxout_size": 192,
}


def _presets() -> dict[str, Preset]:
    found: dict[str, Preset] = {}
    kinds: tuple[ModelKind, ...] = ("rnnencdec", "rnnsearch")
    for kind in kinds:
        for longest in (30, 50):
            data = DataConfig(max_words=longest)
            found[f"{kind}-{longest}"] = Preset(
                model=ModelConfig(kind=kind), data=data, training=_PAPER
            )
            found[f"{kind}-{longest}-small"] = Preset(
                model=ModelConfig(kind=kind, **_SMALL_SIZES),
                data=replace(data, vocab_size=16_000),
                training=_LAPTOP,
            )
    found["rnnsearch-sp"] = Preset(
        model=ModelConfig(**_SMALL_SIZES),
        data=DataConfig(tokenizer="sentencepiece", vocab_size=8_000),
        training=_LAPTOP,
    )
    return found


PRESETS: dict[str, Preset] = _presets()
"""Named settings: `rnnencdec-30` ... are the paper's, `-small` fit a CPU."""


def preset(name: str) -> Preset:
    """Return the settings of a name.

    Raises:
        ConfigError: If there is no such preset.
    """
    if name not in PRESETS:
        raise ConfigError(f"preset must be one of {', '.join(PRESETS)}, got {name!r}.")
    return PRESETS[name]
