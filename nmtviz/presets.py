"""Settings that belong together, under the papers' names. Nothing here imports torch.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473, [J] is Jean et al.
(2015), https://arxiv.org/abs/1412.2007.
"""

from dataclasses import dataclass, replace

from nmtviz.config import DataConfig, ModelConfig, ModelKind, TrainingConfig
from nmtviz.errors import ConfigError


@dataclass(frozen=True, kw_only=True, slots=True)
class Preset:
    """Settings that belong together under a name."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig


_PAPER = TrainingConfig()
"""[B] appendix B.2."""

_QUICK = TrainingConfig(
    optimizer="adam",
    learning_rate=1e-3,
    schedule="linear",
    warmup_updates=200,
    batches_per_fetch=100,
    precision="auto",
)
"""For a budget of hours instead of days: larger fetches spare padding."""

GO_ON = replace(
    _QUICK,
    learning_rate=3e-4,
    warmup_updates=100,
    save_every=100,
    evaluate_every=200,
    dev_sentences=100,
)
"""For a network that has learned before: steps that keep what it knows."""

_FIVE_MINUTES = replace(GO_ON, learning_rate=8e-3, batch_size=32, evaluate_every=100)
"""For a first look on a laptop, on generated sentences: an alignment emerges after so
many updates, of few pairs or many, so they are many, of few pairs, in large steps."""

_LAPTOP = ModelConfig(embedding_size=64, hidden_size=128, align_size=64, maxout_size=64)

_SIZES = {
    "small": ModelConfig(
        embedding_size=256, hidden_size=320, align_size=128, maxout_size=192
    ),
    "medium": ModelConfig(
        embedding_size=256, hidden_size=512, align_size=256, maxout_size=256
    ),
}
"""`small` learns in an hour or two on one core, `medium` on a GPU."""

_WORDS = 16_000
_PIECES = 8_000
_MANY_WORDS = 500_000
"""[J] 4.1, a side."""


def _presets() -> dict[str, Preset]:
    found: dict[str, Preset] = {}
    kinds: tuple[ModelKind, ...] = ("rnnencdec", "rnnsearch")
    for kind in kinds:
        for longest in (30, 50):
            data = DataConfig(max_words=longest)
            found[f"{kind}-{longest}"] = Preset(
                model=ModelConfig(kind=kind), data=data, training=_PAPER
            )
            for name, sizes in _SIZES.items():
                found[f"{kind}-{longest}-{name}"] = Preset(
                    model=replace(sizes, kind=kind),
                    data=replace(data, vocab_size=_WORDS),
                    training=_QUICK,
                )
        found[f"{kind}-laptop"] = Preset(
            model=replace(_LAPTOP, kind=kind), data=DataConfig(), training=_FIVE_MINUTES
        )
    pieces = DataConfig(tokenizer="sentencepiece", vocab_size=_PIECES)
    for name, sizes in (
        ("rnnsearch-sp", _SIZES["small"]),
        ("rnnsearch-sp-medium", _SIZES["medium"]),
    ):
        # It sees everyday sentences often, and would learn them by heart.
        training = replace(_QUICK, dropout=0.2)
        found[name] = Preset(model=sizes, data=pieces, training=training)
    many = DataConfig(vocab_size=_MANY_WORDS)
    found["rnnsearch-lv"] = Preset(
        model=ModelConfig(),
        data=many,
        training=replace(_PAPER, lazy_rows=True, partition_words=30_000),
    )
    found["rnnsearch-lv-small"] = Preset(
        model=_SIZES["small"],
        data=replace(many, min_count=2),
        # Four fetches of our text, and less work than a softmax over `_WORDS`.
        training=replace(
            _QUICK, batches_per_fetch=20, lazy_rows=True, partition_words=10_000
        ),
    )
    return found


PRESETS: dict[str, Preset] = _presets()
"""Named settings: `rnnencdec-30` ... are the paper's, `-small` fit a CPU, `-medium`
a GPU; `rnnsearch-sp` is small too; `-laptop` learn generated text in minutes;
`rnnsearch-lv` has the very large vocabulary of [J]."""


def preset(name: str) -> Preset:
    """Return the settings of a name.

    Raises:
        ConfigError: If there is no such preset.
    """
    if name not in PRESETS:
        raise ConfigError(f"preset must be one of {', '.join(PRESETS)}, got {name!r}.")
    return PRESETS[name]
