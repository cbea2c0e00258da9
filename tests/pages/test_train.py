"""The page that trains, without a browser; its runs train for real."""

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.runs import launcher
from nmtviz.runs.folder import RunFolder
from nmtviz.runs.launcher import Launch
from nmtviz.runs.lock import run_lock
from nmtviz.runs.overview import overview
from nmtviz.runs.status import Status
from tests.training import toy

PATIENCE = 300.0


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of runs, which the page looks at."""
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setenv("NMTVIZ_RUNS", str(folder))
    return folder


@pytest.fixture
def finished(runs: Path, tmp_path: Path) -> Path:
    """A run of some sixty updates."""
    launcher.start(
        runs / "first",
        toy.run_config(tmp_path),
        Launch(max_updates=60, device="cpu", threads=1),
    )
    deadline = time.monotonic() + PATIENCE
    while overview(runs / "first").state != "finished":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    launcher.collect_ended()
    return runs / "first"


def opened(app: AppTest, **link: str) -> AppTest:
    for name, value in link.items():
        app.query_params[name] = value
    app.switch_page("pages/train.py").run()
    assert not app.exception
    return app


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_without_runs_the_page_offers_a_new_one(app: AppTest, runs: Path) -> None:
    page = opened(app)
    assert page.selectbox(key="new.base").value == "rnnsearch-laptop"
    assert [button.label for button in page.button][-2:] == [
        "Try it for a moment",
        "Start training",
    ]


def test_every_preset_shows_its_own_settings(app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.selectbox(key="new.base").set_value("rnnencdec-50").run()
    assert page.number_input(key="new.rnnencdec-50.hidden_size").value == 1000
    assert page.selectbox(key="new.rnnencdec-50.optimizer").value == "adadelta"


def test_settings_that_cannot_be_are_told(app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.number_input(key="new.rnnsearch-laptop.hidden_size").set_value(0).run()
    (error,) = page.error
    assert "must be at least 1" in error.value
    assert not page.exception


def test_files_that_are_not_there_are_named(app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Files here")
    page.run()
    page.text_area(key="new.rnnsearch-laptop.train").set_value("/nowhere/a.tsv").run()
    assert "/nowhere/a.tsv" in page.error[0].value


@pytest.mark.slow
def test_a_finished_run_is_shown_and_can_be_copied(
    app: AppTest, finished: Path
) -> None:
    page = opened(app)
    assert page.multiselect(key="run").value == ["first"]
    assert metrics(page)["Updates"] == "60"
    assert len(page.get("plotly_chart")) == 5  # four curves, and the alignment
    next(button for button in page.button if button.label == "Clone").click().run()
    assert not page.exception
    assert page.selectbox(key="new.base").value == "run first"
    assert page.number_input(key="new.run first.hidden_size").value == 10


@pytest.mark.slow
def test_a_run_is_deleted_only_after_a_second_click(
    app: AppTest, finished: Path
) -> None:
    page = opened(app)
    page.button(key="delete.first").click().run()
    assert not page.exception
    assert not finished.exists()
    assert "deleted" in page.success[0].value


def test_what_went_wrong_is_told(app: AppTest, runs: Path, tmp_path: Path) -> None:
    for name, status in (
        ("a", Status(state="failed", message="The disk is full.")),
        ("b", Status(state="training")),
    ):
        run = runs / name
        RunFolder(run).open(toy.run_config(tmp_path))
        status.write(run)
    (runs / "c").mkdir()
    (runs / "c" / "config.json").write_text('{"format": 7}', "utf-8")

    page = opened(app)
    page.multiselect(key="run").set_value(["a", "b", "c"]).run()
    told = [error.value for error in page.error]
    assert "The disk is full" in told[0]
    assert "machine was restarted" in told[1]
    assert "format must be 1" in told[2]
    assert not page.exception


def test_a_run_of_another_process_is_shown_as_it_goes(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    RunFolder(runs / "shell").open(toy.run_config(tmp_path))
    Status(state="training", budget_updates=100).write(runs / "shell")
    with run_lock(runs / "shell"):
        page = opened(app)
        assert ":green-badge[training]" in page.subheader[0].value
        assert "Stop" in [button.label for button in page.button]
