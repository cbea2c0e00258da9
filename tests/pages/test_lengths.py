"""The length page without a browser, on made-up statistics and real small models."""

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.checkpoints_index import STATISTICS_FOLDER
from nmtviz.data.corpus import read_pairs
from nmtviz.evaluation.lengths import length_curve
from nmtviz.runs.evaluations import EvaluationRun, write_texts
from nmtviz.scores import SentenceScores
from nmtviz.translator import Translator
from nmtviz.ui.lengths import uploads
from nmtviz.ui.shelf.own import FILE as OWN_FILE
from nmtviz.ui.shelf.own import NAME as OWN
from tests.pages import measured, tables
from tests.pages.conftest import APP
from tests.pages.lengths_page import (
    add,
    field,
    figure,
    lines,
    opened,
    page_set,
    words,
)
from tests.pages.trained import PAIRS

OWN_PAIRS = read_pairs([OWN_FILE])
NAMES = ("rnnsearch-50", "rnnencdec-50", "rnnsearch-sp")
PATIENCE = 180
"""Seconds an evaluation may take on a busy machine."""


@pytest.fixture(scope="module")
def measured_checkpoints(
    checkpoints: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The small models with statistics of a test set whose text is not here."""
    folder = tmp_path_factory.mktemp("measured") / "checkpoints"
    shutil.copytree(checkpoints, folder)
    for name in NAMES:
        measured.write(folder / name)
    return folder


@pytest.fixture
def page(
    app: AppTest,
    measured_checkpoints: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> AppTest:
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(measured_checkpoints))
    monkeypatch.setenv("NMTVIZ_RUNS", str(tmp_path))
    return app


@pytest.fixture
def figures_only(
    measured_checkpoints: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Checkpoints of which one has no weights, for a page that was asked for before."""
    folder = tmp_path / "checkpoints"
    shutil.copytree(measured_checkpoints, folder)
    (folder / NAMES[1] / "model.safetensors").unlink()
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(folder))
    return folder


def test_every_measured_system_has_its_curve(
    page: AppTest, measured_checkpoints: Path
) -> None:
    opened(page)

    assert not page.exception
    assert not page.error
    assert page.selectbox(key="set").value == measured.SET
    for name, points in lines(page).items():
        path = measured_checkpoints / name / STATISTICS_FOLDER / f"{measured.SET}.npz"
        wanted = length_curve(SentenceScores.load(path), resamples=1).bleu
        assert [point for point in points if point is not None] == pytest.approx(
            wanted[~np.isnan(wanted)].tolist()
        )
    assert set(lines(page)) == set(NAMES)
    assert "sacreBLEU nrefs:1|case:mixed" in words(page)
    assert "n = 60; beam 2" in words(page)
    assert "1,000 bootstrap samples, seed 12345" in words(page)
    assert "Repeats and unknown words are per 100 sentences" in words(page)


def test_no_unk_counts_the_sentences_without_unknown_words(page: AppTest) -> None:
    opened(page, sentences="No UNK")

    assert "n = 30; without unknown words" in words(page)


def test_a_picked_bin_is_shaded_and_its_sentences_are_as_many_as_its_n(
    page: AppTest,
) -> None:
    opened(page, edges="7 30", bin="8-30 words")

    assert "n 30<" in figure(page)["layout"]["xaxis"]["ticktext"][1]
    assert len(figure(page)["layout"]["shapes"]) == 1
    assert page.subheader[-1].value == "30 sentences of 8-30 source words"
    assert len(page.dataframe[0].value) == 30
    assert "are not part of nmtviz" in words(page)

    page.button(key="open-own").click().run()

    assert not page.exception
    assert page.selectbox(key="set").value == OWN


def test_edges_that_cannot_be_get_a_message_and_the_usual_bins(page: AppTest) -> None:
    opened(page, edges="10 ten")

    assert "got 'ten'" in words(page)
    assert len(next(iter(lines(page).values()))) == 7


def test_what_a_link_asks_for_in_vain_is_named(page: AppTest) -> None:
    opened(page, set="moon.test", colour="blue")

    assert "set 'moon.test', which is not possible here" in words(page)
    assert "setting 'colour' is not known" in words(page)
    assert lines(page)


@pytest.mark.parametrize("name", ["bin", "first", "second", "tab", "sentences"])
def test_a_value_that_cannot_be_is_named(page: AppTest, name: str) -> None:
    opened(page, **{name: "moon"})

    (warning,) = page.warning
    assert f"asks for {name} 'moon', which is not" in warning.value.replace("\\", "")
    assert not page.exception


def test_the_tab_is_in_the_link(page: AppTest) -> None:
    opened(page, tab="Compare two")

    assert page.session_state["tab"] == "Compare two"
    assert page.query_params["tab"] == "Compare two"


def test_another_test_set_begins_anew_without_a_warning(page: AppTest) -> None:
    opened(page, edges="7 30", bin="8-30 words", system=NAMES[0], first=NAMES[0])
    assert list(lines(page)) == [NAMES[0]]

    page.selectbox(key="set").set_value(OWN).run()
    assert not page.exception
    page.selectbox(key="set").set_value(measured.SET).run()

    assert not page.exception
    assert not page.warning
    assert set(lines(page)) == set(NAMES)
    assert page.selectbox(key="bin").value is None
    assert not {"bin", "system", "set"} & set(page.query_params)


def test_a_damaged_file_of_statistics_is_named_and_the_others_are_drawn(
    page: AppTest, measured_checkpoints: Path
) -> None:
    broken = measured_checkpoints / NAMES[0] / STATISTICS_FOLDER / "broken.npz"
    broken.write_bytes(b"no numbers")
    try:
        opened(page)
    finally:
        broken.unlink()

    assert "broken.npz must be a whole file of statistics" in words(page)
    assert len(lines(page)) == len(NAMES)


def test_numbers_of_another_version_of_the_sentences_are_left_out(
    page: AppTest, measured_checkpoints: Path
) -> None:
    path = measured_checkpoints / NAMES[0] / STATISTICS_FOLDER / f"{OWN}.npz"
    wanted = measured.references(5)
    measured.scores(NAMES[0], wanted, wanted, OWN).save(path)
    try:
        opened(page, set=OWN)
    finally:
        path.unlink()

    assert "was measured on other sentences of own.en-fr" in words(page)
    assert not page.get("plotly_chart")


def test_without_statistics_the_page_says_what_to_do(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NMTVIZ_RUNS", str(tmp_path))
    opened(app)

    assert not app.exception
    assert not app.get("plotly_chart")
    assert page_set(app) == OWN
    assert "No system has been measured on own.en-fr yet" in words(app)
    assert app.button(key=f"evaluate.{NAMES[0]}").label == "Evaluate now"


def test_without_checkpoints_nothing_is_broken(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))
    opened(app)

    assert not app.exception
    assert "No checkpoint translates English into French" in words(app)


def test_a_model_without_weights_has_its_curve_but_is_not_evaluated(
    page: AppTest, figures_only: Path
) -> None:
    assert not (figures_only / NAMES[1] / "model.safetensors").exists()
    curves = set(lines(opened(page)))
    app = page.selectbox(key="set").set_value(OWN).run()

    assert "rnnencdec-50" in curves
    buttons = {button.key for button in app.button}
    assert "evaluate.rnnsearch-50" in buttons
    assert "evaluate.rnnencdec-50" not in buttons


def test_a_sentence_is_translated_elsewhere_as_it_was_measured(
    page: AppTest, figures_only: Path
) -> None:
    sources, wanted = zip(*OWN_PAIRS, strict=True)
    found = measured.scores(NAMES[0], sources, wanted, OWN)
    found.save(figures_only / NAMES[0] / STATISTICS_FOLDER / f"{OWN}.npz")

    opened(page, set=OWN, sentences="No UNK", bin="1-10 words")

    (link,) = page.get("page_link")
    asked = parse_qs(link.proto.query_string)
    assert (asked["no_unknown"], asked["beam"]) == (["true"], [str(found.beam_size)])


def test_a_model_without_weights_is_not_asked_to_translate(
    page: AppTest, figures_only: Path
) -> None:
    sources, wanted = zip(*OWN_PAIRS, strict=True)
    for name in NAMES[:2]:
        path = figures_only / name / STATISTICS_FOLDER / f"{OWN}.npz"
        measured.scores(name, sources, wanted, OWN).save(path)

    opened(page, set=OWN, bin="1-10 words")

    assert not page.exception
    assert not page.error
    (link,) = page.get("page_link")
    assert parse_qs(link.proto.query_string)["model"] == [NAMES[0]]


def test_only_a_model_whose_translations_are_lost_is_evaluated_again(
    page: AppTest, figures_only: Path
) -> None:
    sources, wanted = zip(*OWN_PAIRS, strict=True)
    path = figures_only / NAMES[0] / STATISTICS_FOLDER / f"{OWN}.npz"
    measured.scores(NAMES[0], sources, wanted, OWN).save(path)

    button = opened(page, set=OWN).button(key=f"evaluate.{NAMES[0]}")
    assert button.label == "Evaluate again"
    write_texts(path.with_suffix(".txt"), list(wanted))
    opened(page, set=OWN)

    assert f"evaluate.{NAMES[0]}" not in {each.key for each in page.button}


def test_without_a_chosen_system_the_page_asks_for_one(page: AppTest) -> None:
    opened(page).multiselect(key="system").set_value([]).run()

    assert "Choose a system" in words(page)
    assert "yet" not in words(page)


def test_two_systems_and_a_test_set_of_ones_own(
    page: AppTest, measured_checkpoints: Path
) -> None:
    sources, references = zip(*PAIRS, strict=True)
    opened(page)
    add(page, "source-file", "small.en", list(sources))
    add(page, "reference-file", "small.fr", list(references))
    field(page, "set-output-files").set_value(
        [
            (name, "\n".join(texts).encode(), "text/plain")
            for name, texts in (
                ("good.txt", references),
                ("bad.txt", ["zut"] * len(PAIRS)),
            )
        ]
    )
    page.button(key="add-set-now").click().run()

    assert not page.exception
    assert page_set(page) == "small"
    assert "Added small: 6 sentences" in words(page)
    assert lines(page)["good.txt"][0] == pytest.approx(100.0)
    page.selectbox(key="bin").set_value(0).run()
    page.selectbox(key="line").set_value(3).run()
    shown = [text.value for text in page.text]
    assert shown == [sources[2], references[2], "zut", references[2]]


def test_test_sets_of_other_sentences_have_other_names(page: AppTest) -> None:
    lines = ["a b\tx y", "c\tz"]
    opened(page)
    shown = []
    for file, text in (
        ("news.dev.tsv", lines),
        ("news.test.tsv", lines[:1]),
        ("news.test.tsv", lines[1:]),
        ("once more.tsv", lines),
    ):
        add(page, "source-file", file, text)
        page.button(key="add-set-now").click().run()
        assert not page.exception
        shown.append(page_set(page))

    assert shown == ["news.dev", "news.test", "news.test (2)", "news.dev"]


def test_names_are_shown_letter_by_letter(page: AppTest) -> None:
    sources, references = zip(*PAIRS, strict=True)
    opened(page)
    add(page, "source-file", "my*own*set.en", list(sources))
    add(page, "reference-file", "mine.fr", list(references))
    field(page, "set-output-files").set_value(
        [
            (name, "\n".join(references).encode(), "text/plain")
            for name in ("a*b*.txt", "c*d*.txt")
        ]
    )
    page.button(key="add-set-now").click().run()

    assert page_set(page) == "my*own*set"
    told = [caption.value for caption in page.caption]
    for start in ("Paired bootstrap", "“paper's” is"):
        (caption,) = (text for text in told if text.startswith(start))
        assert r"my\*own\*set" in caption

    page.switch_page("pages/errors.py")
    page.query_params["set"] = "my*own*set"
    page.run()
    assert not page.exception
    assert r"my\*own\*set" in " ".join(one.label for one in page.expander)
    assert r"\*\.txt minus " in page.slider(key="delta").help


def test_a_file_with_a_line_too_few_is_refused(page: AppTest) -> None:
    opened(page, set=OWN)
    add(page, "output-files", "short.txt", ["Oui ."] * 234)
    page.button(key="add-outputs-now").click().run()

    assert "short.txt must have a line for each of the 235 sentences" in words(page)
    assert "but it has 234" in words(page)
    assert not page.get("plotly_chart")


def test_a_system_that_is_added_joins_the_others(page: AppTest) -> None:
    opened(page, set=OWN)
    for name in ("one.txt", "two.txt"):
        add(page, "output-files", name, ["Le chat dort sur la table ."] * 235)
        page.button(key="add-outputs-now").click().run()

    assert list(lines(page)) == ["one.txt", "two.txt"]
    page.selectbox(key="forget-what").set_value(uploads._ALL).run()
    page.button(key="forget-added").click().run()
    assert not page.get("plotly_chart")


def test_what_was_added_is_there_after_a_reload_until_it_is_removed(
    page: AppTest, tmp_path: Path
) -> None:
    sources, references = zip(*PAIRS, strict=True)
    opened(page)
    add(page, "source-file", "small.en", list(sources))
    add(page, "reference-file", "small.fr", list(references))
    add(page, "set-output-files", "good.txt", list(references))
    page.button(key="add-set-now").click().run()

    other = AppTest.from_file(APP, default_timeout=60)
    opened(other, set="small")
    assert not other.exception
    assert not other.warning
    assert lines(other) == lines(page)
    other.switch_page("pages/errors.py")
    other.query_params["set"] = "small"
    other.run()
    rows = tables.table(other, "errors-table").value
    assert rows["reference"].tolist() == list(references)
    assert rows["output good.txt"].tolist() == list(references)

    page.selectbox(key="forget-what").set_value(uploads._ALL).run()
    page.button(key="forget-added").click().run()
    assert not page.exception
    assert page_set(page) == measured.SET
    assert not list(tmp_path.glob("evaluations/sets/*"))
    last = opened(AppTest.from_file(APP, default_timeout=60), set="small")
    assert "'small'" in words(last)


def test_systems_of_references_that_count_otherwise_are_left_out(
    page: AppTest, measured_checkpoints: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "checkpoints"
    shutil.copytree(measured_checkpoints, folder)
    os.environ["NMTVIZ_CHECKPOINTS"] = str(folder)  # given back by the fixture
    path = folder / NAMES[1] / STATISTICS_FOLDER / f"{measured.SET}.npz"
    scores = SentenceScores.load(path)
    counts = scores.bleu.copy()
    counts[4, 1] += 1  # the same letters, in one token more
    replace(scores, bleu=counts).save(path)

    app = opened(page)
    assert not app.exception
    assert f"{NAMES[1]} was measured on other sentences" in words(app)
    app.switch_page("pages/errors.py")
    app.run()
    assert not app.exception


@pytest.mark.slow
def test_a_model_is_evaluated_in_the_background(
    page: AppTest, measured_checkpoints: Path, tmp_path: Path
) -> None:
    sources, references = zip(*PAIRS, strict=True)
    opened(page)
    add(page, "source-file", "small.en", list(sources))
    add(page, "reference-file", "small.fr", list(references))
    page.button(key="add-set-now").click().run()
    page.button(key=f"evaluate.{NAMES[0]}").click().run()
    (file,) = (tmp_path / "evaluations" / "sets").glob("*/small.tsv")
    model = measured_checkpoints / NAMES[0]
    run = EvaluationRun.of(model, file, 12, file.parent)
    until = time.monotonic() + PATIENCE
    while run.state == "running" and time.monotonic() < until:
        time.sleep(0.1)
    page.run()

    assert run.state == "finished"
    assert list(lines(page)) == [NAMES[0]]
    page.selectbox(key="bin").set_value(0).run()
    found = Translator.load(model).translate([sources[0]])[0]
    assert [text.value for text in page.text][2] == found.hypotheses[0].text


def test_what_is_added_under_a_known_name_is_told(page: AppTest) -> None:
    opened(page, set=OWN)
    told = []
    for text in ("Le chat dort .", "Le chien dort ."):
        add(page, "output-files", "one.txt", [text] * 235)
        page.button(key="add-outputs-now").click().run()
        told.append(page.success[0].value.replace("\\", ""))

    assert told[0] == "Added one.txt."
    assert told[1] == "Added one.txt. What was called one.txt before is replaced."
    assert list(lines(page)) == ["one.txt"]


def test_a_file_called_as_a_model_gets_another_name(page: AppTest) -> None:
    """Also where the model has not translated the test set yet."""
    opened(page, set=OWN)
    add(page, "output-files", "rnnsearch-sp", ["Le chat dort ."] * 235)
    page.button(key="add-outputs-now").click().run()

    assert list(lines(page)) == ["rnnsearch-sp (2)"]
    assert page.button(key="evaluate.rnnsearch-sp")
