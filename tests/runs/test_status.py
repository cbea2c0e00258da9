from pathlib import Path

import pytest

from nmtviz.errors import TrainingError
from nmtviz.runs.lock import run_lock
from nmtviz.runs.status import Said, Status, ask_to_stop, state


def test_a_status_is_read_as_it_was_written(tmp_path: Path) -> None:
    status = Status(state="failed", message="the disk is full", budget_updates=7)
    status.write(tmp_path)
    assert Status.read(tmp_path) == status


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", "{}", '{"state": "asleep"}'),
        '{"state": "failed", "colour": 3}',
        '{"state": "training", "budget_minutes": "5"}',
        '{"state": "training", "budget_updates": 2.5}',
        '{"state": "failed", "message": null}',
    ],
)
def test_a_status_nobody_understands_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "status.json").write_text(text, "utf-8")
    assert Status.read(tmp_path) is None


def test_a_folder_without_a_word_is_new_or_was_stopped(tmp_path: Path) -> None:
    assert state(tmp_path) == "new"
    (tmp_path / "state.safetensors").touch()
    assert state(tmp_path) == "stopped"


@pytest.mark.parametrize("said", ["preparing", "training"])
def test_what_says_it_runs_but_does_not_was_killed(tmp_path: Path, said: Said) -> None:
    Status(state=said).write(tmp_path)
    assert state(tmp_path) == "killed"
    with run_lock(tmp_path):
        assert state(tmp_path) == said
        ask_to_stop(tmp_path)
        assert state(tmp_path) == "stopping"


@pytest.mark.parametrize("said", ["finished", "stopped", "failed"])
def test_an_end_is_an_end_until_somebody_goes_on(tmp_path: Path, said: Said) -> None:
    Status(state=said).write(tmp_path)
    assert state(tmp_path) == said
    with run_lock(tmp_path):
        assert state(tmp_path) == "preparing"


def test_an_end_between_two_looks_is_no_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Status(state="training").write(tmp_path)

    def ends_after(run: Path) -> bool:
        Status(state="finished").write(run)
        return True

    monkeypatch.setattr("nmtviz.runs.status.is_running", ends_after)
    assert state(tmp_path) == "preparing"  # asked again a moment later


def test_a_status_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"status\.json cannot be written: No such"):
        Status(state="training").write(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("", "starting"),
        ("UserWarning: the driver is too old\n  return torch.count()\n", "starting"),
        ("UserWarning: old\nnmtviz: there is no such file.\n", "failed"),
        ("nmtviz train: error: argument --threads: must be a number\n", "failed"),
        ("Traceback (most recent call last):\n", "failed"),
    ],
)
def test_only_a_complaint_says_that_a_run_did_not_start(
    tmp_path: Path, output: str, expected: str
) -> None:
    (tmp_path / "output.txt").write_text(output, "utf-8")
    assert state(tmp_path) == expected
