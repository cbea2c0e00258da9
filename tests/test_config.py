"""Settings: what is refused, and how they travel as JSON."""

import json
from typing import Any

import pytest

from nmtviz.config import DataConfig, ModelConfig, SearchConfig, TrainingConfig
from nmtviz.errors import ConfigError

CLASSES: list[type[Any]] = [ModelConfig, DataConfig, TrainingConfig, SearchConfig]

CHOICES = {
    "kind": "rnnsearch, rnnencdec",
    "reset": "before, after",
    "readout_state": "current, previous",
    "tokenizer": "moses, sentencepiece",
    "optimizer": "adadelta, adam",
    "schedule": "constant, linear",
    "precision": "float32, bfloat16, auto",
}

WHOLE = {
    **{"source_vocab_size": 5, "target_vocab_size": 5, "vocab_size": 5},
    **{"embedding_size": 1, "hidden_size": 1, "align_size": 1, "maxout_size": 1},
    **{"max_words": 1, "warmup_updates": 0, "seed": 0, "batch_size": 1},
    **{"batches_per_fetch": 1, "save_every": 1, "evaluate_every": 1},
    **{"min_count": 1, "partition_words": 0},
    **{"dev_sentences": 1, "beam_size": 1, "n_best": 1, "max_length_extra": 0},
    "no_repeat_ngram_size": 0,
}
"""The smallest allowed value of each setting that is a whole number."""

POSITIVE = [
    *("learning_rate", "adadelta_epsilon", "max_gradient_norm", "max_length_ratio")
]

SHARES = ["dropout", "frozen_share", "subword_alpha"]


def made(name: str, value: Any) -> Any:  # noqa: ANN401
    """Make the settings that have such a field, with that value."""
    (owner,) = [cls for cls in CLASSES if name in cls.__dataclass_fields__]
    return owner.from_json({name: value})


@pytest.mark.parametrize("value", ["other", "", None, 3])
@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_outside_the_list_is_refused(name: str, value: object) -> None:
    text = f"{name} must be one of {CHOICES[name]}, got {value!r}."
    with pytest.raises(ConfigError, match=f"^{text}$"):
        made(name, value)


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_of_the_list_is_taken(name: str) -> None:
    for value in CHOICES[name].split(", "):
        assert getattr(made(name, value), name) == value


@pytest.mark.parametrize("name", WHOLE)
def test_a_number_below_the_smallest_is_refused(name: str) -> None:
    smallest = WHOLE[name]

    assert getattr(made(name, smallest), name) == smallest
    with pytest.raises(
        ConfigError, match=f"^{name} must be at least {smallest}, got {smallest - 1}.$"
    ):
        made(name, smallest - 1)


@pytest.mark.parametrize("value", [7.0, "7", True, None])
@pytest.mark.parametrize("name", WHOLE)
def test_what_is_no_whole_number_is_refused(name: str, value: object) -> None:
    with pytest.raises(
        ConfigError, match=f"^{name} must be a whole number, got {value!r}.$"
    ):
        made(name, value)


@pytest.mark.parametrize("value", [0, -0.5, float("inf"), float("nan")])
@pytest.mark.parametrize("name", POSITIVE)
def test_what_is_not_positive_is_refused(name: str, value: float) -> None:
    with pytest.raises(
        ConfigError, match=f"^{name} must be positive, got {float(value)}.$"
    ):
        made(name, value)


@pytest.mark.parametrize("value", ["1", None, True])
@pytest.mark.parametrize("name", [*POSITIVE, *SHARES, "adadelta_rho", "length_penalty"])
def test_what_is_no_number_is_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=f"^{name} must be a number, got {value!r}.$"):
        made(name, value)


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("lazy_rows", "no", "true or false"),
        ("lazy_rows", 1, "true or false"),
        ("forbid_unknown", None, "true or false"),
        ("source_language", 5, "text"),
    ],
)
def test_what_is_of_another_type_is_refused(
    name: str, value: object, kind: str
) -> None:
    with pytest.raises(ConfigError, match=f"^{name} must be {kind}, got {value!r}.$"):
        made(name, value)


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.5, float("nan")])
def test_a_decay_outside_0_to_1_is_refused(value: float) -> None:
    with pytest.raises(
        ConfigError, match=f"adadelta_rho must lie between 0 and 1, got {float(value)}"
    ):
        TrainingConfig(adadelta_rho=value)


@pytest.mark.parametrize("value", [-0.1, 1, float("nan")])
@pytest.mark.parametrize("name", SHARES)
def test_a_share_outside_0_to_1_is_refused(name: str, value: float) -> None:
    with pytest.raises(
        ConfigError,
        match=f"^{name} must be at least 0 and below 1, got {float(value)}.$",
    ):
        made(name, value)


def test_a_seed_that_a_browser_would_round_is_refused() -> None:
    assert TrainingConfig(seed=2**53 - 1).seed == 2**53 - 1
    with pytest.raises(ConfigError, match=f"^seed must be at most .*, got {2**53}.$"):
        TrainingConfig(seed=2**53)


def test_partitions_need_lazy_rows() -> None:
    with pytest.raises(
        ConfigError, match="partition_words must be 0 without lazy_rows, got 9"
    ):
        TrainingConfig(partition_words=9)


def test_a_vocabulary_of_pieces_has_a_bound() -> None:
    with pytest.raises(ConfigError, match="vocab_size must be at most 100,000,000"):
        DataConfig(tokenizer="sentencepiece", vocab_size=3 * 10**9)


def test_pieces_are_not_counted() -> None:
    with pytest.raises(ConfigError, match="min_count must be 1 with sentencepiece"):
        DataConfig(tokenizer="sentencepiece", min_count=2)


@pytest.mark.parametrize("value", [-0.1, 10.5, float("inf"), float("nan")])
def test_a_negative_or_huge_length_penalty_is_refused(value: float) -> None:
    with pytest.raises(
        ConfigError, match=f"length_penalty must lie between 0 and 10, got {value}"
    ):
        SearchConfig(length_penalty=value)


def test_more_results_than_the_beam_holds_are_refused() -> None:
    with pytest.raises(
        ConfigError, match=r"n_best must be at most beam_size \(3\), got 4"
    ):
        SearchConfig(beam_size=3, n_best=4)


def test_every_setting_with_a_bound_has_a_test() -> None:
    others = {"adadelta_rho", "length_penalty", *SHARES}
    free = {"source_language", "target_language", "fused", "forbid_unknown"}
    free |= {"captured", "lazy_rows", "reshuffle"}
    tested = {*CHOICES, *WHOLE, *POSITIVE, *others, *free}

    assert tested == {name for cls in CLASSES for name in cls.__dataclass_fields__}


@pytest.mark.parametrize(
    "settings",
    [
        ModelConfig(kind="rnnencdec", hidden_size=7, reset="after"),
        DataConfig(tokenizer="sentencepiece", max_words=30),
        TrainingConfig(optimizer="adam", learning_rate=0.125, fused=False),
        SearchConfig(beam_size=5, n_best=2, forbid_unknown=True),
    ],
    ids=lambda settings: type(settings).__name__,
)
def test_settings_travel_as_json(settings: Any) -> None:  # noqa: ANN401
    text = json.dumps(settings.to_json())

    assert type(settings).from_json(json.loads(text)) == settings


@pytest.mark.parametrize("cls", CLASSES)
def test_unknown_settings_are_refused(cls: type[Any]) -> None:
    with pytest.raises(
        ConfigError, match=rf"^{cls.__name__} has no setting depth, width\.$"
    ):
        cls.from_json({"width": 1, "depth": 2})


@pytest.mark.parametrize("values", [None, [], "kind", 3])
@pytest.mark.parametrize("cls", CLASSES)
def test_what_is_no_object_is_refused(cls: type[Any], values: object) -> None:
    with pytest.raises(ConfigError, match=f"^{cls.__name__} must be an object, got"):
        cls.from_json(values)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot assign to field"):
        ModelConfig().kind = "rnnencdec"  # type: ignore[misc]


def test_only_rnnsearch_reads_in_both_directions() -> None:
    assert ModelConfig(hidden_size=7).annotation_size == 14
    assert ModelConfig(kind="rnnencdec", hidden_size=7).annotation_size == 7


def test_the_longest_translation_depends_on_the_source() -> None:
    search = SearchConfig(max_length_ratio=1.5, max_length_extra=4)

    assert [search.max_length(source) for source in (0, 1, 2, 9)] == [4, 5, 7, 17]


@pytest.mark.parametrize("name", [*POSITIVE, *SHARES[:1], "length_penalty"])
def test_a_whole_number_where_any_may_be_becomes_a_float(name: str) -> None:
    value = int(name not in SHARES)

    assert isinstance(getattr(made(name, value), name), float)
    with pytest.raises(ConfigError, match=name):
        made(name, 10**400)
