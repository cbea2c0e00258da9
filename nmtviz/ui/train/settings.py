"""Every setting of a run that matters: what it means, and what the paper chose.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from dataclasses import dataclass
from typing import TypeAlias, TypeVar, get_args, get_type_hints

import streamlit as st

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig

C = TypeVar("C", ModelConfig, DataConfig, TrainingConfig)
Value: TypeAlias = str | int | float

_WIDTH = 190


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a config, for people."""

    field: str
    label: str
    meaning: str
    paper: str
    """What [B] has."""


WIDTH: tuple[Setting, ...] = (
    Setting("hidden_size", "Hidden units n", "Units of each recurrent layer.", "1000"),
)
MODEL = (
    Setting(
        "embedding_size", "Embedding size m", "Numbers that stand for a word.", "620"
    ),
    *WIDTH,
    Setting(
        "align_size",
        "Alignment units n'",
        "Hidden units of the alignment model; RNNencdec has none.",
        "1000",
    ),
    Setting("maxout_size", "Maxout units l", "Units before the softmax.", "500"),
    Setting(
        "reset",
        "Reset gate acts",
        "Before or after the matrix product of the recurrence.",
        "before",
    ),
    Setting(
        "readout_state",
        "Readout sees",
        "The state of this step (Eq. 4) or of the one before (A.2.2).",
        "Eq. 4: current",
    ),
)
LENGTH: tuple[Setting, ...] = (
    Setting(
        "max_words",
        "Longest sentence",
        "In words. Pairs with a longer side are left out; with pieces, also those of "
        "more than three times as many pieces.",
        "30, 50",
    ),
)
DATA: tuple[Setting, ...] = (
    Setting(
        "tokenizer",
        "Tokens",
        "Moses' words with <unk> for rare ones, or SentencePiece's pieces.",
        "words",
    ),
    Setting(
        "vocab_size", "Vocabulary", "Most frequent tokens kept on each side.", "30000"
    ),
    Setting(
        "min_count",
        "Minimum count",
        "How often a word must occur to be kept; 1 for pieces, which are not counted.",
        "1",
    ),
    *LENGTH,
)
TRAINING = (
    Setting("optimizer", "Optimizer", "How a gradient becomes a step.", "adadelta"),
    Setting(
        "learning_rate",
        "Learning rate",
        "Size of a step: 1 leaves Adadelta as published, Adam wants about 0.001.",
        "1",
    ),
    Setting(
        "schedule",
        "Schedule",
        "Linear lets the step size fall to 0 at the end of the budget.",
        "constant",
    ),
    Setting(
        "warmup_updates", "Warm-up", "Updates over which the step size rises.", "none"
    ),
    Setting(
        "max_gradient_norm",
        "Gradient norm",
        "A larger gradient is scaled down to it.",
        "1",
    ),
    Setting(
        "dropout",
        "Dropout",
        "How likely a unit is left out of a sentence. Text that is seen many times is "
        "learned by heart without it: then 0.1 to 0.3 helps.",
        "none",
    ),
    Setting(
        "subword_alpha",
        "Subword regularization",
        "Cuts source sentences into other pieces in each update (Kudo 2018), against "
        "learning text by heart: 0.2 is usual, near 1 mostly the likeliest are drawn, "
        "0 always takes those. Of pieces only; small networks may be no better for it.",
        "none",
    ),
    Setting("batch_size", "Minibatch", "Sentence pairs of one update.", "80"),
    Setting(
        "precision",
        "Precision",
        "auto takes bfloat16 where it is the faster one: on GPUs that know it, AMD's "
        "processors that know it, and Intel's with tile registers (AMX).",
        "float32",
    ),
    Setting(
        "evaluate_every",
        "Evaluate every",
        "Updates between two looks at the development set, and at the alignments.",
        "-",
    ),
    Setting(
        "save_every", "Save every", "Updates a killed run may have to repeat.", "-"
    ),
    Setting("dev_sentences", "Development sentences", "Translated for BLEU.", "6003"),
    Setting(
        "seed",
        "Seed",
        "Of the first weights, the order of the data, dropout and drawn pieces.",
        "-",
    ),
)


def ask(config: C, settings: tuple[Setting, ...], *, key: str) -> C:
    """Ask for the settings of a config; return it with what a person chose.

    Args:
        config: What stands there at first.
        settings: Which fields to ask for.
        key: Prefix of the widgets' names; another one starts afresh.

    Raises:
        ConfigError: If the choices do not go together.
    """
    types = get_type_hints(type(config))
    with st.container(horizontal=True, gap="medium"):
        chosen = {
            setting.field: _widget(
                setting, getattr(config, setting.field), types[setting.field], key
            )
            for setting in settings
        }
    return type(config).from_json(config.to_json() | chosen)


def _widget(setting: Setting, value: Value, kind: object, key: str) -> Value:
    help_text = setting.meaning
    if setting.paper != "-":
        help_text += f" The paper: {setting.paper}."
    name = f"{key}.{setting.field}"
    if isinstance(value, str):
        options = list(get_args(kind))
        return str(
            st.selectbox(
                setting.label,
                options,
                index=options.index(value),
                help=help_text,
                key=name,
                persist_state="session",
                width=_WIDTH,
            )
        )
    if isinstance(value, int):
        return st.number_input(
            setting.label,
            0,
            None,
            value,
            help=help_text,
            key=name,
            persist_state="session",
            width=_WIDTH,
        )
    return st.number_input(
        setting.label,
        0.0,
        None,
        value,
        step=value / 10 or 0.05,
        format="%g",
        help=help_text,
        key=name,
        persist_state="session",
        width=_WIDTH,
    )
