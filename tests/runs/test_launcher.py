"""Runs started as a page starts them: real processes that train."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nmtviz.checkpoints_index import CheckpointInfo, list_checkpoints
from nmtviz.errors import ConfigError, TrainingError
from nmtviz.runs import launcher
from nmtviz.runs.launcher import Launch
from nmtviz.runs.lock import run_lock
from nmtviz.runs.overview import RunOverview, overview, runs_in
from nmtviz.runs.status import Status
from tests import tiny
from tests.training import toy

PATIENCE = 300.0
FOREVER = Launch(device="cpu", threads=1)


pytestmark = pytest.mark.usefixtures("started")


def wait(run: Path, until: Callable[[RunOverview], bool]) -> RunOverview:
    deadline = time.monotonic() + PATIENCE
    while not until(seen := overview(run)):
        assert time.monotonic() < deadline, (seen.state, seen.problem)
        assert seen.state != "failed", (seen.problem, (run / "train.log").read_text())
        time.sleep(0.05)
    return seen


def wait_for_failure(run: Path) -> RunOverview:
    return wait(run, lambda seen: seen.state == "failed")


@pytest.mark.slow
def test_a_run_is_started_stopped_resumed_and_exported(
    tmp_path: Path, started: list["subprocess.Popen[bytes]"]
) -> None:
    run, config = tmp_path / "runs" / "first", toy.run_config(tmp_path)
    run.parent.mkdir()

    launcher.start(run, config, FOREVER)
    with pytest.raises(TrainingError, match="is being trained already"):
        launcher.start(run, config, FOREVER)  # before the other one has said a word
    assert overview(run).state in ("starting", "preparing", "training")
    wait(run, lambda seen: seen.state == "training" and bool(seen.of("dev")))
    with pytest.raises(TrainingError, match="is being trained already"):
        launcher.start(run, config, FOREVER)
    with pytest.raises(TrainingError, match="one process at a time"):
        launcher.delete(run)
    launcher.stop(run)
    stopped = wait(run, lambda seen: not seen.running)
    with pytest.raises(TrainingError, match="must be in training to be stopped"):
        launcher.stop(run)
    assert stopped.state == "stopped"
    process = started[-1].pid
    assert os.getpgid(process) == process  # its own, so Ctrl-C is not

    launcher.start(run, config, FOREVER)
    wait(run, lambda seen: seen.update > stopped.update)
    os.kill(started[-1].pid, signal.SIGKILL)
    killed = wait(run, lambda seen: not seen.running)
    assert killed.state == "killed"
    assert "resume it" in killed.problem

    enough = Launch(max_updates=killed.update + 30, device="cpu", threads=1)
    launcher.start(run, config, enough)
    finished = wait(run, lambda seen: seen.state == "finished")
    assert finished.update == enough.max_updates
    assert finished.share == 1


@pytest.mark.slow
def test_a_run_is_exported_renamed_and_deleted(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "first"
    run.parent.mkdir()
    few = Launch(max_updates=5, device="cpu", threads=1)
    launcher.start(run, toy.run_config(tmp_path), few)
    wait(run, lambda seen: seen.state == "finished")

    launcher.export(run, tmp_path / "checkpoints" / "mine")
    assert [one.name for one in list_checkpoints(tmp_path / "checkpoints")] == ["mine"]
    moved = launcher.rename(run, "second")
    assert [seen.name for seen in runs_in(run.parent)] == ["second"]
    launcher.delete(moved)
    assert runs_in(run.parent) == []


@pytest.mark.slow
def test_what_keeps_a_run_from_starting_is_told(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)
    run = tmp_path / "run"
    launcher.start(run, config, Launch(device="cpux"))
    failed = wait_for_failure(run)
    assert "device must be auto, cpu or cuda, got 'cpux'" in failed.problem

    config.train[0].unlink()
    launcher.start(run, config, FOREVER)
    failed = wait_for_failure(run)
    assert "train.tsv: there is no such file" in failed.problem


def test_the_command_line_is_what_a_person_would_type(tmp_path: Path) -> None:
    launch = Launch(max_minutes=2.5, max_updates=70, device="cpu", threads=3)
    line = launch.command_line(tmp_path / "my run")
    assert line.endswith(
        f" -m nmtviz train --config '{tmp_path}/my run/config.json' "
        f"--run '{tmp_path}/my run' --device cpu --max-minutes 2.5 --max-updates 70 "
        "--threads 3"
    )


def test_the_command_line_works_in_any_folder(tmp_path: Path) -> None:
    command = f"{Launch().command_line(tmp_path / 'mine')} --help"

    done = subprocess.run(
        command, shell=True, cwd=tmp_path, check=True, capture_output=True, text=True
    )

    assert "train a model" in done.stdout.lower()


def test_several_processes_are_started_by_torchrun() -> None:
    line = Launch(processes=3, tensorboard=True).command_line(Path("runs/mine"))
    assert line.endswith(
        " -m torch.distributed.run --standalone --nproc-per-node 3 -m -- "
        "nmtviz train --config runs/mine/config.json --run runs/mine --device auto "
        "--tensorboard"
    )


def test_a_long_budget_is_written_out() -> None:
    words = Launch(max_updates=10**16 + 1, max_minutes=0.1).arguments(Path("x"))
    assert words[-4:] == ["--max-minutes", "0.1", "--max-updates", "10000000000000001"]


def test_a_run_goes_on_as_it_was_trained_last(tmp_path: Path) -> None:
    assert launcher.last_launch(tmp_path) == Launch()
    Status(
        state="stopped",
        device="cpu",
        threads=3,
        processes=2,
        budget_minutes=1.5,
        patience=4,
    ).write(tmp_path)
    again = launcher.last_launch(tmp_path)
    assert again == Launch(
        device="cpu", threads=3, processes=2, max_minutes=1.5, patience=4
    )
    assert "--patience 4" in again.command_line(tmp_path)


def test_a_run_that_could_not_begin_goes_on_as_it_was_asked_to(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)
    launch = Launch(device="cpu", threads=1, patience=7, max_minutes=0.5)
    config.train[0].unlink()

    launcher.start(tmp_path / "run", config, launch)

    wait_for_failure(tmp_path / "run")
    assert launcher.last_launch(tmp_path / "run") == launch


@pytest.mark.parametrize(
    "name", ["", "  ", ".hidden", "a/b", "..", "x" * 81, "語" * 80, "a\nb"]
)
def test_a_name_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="A name must have"):
        launcher.rename(tmp_path, name)


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    with pytest.raises(ConfigError, match="must be new, but there is a 'b'"):
        launcher.rename(tmp_path / "a", "b")


@pytest.mark.parametrize("name", ["cache", "data", "evaluations"])
def test_the_name_of_a_folder_that_serves_all_runs_is_taken(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(ConfigError, match=f"must be new, but there is a '{name}'"):
        launcher.new_run(tmp_path, name)


def test_a_run_that_trains_keeps_its_name(tmp_path: Path) -> None:
    run = tmp_path / "a"
    run.mkdir()
    with run_lock(run), pytest.raises(TrainingError, match="one process at a time"):
        launcher.rename(run, "b")


def test_an_export_does_not_take_another_ones_name(tmp_path: Path) -> None:
    tiny.checkpoint(tmp_path / "run" / "checkpoint")
    there = tiny.checkpoint(tmp_path / "checkpoints" / "demo", kind="rnnencdec")

    with pytest.raises(ConfigError, match="must be new, but there is a 'demo'"):
        launcher.export(tmp_path / "run", there)
    assert CheckpointInfo.read(there).model.kind == "rnnencdec"


def test_an_export_without_a_checkpoint_says_so(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="checkpoint"):
        launcher.export(tmp_path, tmp_path / "out")


NO_NUMBER = '{"event": "dev", "update": 5, "epoch": 0, "seconds": null}'


@pytest.mark.parametrize(
    "line", ["[1]", "null", '{"event": "note"}', "[" * 99_999, NO_NUMBER]
)
def test_a_line_that_is_no_event_is_a_problem(line: str, tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_text(f"{line}\n", "utf-8")

    seen = overview(tmp_path)

    assert (seen.update, seen.events) == (0, ())
    assert "events.jsonl cannot be read" in seen.problem


def test_what_events_do_not_say_is_not_known(tmp_path: Path) -> None:
    event = {"event": "dev", "update": 5, "epoch": 0.1, "seconds": 2}
    more: list[dict[str, object]] = [{}, {"bleu": 7.5}, {"bleu": None}, {"bleu": "a"}]
    lines = (json.dumps(event | each) for each in more)
    (tmp_path / "events.jsonl").write_text("\n".join([*lines, ""]), "utf-8")

    seen = overview(tmp_path)

    assert len(seen.of("dev")) == 4
    assert (seen.best_bleu, seen.last("dev", "bleu")) == (7.5, 7.5)
    assert seen.last("dev", "aer") is None


def test_a_run_of_another_version_has_a_problem(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "config.json").write_text('{"format": 99}', "utf-8")
    (seen,) = runs_in(tmp_path)
    assert seen.config is None
    assert "format must be 1, got 99" in seen.problem
