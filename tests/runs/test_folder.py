from dataclasses import replace
from pathlib import Path

import pytest

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig
from nmtviz.errors import ConfigError, TrainingError
from nmtviz.runs.folder import RunConfig, RunFolder

CONFIG = RunConfig(
    name="rnnsearch-50",
    model=ModelConfig(hidden_size=7, align_size=5),
    data=DataConfig(max_words=30),
    training=TrainingConfig(seed=3, learning_rate=0.125),
    train=(Path("/a.tsv"), Path("/b.tsv.gz")),
    dev=(Path("/c.tsv"),),
)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    made = RunFolder(tmp_path / "runs" / "x")
    made.open(CONFIG)
    return made


def test_a_folder_remembers_what_was_asked_for(folder: RunFolder) -> None:
    assert folder.read_config() == CONFIG
    assert [path.name for path in folder.path.iterdir()] == ["config.json"]


def test_the_same_run_can_be_opened_again(folder: RunFolder) -> None:
    before = folder.config_file.read_bytes()
    folder.open(CONFIG)

    assert folder.config_file.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (replace(CONFIG, name="mine"), "name rnnsearch-50, not mine"),
        (
            replace(CONFIG, training=TrainingConfig(seed=4, learning_rate=0.125)),
            "training.seed 3, not 4",
        ),
        (
            replace(CONFIG, model=ModelConfig(hidden_size=8, align_size=6)),
            "model.hidden_size 7, not 8; model.align_size 5, not 6",
        ),
        (replace(CONFIG, data=DataConfig()), "data.max_words 30, not 50"),
        (
            replace(CONFIG, dev=(Path("/d.tsv"),)),
            r"dev \['/c.tsv'\], not \['/d.tsv'\]",
        ),
    ],
)
def test_another_run_is_refused_by_what_differs(
    folder: RunFolder, other: RunConfig, text: str
) -> None:
    folder.state_file.touch()
    with pytest.raises(TrainingError, match=f"holds a run with {text}. Give the same"):
        folder.open(other)
    assert folder.read_config() == CONFIG


def test_a_run_that_has_learned_nothing_takes_other_settings(
    folder: RunFolder,
) -> None:
    other = replace(CONFIG, dev=(Path("/d.tsv"),))

    folder.open(other)

    assert folder.read_config() == other


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(
        TrainingError, match="file/x cannot be written: Not a directory"
    ):
        RunFolder(tmp_path / "file" / "x").open(CONFIG)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "Expecting property name"),
        ("[]", "must be an object"),
        ('{"format": 2}', "format must be 1, got 2"),
        ('{"format": 1, "name": "x"}', "lack 'model'"),
        ("\udcff", "can't decode"),
    ],
)
def test_a_damaged_config_is_refused(
    folder: RunFolder, text: str, complaint: str
) -> None:
    folder.config_file.write_bytes(text.encode("utf-8", "surrogateescape"))

    with pytest.raises(
        TrainingError, match=f"config.json cannot be used: .*{complaint}"
    ):
        folder.open(CONFIG)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"train": 3}, "train must be a list, got 3"),
        ({"train": "corpus.tsv"}, "train must be a list, got 'corpus.tsv'"),
        ({"dev": ["a.tsv", 3]}, "each of dev must be text, got 3"),
        ({"watch": "A dog sleeps."}, "watch must be a list, got 'A dog sleeps.'"),
        ({"vocabularies": 5}, "vocabularies must be text, got 5"),
        ({"start": [1]}, r"start must be text, got \[1\]"),
        ({"name": 7}, "name must be text, got 7"),
        ({"train": []}, "train must name at least one file"),
        ({"dev": []}, "dev must name at least one file"),
        ({"model": {"depth": 2}}, "ModelConfig has no setting depth"),
        ({"training": {"seed": -1}}, "seed must be at least 0, got -1"),
        ({"training": {"subword_alpha": 0.2}}, "must be 0 with moses words"),
    ],
)
def test_a_config_with_a_wrong_value_is_refused(
    change: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        RunConfig.from_json(CONFIG.to_json() | change)


def test_a_missing_config_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        TrainingError, match=r"config.json cannot be read: No such file"
    ):
        RunFolder(tmp_path).read_config()


def test_events_come_back_oldest_first(folder: RunFolder) -> None:
    assert folder.read_events() == []
    assert folder.events_size() == 0
    events = [{"event": "train", "update": 50}, {"event": "dev", "bleu": 1.5}]
    for event in events:
        folder.append_event(event)

    assert folder.read_events() == events
    assert folder.events_size() == folder.events_file.stat().st_size


@pytest.mark.parametrize("rest", ['{"event": "tr', "{", '{"event": "train"}'])
def test_a_last_line_without_its_end_is_not_read(folder: RunFolder, rest: str) -> None:
    folder.append_event({"update": 1})
    with folder.events_file.open("a", encoding="utf-8") as file:
        file.write(rest)

    assert folder.read_events() == [{"update": 1}]


def test_events_are_cut_where_a_state_was_saved(folder: RunFolder) -> None:
    folder.append_event({"update": 1})
    size = folder.events_size()
    folder.append_event({"update": 2})
    with folder.events_file.open("a", encoding="utf-8") as file:
        file.write('{"update')

    folder.cut_events(size)
    assert folder.events_size() == size
    folder.append_event({"update": 3})
    assert folder.read_events() == [{"update": 1}, {"update": 3}]


def test_cutting_makes_nothing_longer(folder: RunFolder) -> None:
    folder.cut_events(100)
    assert not folder.events_file.exists()
    folder.append_event({"update": 1})
    folder.cut_events(100)

    assert folder.read_events() == [{"update": 1}]


def test_an_event_that_cannot_be_written_is_a_training_error(folder: RunFolder) -> None:
    folder.events_file.mkdir()

    with pytest.raises(TrainingError, match=r"events\.jsonl cannot be written: Is a"):
        folder.append_event({"update": 1})
