"""What a person asks for becomes the settings of a run."""

from dataclasses import replace
from pathlib import Path

import pytest

from nmtviz.errors import ConfigError
from nmtviz.presets import preset
from nmtviz.training.request import TrainRequest, run_config
from tests.training import toy

pytestmark = pytest.mark.usefixtures("here")


def test_a_preset_brings_settings_and_the_person_files_and_a_seed() -> None:
    found = run_config(
        TrainRequest(
            preset="rnnsearch-30",
            train=(Path("/a"), Path("/b")),
            dev=(Path("/c"),),
            run=Path("x"),
            seed=7,
        )
    )

    paper = preset("rnnsearch-30")
    assert found.name == "rnnsearch-30"
    assert (found.model, found.data) == (paper.model, paper.data)
    assert found.training == replace(paper.training, seed=7)
    assert found.train == (Path("/a"), Path("/b"))
    assert found.dev == (Path("/c"),)


def test_a_config_repeats_a_run(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)

    assert run_config(toy.request(tmp_path, config)) == config


def test_what_is_given_beside_a_config_takes_its_place(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)
    asked = toy.request(tmp_path, config)
    asked = replace(asked, seed=9, dev=(Path("/d"), Path("/e")))

    assert run_config(asked) == replace(
        config,
        training=replace(config.training, seed=9),
        dev=(Path("/d"), Path("/e")),
    )


def test_settings_are_changed_by_name(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)
    changes = ("training.dropout=0.3", "data.max_words=7", "model.kind=rnnencdec")

    found = run_config(replace(toy.request(tmp_path, config), changes=changes))

    assert found == replace(
        config,
        model=replace(config.model, kind="rnnencdec"),
        data=replace(config.data, max_words=7),
        training=replace(config.training, dropout=0.3),
    )


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("training.drop=0.3", "as in training.dropout=0.3, got 'training.drop=0.3'"),
        ("dropout=0.3", "There are model.kind, "),
        ("training.dropout", "must be given as in"),
        (
            "model.source_vocab_size=50",
            r"There are model\.kind, model\.embedding_size, ",
        ),
        ("training.dropout=much", "dropout must be a number, got 'much'"),
        ("training.dropout=2", "dropout must be at least 0 and below 1, got 2"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(
    change: str, text: str, tmp_path: Path
) -> None:
    asked = replace(toy.request(tmp_path, toy.run_config(tmp_path)), changes=(change,))
    with pytest.raises(ConfigError, match=text):
        run_config(asked)


def test_nothing_to_train_is_refused() -> None:
    with pytest.raises(ConfigError, match="must have a preset, a config or"):
        run_config(TrainRequest(run=Path("x")))


def test_languages_are_those_of_the_settings_or_asked_for(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)
    asked = toy.request(tmp_path, config)

    found = run_config(replace(asked, languages=("de", "en")))

    assert run_config(asked).data.languages == ("en", "fr")
    assert found.data.languages == ("de", "en")
    assert replace(found, data=config.data) == config


def test_what_is_no_code_of_a_language_is_refused(tmp_path: Path) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path))

    with pytest.raises(
        ConfigError,
        match="source_language must be a code of two or three small letters, such as "
        "en, got 'German'",
    ):
        run_config(replace(asked, languages=("German", "en")))
