"""The page that trains, without a browser; its runs train for real."""

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import NumberInput

from nmtviz.errors import TrainingError
from nmtviz.runs import launcher
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.runs.launcher import Launch
from nmtviz.runs.lock import run_lock
from nmtviz.runs.overview import overview
from nmtviz.runs.sightings import Sighting, sightings_file, write_sightings
from nmtviz.runs.status import Status
from nmtviz.ui.train import watch
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
    return runs / "first"


def wait_until_it_trains(run: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while overview(run).state != "training" or not RunFolder(run).sightings.exists():
        assert overview(run).state in {"starting", "preparing", "training"}
        assert time.monotonic() < deadline
        time.sleep(0.1)


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


def test_generated_text_can_be_made_smaller_and_larger_by_a_click(
    app: AppTest, runs: Path
) -> None:
    page = opened(app)
    for name in ("pairs", "words", "types"):
        field = page.number_input(key=f"new.rnnsearch-laptop.{name}").proto
        assert field.min <= field.default - field.step
        assert field.default + field.step <= field.max


def test_settings_that_cannot_be_are_told(app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.number_input(key="new.rnnsearch-laptop.hidden_size").set_value(0).run()
    (error,) = page.error
    assert "must be at least 1" in error.value
    assert not page.exception


def can_start(page: AppTest) -> bool:
    (button,) = [one for one in page.button if one.label == "Start training"]
    return not button.disabled


@pytest.mark.parametrize("minutes", [0.3, -1.0, 1e9])
def test_minutes_that_cannot_be_are_told_and_nothing_starts(
    minutes: float, app: AppTest, runs: Path
) -> None:
    page = opened(app)
    page.number_input(key="new.rnnsearch-laptop.minutes").set_value(minutes).run()

    assert "must be from 0.5 to 100,000" in page.error[0].value
    assert not can_start(page)


def test_files_that_are_not_there_are_named(app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Files here")
    page.run()
    page.text_area(key="new.rnnsearch-laptop.train").set_value("/nowhere/a`*b*").run()
    assert r"\/nowhere\/a\`\*b\*" in page.error[0].value


def test_no_run_is_measured_on_the_text_it_learns_from(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for part in ("train", "dev"):
        (folder / f"a.{part}.tsv").write_text("a dog\tun chien\n", "utf-8")
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Files here")
    page.run()

    train = page.text_area(key="new.rnnsearch-laptop.train")
    train.set_value(str(folder / "a.train.tsv")).run()

    assert "one development file" in page.info[0].value
    assert not can_start(page)
    page.text_area(key="new.rnnsearch-laptop.train").set_value(str(folder)).run()
    assert not page.info
    assert "Start training" in [button.label for button in page.button]


def test_a_folder_stands_for_its_texts_and_not_for_what_lies_beside_them(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for ending in (".tmp", "~", ".sha256"):
        (folder / f"a.train.tsv.gz{ending}").write_bytes(b"half of a file")
    (folder / ".a.train.tsv").write_bytes(b"half of a file")
    (folder / "a.dev.tsv").write_text("a dog\tun chien\n", "utf-8")
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Files here")
    page.run()

    train = page.text_area(key="new.rnnsearch-laptop.train")
    train.set_value(str(folder)).run()

    assert "one training file" in page.info[0].value
    assert not can_start(page)


@pytest.mark.parametrize("line", ["~nobody-of-this-name/a.tsv", "a sentence " * 99])
def test_what_is_no_path_is_told(line: str, app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Files here")
    page.run()
    page.text_area(key="new.rnnsearch-laptop.train").set_value(line).run()

    assert not page.exception
    assert "cannot be read" in page.error[0].value


@pytest.mark.slow
def test_a_finished_run_is_shown_and_can_be_copied(
    app: AppTest, finished: Path
) -> None:
    page = opened(app)
    assert page.multiselect(key="run").value == ["first"]
    assert metrics(page)["Updates"] == "60"
    assert len(page.get("plotly_chart")) == 6  # five curves, and the alignment
    next(button for button in page.button if button.label == "Clone").click().run()
    assert not page.exception
    assert page.selectbox(key="new.base").value == "run first"
    assert page.number_input(key="new.run first.hidden_size").value == 10


@pytest.mark.slow
def test_a_run_is_deleted(app: AppTest, finished: Path) -> None:
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
    assert "Nothing was saved yet" in "".join(one.value for one in page.caption)
    assert not page.exception

    (runs / "a" / "state.safetensors").touch()
    page.run()
    assert "last saved state is kept" in "".join(one.value for one in page.caption)


def test_a_disk_that_refuses_a_run_is_told(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NMTVIZ_RUNS", str(tmp_path / "file" / "runs"))
    page = opened(app)
    for label in ("Try it for a moment", "Start training"):
        next(one for one in page.button if one.label == label).click().run()
        assert not page.exception
        assert "Not a directory" in page.error[0].value

    # What was tried says nothing of other settings.
    page.number_input(key="new.rnnsearch-laptop.threads").set_value(2).run()
    assert not page.error


def test_what_makes_scores_mean_less_is_told(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    RunFolder(runs / "a").open(toy.run_config(tmp_path))
    Status(state="stopped", warning="One pair is known").write(runs / "a")
    assert [one.value for one in opened(app).warning] == ["One pair is known"]


@pytest.mark.slow
def test_a_click_takes_what_was_typed_just_before_it(
    app: AppTest, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    page = opened(app)

    page.text_input(key="export.first.first").set_value("mine")
    page.button(key="make.first").click().run()  # a browser sends both at once
    assert "mine is a checkpoint now" in page.success[0].value.replace("\\", "")
    assert [path.name for path in (tmp_path / "checkpoints").iterdir()] == ["mine"]

    page.text_input(key="export.first.first").set_value("first")
    page.button(key="make.first").click().run()
    assert "first is a checkpoint now" in page.success[0].value.replace("\\", "")
    assert page.text_input(key="export.first.first-2").value == "first-2"

    page.text_input(key="rename.first").set_value("second")
    page.button(key="rename-it.first").click().run()
    assert not page.error
    assert (finished.with_name("second") / "config.json").exists()


def test_what_a_run_was_to_start_from_may_have_gone_by_then(
    app: AppTest, finished: Path, runs: Path
) -> None:
    page = opened(app)
    page.button(key="clone.first").click().run()
    assert page.selectbox(key="new.base").value == "run first"
    finished.rename(finished.with_name("second"))

    start = next(one for one in page.button if one.label == "Start training")
    start.click().run()

    assert "run first is no longer there" in page.warning[0].value
    assert {path.name for path in runs.iterdir() if path.is_dir()} <= {
        "second",
        "cache",
    }


def test_a_command_for_a_finished_run_gives_it_more_time(
    app: AppTest, finished: Path
) -> None:
    del finished
    page = opened(app)

    (command,) = [one.value for one in page.code if "nmtviz train" in one.value]
    minutes = float(command.partition("--max-minutes ")[2].split()[0])
    assert minutes >= 5
    assert "--max-updates" not in command


def test_an_upload_is_split_and_a_wrong_one_is_told(app: AppTest, runs: Path) -> None:
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Upload").run()
    lines = [f"{one}\t{toy.translation(one)}" for one in toy.sentences(40, seed=3)]
    for content, told in (
        ("no tab in here", "line 1"),
        ("\n".join([lines[0]] * 30), "at least 2 different source sentences"),
        ("\n".join(lines), ""),
    ):
        upload = page.file_uploader(key="new.rnnsearch-laptop.upload")
        upload.set_value(("mine.tsv", content.encode(), "text/plain")).run()
        assert not page.exception
        assert [told in error.value for error in page.error] == [True] * bool(told)
    sizes = {
        part: len(path.read_text("utf-8").splitlines())
        for part in ("train", "dev")
        for path in (runs / "data").glob(f"uploaded-*.{part}.tsv")
    }
    assert sizes == {"train": 38, "dev": 2}
    assert (
        "Pairs to train on: 38; put aside for development: 2." in page.warning[0].value
    )
    assert len(list((runs / "data").iterdir())) == 2  # and nothing is kept twice


def test_an_upload_measures_with_no_sentence_that_it_learns_from(
    app: AppTest, runs: Path
) -> None:
    page = opened(app)
    page.segmented_control(key="new.rnnsearch-laptop.text").set_value("Upload").run()
    pairs = [f"s{n % 30}\tt{n}" for n in range(300)]  # each sentence comes ten times

    upload = page.file_uploader(key="new.rnnsearch-laptop.upload")
    upload.set_value(("mine.tsv", "\n".join(pairs).encode(), "text/plain")).run()

    train, dev = (
        [
            line
            for path in (runs / "data").glob(f"uploaded-*.{part}.tsv")
            for line in path.read_text("utf-8").splitlines()
        ]
        for part in ("train", "dev")
    )
    assert sorted(train + dev) == sorted(pairs)
    sources = [{line.partition("\t")[0] for line in lines} for lines in (train, dev)]
    assert sources[1] == {"s0", "s20"}
    assert not sources[0] & sources[1]


def test_a_copy_that_shares_vocabularies_does_not_ask_for_other_ones(
    app: AppTest, runs: Path, tmp_path: Path, checkpoints: Path
) -> None:
    shared = replace(
        toy.run_config(tmp_path), vocabularies=checkpoints / "rnnsearch-50"
    )
    RunFolder(runs / "first").open(shared)
    page = opened(app)

    next(button for button in page.button if button.label == "Clone").click().run()

    shown = {field.key for field in page.number_input}
    assert "new.run first.max_words" in shown
    assert "new.run first.vocab_size" not in shown
    told = " ".join(one.value for one in page.caption).replace("\\", "")
    assert "shares the vocabularies of rnnsearch-50" in told


def test_a_copy_is_in_the_languages_of_its_run_whatever_its_files_are_called(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    first = toy.run_config(tmp_path)
    named = first.train[0].with_name("toy.de-en.train.tsv")
    shutil.copy(first.train[0], named)
    data = replace(first.data, source_language="de", target_language="nl")
    RunFolder(runs / "first").open(replace(first, data=data, train=(named,)))
    page = opened(app)

    next(button for button in page.button if button.label == "Clone").click().run()

    chosen = {field.label: field.value for field in page.selectbox}
    assert (chosen["From"], chosen["Into"]) == ("de", "nl")


def test_a_copy_of_another_run_with_the_same_name_has_its_own_settings(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    key, first = "new.run first.hidden_size", toy.run_config(tmp_path)
    RunFolder(runs / "first").open(first)
    page = opened(app)
    next(button for button in page.button if button.label == "Clone").click().run()
    page.number_input(key=key).set_value(33).run()
    assert page.number_input(key=key).value == 33

    shutil.rmtree(runs / "first")
    model = replace(first.model, hidden_size=14)
    RunFolder(runs / "first").open(replace(first, model=model))
    page.run()

    assert not page.exception
    assert page.number_input(key=key).value == 14


@pytest.mark.slow
def test_a_run_goes_on_from_a_checkpoint(
    app: AppTest, runs: Path, checkpoints: Path
) -> None:
    page = opened(app)
    page.selectbox(key="new.base").set_value("weights of rnnsearch-50").run()
    key = "new.weights of rnnsearch-50"
    shown = {field.key for field in page.number_input}
    assert f"{key}.max_words" in shown
    assert not {f"{key}.embedding_size", f"{key}.vocab_size"} & shown
    assert "vocabularies" in "".join(one.value for one in page.caption)

    units = page.number_input(key=f"{key}.hidden_size")
    assert units.value == 24
    units.set_value(23).run()
    assert "at least the 24 of" in page.error[0].value
    page.number_input(key=f"{key}.hidden_size").set_value(32).run()
    page.number_input(key=f"{key}.pairs").set_value(1000)
    page.number_input(key=f"{key}.minutes").set_value(0.5)
    start = next(one for one in page.button if one.label == "Start training")
    start.click().run()
    assert not page.exception
    assert not page.error
    config = RunFolder(runs / "rnnsearch-50-1").read_config()
    assert config.start == config.vocabularies == checkpoints / "rnnsearch-50"
    assert config.model.hidden_size == 32
    wait_until_it_trains(runs / "rnnsearch-50-1")
    launcher.stop(runs / "rnnsearch-50-1")


def test_a_run_of_several_processes_shows_how_it_is_started(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    RunFolder(runs / "two").open(toy.run_config(tmp_path))
    Status(state="stopped", device="cpu", processes=2).write(runs / "two")
    page = opened(app)
    assert "--nproc-per-node 2" in page.code[0].value
    page.segmented_control(key="view").set_value("New run").run()
    assert page.number_input(key="new.rnnsearch-laptop.processes").value == 1
    assert not page.checkbox(key="new.rnnsearch-laptop.tensorboard").value


def learned(run: Path, config: RunConfig, seconds: float, loss: float) -> None:
    """Put an event into a run's folder, as if it had trained so long."""
    folder = RunFolder(run)
    folder.open(config)
    folder.append_event(
        {"event": "train", "update": int(seconds), "seconds": seconds, "epoch": 0.5}
        | {"loss": loss, "words_per_second": 1000.0, "gradient_norm": 1.0}
    )
    folder.state_file.touch()


def minutes(page: AppTest) -> NumberInput:
    """Return the field of the minutes a run may take when it goes on."""
    (field,) = (one for one in page.number_input if str(one.key).startswith("resume."))
    return field


def test_what_is_offered_changes_with_the_run(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        learned(runs / name, toy.run_config(tmp_path), 60.0, 3.0)
        Status(state="stopped", budget_minutes=10.0).write(runs / name)
    page = opened(app, run="first")
    assert minutes(page).value == 10.0
    minutes(page).set_value(12.5).run()
    page.run()
    assert minutes(page).value == 12.5

    learned(runs / "first", toy.run_config(tmp_path), 600.0, 3.0)  # another window's
    page.run()
    assert minutes(page).value == 15.0


def test_a_run_without_its_state_says_that_it_begins_again(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    learned(runs / "first", toy.run_config(tmp_path), 60.0, 3.0)
    Status(state="finished", budget_minutes=1.0).write(runs / "first")
    RunFolder(runs / "first").state_file.unlink()

    page = opened(app)

    assert "begins again from nothing" in page.warning[0].value
    assert not any("lets it train on" in caption.value for caption in page.caption)


def test_patience_leaves_the_budget_that_was_not_used(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    learned(runs / "first", toy.run_config(tmp_path), 60.0, 3.0)
    for number, bleu in enumerate((5.0, 4.0, 3.0), 1):
        RunFolder(runs / "first").append_event(
            {"event": "dev", "update": 60, "seconds": 60.0 + number, "epoch": 0.5}
            | {"bleu": bleu}
        )
    status = Status(state="finished", budget_minutes=600.0, patience=2)
    status.write(runs / "first")

    page = opened(app)

    assert minutes(page).value == 600.0
    assert not any("step size" in caption.value for caption in page.caption)


def test_a_run_that_is_to_make_updates_makes_as_many(
    app: AppTest, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned(runs / "first", toy.run_config(tmp_path), 600.0, 3.0)
    Status(state="stopped", budget_updates=1200).write(runs / "first")
    started: list[Launch] = []
    monkeypatch.setattr(launcher, "start", lambda *asked: started.append(asked[2]))

    page = opened(app)

    assert minutes(page).value == 21.0  # ten for 600
    captions = [caption.value for caption in page.caption]
    assert "It ends after 1,200 updates at the latest." in captions
    page.button(key="go-on.first").click().run()
    assert [(one.max_updates, one.max_minutes) for one in started] == [(1200, 21.0)]


@pytest.mark.parametrize(
    ("budget", "seconds", "offered"),
    [
        (0.2, 6.0, 5.0),  # less than can be asked for
        (None, 3600.0, 65.0),  # without a limit of minutes
        (10.0, 600.0, 15.0),  # used up
        (10.0, 60.0, 10.0),  # nine minutes are left
    ],
)
def test_resume_offers_minutes_that_are_left(
    app: AppTest,
    runs: Path,
    tmp_path: Path,
    budget: float | None,
    seconds: float,
    offered: float,
) -> None:
    learned(runs / "first", toy.run_config(tmp_path), seconds, 3.0)
    Status(state="stopped", budget_minutes=budget).write(runs / "first")

    page = opened(app)

    assert minutes(page).value == offered
    leaps = any("step size" in caption.value for caption in page.caption)
    assert leaps == (offered == 15.0)  # its schedule had come to an end


def test_a_link_to_a_run_that_is_gone_is_told(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    RunFolder(runs / "first").open(toy.run_config(tmp_path))

    page = opened(app, run="gone", axis="years", mystery="1")

    (warning,) = page.warning
    assert warning.value.replace("\\", "").split("  \n") == [
        "The link's setting 'mystery' is not known.",
        "The link asks for run 'gone', which is not possible here. It can be first.",
        "The link asks for axis 'years', which is not possible here. "
        "It can be minutes, updates or epochs.",
    ]


def test_a_link_shows_the_same_axis_and_sentence(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    run = runs / "first"
    for seconds, loss in ((60.0, 3.5), (120.0, 1.25), (180.0, 2.0)):
        learned(run, toy.run_config(tmp_path), seconds, loss)
    looks = [
        Sighting(source=text, translation=text, alignment=None) for text in ("a", "b")
    ]
    write_sightings(run, 60, looks)
    Status(state="stopped").write(run)

    page = opened(app, axis="updates", **{"sentence.first": "2"})

    assert page.selectbox(key="sentence.first").value == 1
    told = page.get("plotly_chart")[0].proto.alt
    assert told == (
        "training loss in nats a token, against updates. first: first 3.5 at 60, last "
        "2 at 180, lowest 1.25, highest 3.5"
    )
    page.selectbox(key="sentence.first").set_value(0).run()
    assert "sentence.first" not in page.query_params


def test_a_link_to_a_sentence_too_many_is_told(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    RunFolder(runs / "first").open(toy.run_config(tmp_path))
    one = Sighting(source="a", translation="b", alignment=None)
    write_sightings(runs / "first", 60, [one])

    page = opened(app, **{"sentence.first": "9"})

    assert "asks for sentence 9 of 1" in page.warning[0].value
    assert page.selectbox(key="sentence.first").value == 0


def test_a_run_that_is_deleted_leaves_nothing_in_the_link(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        RunFolder(runs / name).open(toy.run_config(tmp_path))
        one = Sighting(source="a", translation="b", alignment=None)
        write_sightings(runs / name, 60, [one, one])

    page = opened(app, run="first", **{"sentence.first": "2"})
    page.button(key="delete.first").click().run()

    assert not page.exception
    assert not page.warning
    assert "sentence.first" not in page.query_params
    assert page.multiselect(key="run").value == ["second"]


def test_a_look_is_read_again_only_when_its_file_has_changed(tmp_path: Path) -> None:
    def sighting(text: str) -> Sighting:
        return Sighting(source="one", translation=text, alignment=None)

    def write(text: str, time_ns: int) -> None:
        write_sightings(tmp_path, 7, [sighting(text)])
        os.utime(sightings_file(tmp_path, 7), ns=(time_ns, time_ns))

    write("un", 10**9)
    assert watch.look(tmp_path, 7) == (sighting("un"),)
    write("deux", 10**9)
    assert watch.look(tmp_path, 7) == (sighting("un"),)
    write("deux", 2 * 10**9)
    assert watch.look(tmp_path, 7) == (sighting("deux"),)
    sightings_file(tmp_path, 7).unlink()
    with pytest.raises(TrainingError, match=r"00000007\.json cannot be read"):
        watch.look(tmp_path, 7)


def test_a_run_of_another_process_is_shown_as_it_goes(
    app: AppTest, runs: Path, tmp_path: Path
) -> None:
    RunFolder(runs / "shell").open(toy.run_config(tmp_path))
    Status(state="training", budget_updates=100).write(runs / "shell")
    with run_lock(runs / "shell"):
        page = opened(app)
        assert ":green-badge[training]" in page.subheader[0].value
        assert "Stop" in [button.label for button in page.button]


@pytest.mark.usefixtures("runs")
def test_too_many_sentences_to_watch_cost_no_other_setting(app: AppTest) -> None:
    page = opened(app)
    page.number_input(key="new.rnnsearch-laptop.minutes").set_value(2.0)
    page.text_area(key="new.rnnsearch-laptop.watch").set_value("one\n" * 6).run()

    assert "At most 5 sentences can be watched" in page.error[0].value
    assert page.number_input(key="new.rnnsearch-laptop.minutes").value == 2.0
