"""Models of other languages than the shipped ones, on every page that names them."""

import json
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.runs.folder import RunConfig
from nmtviz.ui.examples import EXAMPLES
from nmtviz.ui.shelf import kept
from tests.pages.trained import PAIRS

WORDS, GERMAN = "rnnsearch-50", "german"
SENTENCE = PAIRS[4][0]


@pytest.fixture
def both(
    app: AppTest, checkpoints: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AppTest:
    """The app, with one more model, said to read German and to write English."""
    folder = tmp_path / "checkpoints"
    shutil.copytree(checkpoints, folder)
    shutil.copytree(folder / WORDS, folder / GERMAN)
    file = folder / GERMAN / "config.json"
    config = json.loads(file.read_text("utf-8"))
    config["data"] |= {"source_language": "de", "target_language": "en"}
    file.write_text(json.dumps(config), "utf-8")
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(folder))
    return app


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NMTVIZ_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


def opened(app: AppTest, page: str = "", **link: str | list[str]) -> AppTest:
    """Open a link to a page, by its file; the first page needs none."""
    if page:
        app.switch_page(f"pages/{page}.py")
    app.query_params.update(link)
    return app.run()


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


@pytest.mark.usefixtures("both")
class TestTranslate:
    def test_it_names_the_languages_of_a_model(self, app: AppTest) -> None:
        opened(app, model=GERMAN, text=SENTENCE)

        assert not app.exception
        assert app.text_input(key="text").label == "German sentence"
        assert "a word of the English translation" in captions(app)
        assert "German words the network attended to" in captions(app)
        assert "French" not in captions(app)

    def test_english_examples_are_for_models_that_read_english(
        self, app: AppTest
    ) -> None:
        opened(app, model=WORDS, text=SENTENCE)
        examples = [pills for pills in app.pills if pills.key == "example"]
        assert [pills.options for pills in examples] == [list(EXAMPLES)]

        app.multiselect(key="model").set_value([GERMAN]).run()

        assert "example" not in {pills.key for pills in app.pills}
        assert app.text_input(key="text").value == SENTENCE

    def test_models_of_several_languages_stand_side_by_side(self, app: AppTest) -> None:
        opened(app, model=[WORDS, GERMAN], text=SENTENCE)

        assert not app.exception
        assert app.text_input(key="text").label == "Source sentence"
        assert "a word of the target translation" in captions(app)
        assert len(app.get("plotly_chart")) == 2


@pytest.mark.usefixtures("both")
def test_search_asks_for_words_of_the_target_language(app: AppTest) -> None:
    opened(app, "search", model=GERMAN, text=SENTENCE, view="What if")

    assert not app.exception
    assert app.text_input(key="text").label == "German sentence"
    field = app.text_input(key="whatif.prefix.text")
    assert field.placeholder == "English words"


@pytest.mark.usefixtures("both", "runs")
def test_a_model_is_offered_for_test_sets_of_its_languages(app: AppTest) -> None:
    opened(app, "lengths")

    offered = {str(button.key) for button in app.button}
    assert f"evaluate.{WORDS}" in offered
    assert f"evaluate.{GERMAN}" not in offered


@pytest.mark.usefixtures("both", "runs")
def test_without_a_model_of_a_test_sets_languages_that_is_said(
    app: AppTest, tmp_path: Path
) -> None:
    for info in (tmp_path / "checkpoints").iterdir():
        if info.name != GERMAN:
            shutil.rmtree(info)

    opened(app, "lengths")

    told = " ".join(info.value for info in app.info)
    assert "No checkpoint translates English into French" in told


@pytest.mark.usefixtures("both")
def test_only_networks_of_the_links_languages_are_compared_with_them(
    app: AppTest,
) -> None:
    opened(app, "errors", view="Alignment error rate")

    (networks,) = [one for one in app.multiselect if one.label.startswith("Networks")]
    assert WORDS in networks.options
    assert GERMAN not in networks.options


@pytest.mark.usefixtures("both")
def test_our_test_set_is_not_offered_for_lists_of_other_languages(
    app: AppTest,
) -> None:
    pair = "candidates.pair"
    opened(app, "candidates", model=WORDS, text=SENTENCE)
    assert pair in {one.key for one in app.selectbox}

    app.selectbox(key="model").set_value(GERMAN).run()

    assert not app.exception
    assert pair not in {one.key for one in app.selectbox}
    app.segmented_control(key="view").set_value("A test set").run()
    assert not app.exception
    assert not app.expander or "Measure here" not in app.expander[0].label


class TestTrain:
    NEW = "new.rnnsearch-laptop"

    @pytest.fixture
    def corpus(self, tmp_path: Path) -> Path:
        """A folder with a text whose name tells its languages."""
        folder = tmp_path / "corpus"
        folder.mkdir()
        for part in ("train", "dev"):
            lines = "ein Hund\ta dog\n" * 30
            (folder / f"animals.de-en.{part}.tsv").write_text(lines, "utf-8")
        return folder

    def files(self, app: AppTest, corpus: Path) -> None:
        """Choose a folder as text."""
        app.segmented_control(key=f"{self.NEW}.text").set_value("Files here").run()
        app.text_area(key=f"{self.NEW}.train").set_value(str(corpus)).run()

    def test_a_run_has_the_languages_that_its_files_name(
        self, app: AppTest, runs: Path, corpus: Path
    ) -> None:
        opened(app, "train")
        self.files(app, corpus)

        assert app.selectbox(key=f"{self.NEW}.From.de").value == "de"
        app.selectbox(key=f"{self.NEW}.Into.en").set_value("nl").run()
        app.number_input(key=f"{self.NEW}.minutes").set_value(0.5)
        (start,) = [one for one in app.button if one.label == "Start training"]
        start.click().run()

        (run,) = runs.glob("rnnsearch-*")
        assert RunConfig.read(run / "config.json").data.languages == ("de", "nl")

    @pytest.mark.usefixtures("runs", "both")
    def test_generated_text_is_not_for_a_model_of_other_languages(
        self, app: AppTest
    ) -> None:
        opened(app, "train")
        (base,) = [one for one in app.selectbox if one.label == "Start from"]
        (german,) = [one for one in base.options if one.endswith(GERMAN)]

        base.set_value(german).run()

        assert not app.exception
        assert [error.value for error in app.error] == [
            "Generated text is English and French\\, but german translates from German "
            "into English\\."
        ]


@pytest.mark.usefixtures("both", "runs")
def test_neighbours_are_looked_for_in_texts_of_the_languages_of_a_model(
    app: AppTest,
) -> None:
    link = {"view": "Neighbours", "model": GERMAN, "text": SENTENCE}
    opened(app, "search", **link)
    assert not app.exception
    assert "sentence pairs of the model's languages" in app.info[0].value

    sources, references = zip(*PAIRS, strict=True)
    kept.keep("mine.de-en", sources, references)
    app.run()

    assert app.selectbox(key="among").options == ["mine.de-en"]
