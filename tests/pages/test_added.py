"""What people add on the length page, and what becomes of it when they remove it."""

import html
import json
import time
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.errors import DataError
from nmtviz.runs.evaluations import EvaluationRun
from nmtviz.translator import Translator
from nmtviz.ui.lengths import uploads
from nmtviz.ui.shelf import kept, own
from tests.pages.conftest import APP
from tests.pages.lengths_page import add, lines, opened, page_set, words
from tests.pages.trained import PAIRS

SOURCES, REFERENCES = map(list, zip(*PAIRS, strict=True))
MODEL = "rnnencdec-50"
PATIENCE = 180
"""Seconds an evaluation may take on a busy machine."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the app keeps what is added."""
    monkeypatch.setenv("NMTVIZ_RUNS", str(tmp_path))
    return tmp_path / "evaluations" / "sets"


@pytest.fixture
def page(app: AppTest) -> AppTest:
    """The page with a test set of one's own."""
    opened(app)
    add_set(app, SOURCES)
    return app


@pytest.fixture
def other(page: AppTest) -> AppTest:
    """The page in a session that began later."""
    del page
    return opened(AppTest.from_file(APP, default_timeout=60), set="small")


def add_set(
    app: AppTest, sources: list[str], *, system: str = "", name: str = "small.en"
) -> None:
    add(app, "source-file", name, sources)
    add(app, "reference-file", "small.fr", REFERENCES)
    if system:
        add(app, "set-output-files", system, REFERENCES)
    app.button(key="add-set-now").click().run()


@pytest.mark.slow
@pytest.mark.parametrize("wait", [True, False], ids=["finished", "running"])
def test_what_our_models_made_of_a_test_set_goes_with_it(
    page: AppTest, checkpoints: Path, folder: Path, *, wait: bool
) -> None:
    page.button(key=f"evaluate.{MODEL}").click().run()
    (file,) = folder.glob("*/small.tsv")
    run = EvaluationRun.of(checkpoints / MODEL, file, 12, file.parent)
    until = time.monotonic() + PATIENCE
    while wait and run.state == "running" and time.monotonic() < until:
        time.sleep(0.1)
    assert run.state == ("finished" if wait else "running")
    page.run()

    page.selectbox(key="forget-what").set_value(uploads._ALL).run()
    page.button(key="forget-added").click().run()

    assert not page.exception
    assert not page.error
    assert not run.folder.exists()
    assert not list(folder.iterdir())


def test_what_somebody_else_removes_is_gone_here_too(
    page: AppTest, other: AppTest
) -> None:
    other.selectbox(key="forget-what").set_value(uploads._ALL).run()
    other.button(key="forget-added").click().run()
    page.run()

    assert not page.exception
    assert not page.warning
    assert page_set(page) != "small"


def test_one_system_can_be_removed_alone(page: AppTest, other: AppTest) -> None:
    for name in ("one.txt", "two.txt"):
        add(page, "output-files", name, REFERENCES)
        page.button(key="add-outputs-now").click().run()

    page.selectbox(key="forget-what").set_value("one.txt").run()
    page.button(key="forget-added").click().run()
    other.run()

    assert not page.exception
    assert list(lines(page)) == list(lines(other)) == ["two.txt"]


def test_a_test_set_goes_along_between_the_pages_that_show_one(page: AppTest) -> None:
    add(page, "output-files", "one.txt", REFERENCES)
    page.button(key="add-outputs-now").click().run()

    page.switch_page("pages/errors.py").run()
    assert page.selectbox(key="set").value == "small"
    page.selectbox(key="set").set_value("own.en-fr").run()
    page.switch_page("pages/lengths.py").run()
    assert page_set(page) != "small"
    assert not page.exception
    assert not page.warning


def test_who_is_compared_stays_while_another_page_is_shown(page: AppTest) -> None:
    for name in ("one.txt", "two.txt"):
        add(page, "output-files", name, REFERENCES)
        page.button(key="add-outputs-now").click().run()
    page.switch_page("pages/errors.py").run()
    page.selectbox(key="first").set_value("two.txt").run()
    page.selectbox(key="second").set_value("one.txt").run()

    page.switch_page("pages/lengths.py").run()
    page.switch_page("pages/errors.py").run()

    assert not page.exception
    assert not page.warning
    pair = [page.selectbox(key=key).value for key in ("set", "first", "second")]
    assert pair == ["small", "two.txt", "one.txt"]


def test_what_others_wrote_is_looked_at_as_if_a_network_had_written_it(
    page: AppTest, checkpoints: Path
) -> None:
    for name, texts in (("one.txt", REFERENCES), ("two.txt", REFERENCES[::-1])):
        add(page, "output-files", name, texts)
        page.button(key="add-outputs-now").click().run()
    page.switch_page("pages/errors.py").run()
    page.selectbox(key="first").set_value("one.txt").run()
    page.number_input(key="line").set_value(1).run()

    assert not page.exception
    charts = [json.loads(chart.proto.spec) for chart in page.get("plotly_chart")]
    told = [caption.value.replace("\\", "") for caption in page.caption]
    reader = "rnnsearch-sp"  # the first that has attention
    for chart, name, text in zip(
        charts, ("one.txt", "two.txt"), (REFERENCES[0], REFERENCES[-1]), strict=True
    ):
        assert any(f"{name}, as if {reader} had written it" in one for one in told)
        forced = Translator.load(checkpoints / reader).score(SOURCES[0], text)
        alignment = forced.alignment(unit="words")
        assert alignment is not None
        drawn = map(html.unescape, chart["layout"]["yaxis"]["ticktext"])
        assert [*drawn] == [*alignment.target]
    asked = [
        parse_qs(link.proto.query_string)
        for link in page.get("page_link")
        if "thinks of two.txt" in link.proto.label.replace("\\", "")
    ]
    assert [(one["model"], one["given"]) for one in asked] == [
        ([reader], [REFERENCES[-1]])
    ]


def test_a_test_set_that_goes_while_it_is_read_is_told(
    page: AppTest, other: AppTest
) -> None:
    add(page, "output-files", "one.txt", REFERENCES)
    page.button(key="add-outputs-now").click().run()
    page.switch_page("pages/errors.py").run()
    assert page.selectbox(key="set").value == "small"
    other.run()
    other.selectbox(key="forget-what").set_value(uploads._ALL).run()
    other.button(key="forget-added").click().run()

    page.run()

    assert not page.exception
    assert page.selectbox(key="set").value != "small"
    assert "small is here no longer" in page.toast[0].value


def test_what_somebody_else_adds_anew_is_what_is_here(
    page: AppTest, other: AppTest
) -> None:
    for app, line in ((page, "zut"), (other, "le chat")):
        add(app, "output-files", "system.txt", [line] * len(PAIRS))
        app.button(key="add-outputs-now").click().run()
    page.run()

    assert lines(page) == lines(other)
    page.selectbox(key="bin").set_value(0).run()
    assert page.text[2].value == "le chat"


def test_the_same_sentences_are_the_same_test_set_whatever_their_spaces(
    other: AppTest, folder: Path
) -> None:
    add_set(other, [line.replace(" ", "  ", 1) for line in SOURCES], system="one.txt")

    assert page_set(other) == "small"
    assert [path.name for path in folder.glob("*/*.tsv")] == ["small.tsv"]
    assert list(lines(other)) == ["one.txt"]


def test_a_name_too_long_for_a_file_is_told(other: AppTest) -> None:
    sources = [f"{source} now" for source in SOURCES]
    add_set(other, sources, name=f"{'ё' * 126}.txt")

    assert not other.exception
    assert "Only until this page is closed" in words(other)


def test_a_file_whose_name_begins_with_a_dot_is_found_again(
    page: AppTest, other: AppTest
) -> None:
    add(page, "output-files", ".moses.txt", REFERENCES)
    page.button(key="add-outputs-now").click().run()
    other.run()

    assert list(lines(page)) == list(lines(other)) == ["moses.txt"]
    assert "moses.txt" in words(page)


def test_what_is_kept_at_last_is_what_is_here(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk first; then there is room, and the file has been mended."""
    with monkeypatch.context() as full:
        full.setattr(kept, "keep_outputs", Mock(side_effect=DataError("no room")))
        add(page, "output-files", "one.txt", ["Le chat ."] * len(PAIRS))
        page.button(key="add-outputs-now").click().run()
    assert "Only until this page is closed: no room" in words(page)

    add(page, "output-files", "one.txt", REFERENCES)
    page.button(key="add-outputs-now").click().run()

    assert "What was called one.txt before is replaced." in words(page)
    assert "Only until" not in words(page)
    page.selectbox(key="bin").set_value(0).run()
    assert page.text[2].value in REFERENCES


def test_a_test_set_without_what_was_added_to_it_has_nothing_to_remove(
    app: AppTest,
) -> None:
    opened(app, set=own.NAME)
    add(app, "output-files", "one.txt", ["Le chat dort ."] * 235)
    app.button(key="add-outputs-now").click().run()

    app.selectbox(key="forget-what").set_value("one.txt").run()
    app.button(key="forget-added").click().run()

    assert not app.exception
    assert not [box for box in app.selectbox if box.key == "forget-what"]
