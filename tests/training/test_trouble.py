"""What goes wrong in a run, and what is left of it."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from safetensors import safe_open
from safetensors.torch import save_file

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import DataError, TrainingError
from nmtviz.runs.folder import RunFolder
from nmtviz.runs.lock import run_lock
from nmtviz.runs.sightings import sighted_updates
from nmtviz.runs.status import Status, ask_to_stop, state
from nmtviz.training import command
from nmtviz.training.command import train
from nmtviz.training.loop import Trainer
from nmtviz.training.request import TrainRequest
from tests.training import toy

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def trained(tmp_path: Path) -> TrainRequest:
    """A request whose first seven updates are done."""
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=7)
    train(asked)
    return asked


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a run but those that tell how it went."""
    files = (path for path in folder.rglob("*") if path.is_file())
    told = {"train.log", "status.json"}
    return {path.name: path.read_bytes() for path in files if path.name not in told}


def test_a_loss_that_is_no_number_ends_the_run_and_leaves_its_files(
    trained: TrainRequest,
) -> None:
    path = trained.run / "state.safetensors"
    with safe_open(path, framework="pt") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        metadata = file.metadata()
    tensors["model.decoder.initial_proj.bias"][2] = float("nan")
    save_file(tensors, path, metadata)
    before = contents(trained.run)

    with pytest.raises(
        TrainingError, match=r"must be a finite number, got nan .* at update 8\."
    ):
        train(replace(trained, max_updates=20))
    assert contents(trained.run) == before
    assert "stopped: The loss must be" in (trained.run / "train.log").read_text("utf-8")


def test_an_absurd_step_size_ends_the_run_in_its_last_good_state(
    tmp_path: Path,
) -> None:
    training = replace(toy.TRAINING, learning_rate=1e30, save_every=1)
    config = toy.run_config(tmp_path, training=training)
    asked = toy.request(tmp_path, config, max_updates=9)

    with pytest.raises(TrainingError, match="try a smaller learning rate"):
        train(asked)
    before = contents(asked.run)
    with pytest.raises(TrainingError, match="try a smaller learning rate"):
        train(asked)  # what was bad is repeated, bit for bit
    assert contents(asked.run) == before


def test_other_settings_are_refused_and_change_nothing(trained: TrainRequest) -> None:
    before = contents(trained.run)

    with pytest.raises(
        TrainingError, match=r"holds a run with training.seed 1, not 2\."
    ):
        train(replace(trained, seed=2))
    assert contents(trained.run) == before


def test_a_damaged_state_is_refused_and_kept(trained: TrainRequest) -> None:
    path = trained.run / "state.safetensors"
    path.write_bytes(path.read_bytes()[:1000])
    before = contents(trained.run)

    with pytest.raises(TrainingError, match=r"state\.safetensors cannot be resumed"):
        train(replace(trained, max_updates=9))
    assert contents(trained.run) == before


def test_without_its_state_a_run_begins_again(trained: TrainRequest) -> None:
    before = toy.losses(trained.run)
    (trained.run / "state.safetensors").unlink()
    train(trained)

    assert toy.losses(trained.run) == before


def test_text_that_cannot_be_used_is_told_in_the_log(tmp_path: Path) -> None:
    config = toy.run_config(tmp_path)
    config.train[0].write_text("no tab in here\n", "utf-8")
    asked = toy.request(tmp_path, config, max_updates=1)

    with pytest.raises(DataError, match=r"train.tsv, line 1"):
        train(asked)
    log = (asked.run / "train.log").read_text("utf-8")
    assert "stopped: " in log
    assert "train.tsv, line 1" in log


def test_a_development_sentence_too_long_to_translate_stops_no_trained_run(
    tmp_path: Path,
) -> None:
    config = toy.run_config(tmp_path)
    long = "one " * 301
    config.dev[0].write_text(f"one\tun\n{long}\tun\n", "utf-8")
    asked = toy.request(tmp_path, config, max_updates=1)

    with pytest.raises(DataError, match=r"dev\.tsv, line 2, source: .* got 301"):
        train(asked)
    assert not (asked.run / "state.safetensors").exists()


def test_events_behind_the_state_are_forgotten(trained: TrainRequest) -> None:
    folder = RunFolder(trained.run)
    folder.append_event({"event": "train", "update": 50})
    with folder.events_file.open("a", encoding="utf-8") as file:
        file.write('{"event": "dev", "upd')
    train(replace(trained, max_updates=9))

    assert [event["update"] for event in folder.read_events()] == [3, 7, 9]


def test_what_begins_again_has_nothing_of_what_was_there(
    trained: TrainRequest,
) -> None:
    folder = RunFolder(trained.run)
    assert folder.checkpoint.exists()
    folder.state_file.unlink()
    train(replace(trained, max_updates=4))

    looked_at = sighted_updates(trained.run)
    updates = [event["update"] for event in folder.read_events()]
    assert max(updates) == max(looked_at) == 4
    assert CheckpointInfo.read(folder.checkpoint).facts.updates == 4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_a_run_after_the_update_at_hand(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.SIG_DFL)  # not by nohup
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=9)
    update = Trainer._update

    def interrupted(trainer: Trainer, rate: float) -> None:
        if trainer.progress.update == 3:
            os.kill(os.getpid(), number)
        update(trainer, rate)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "_update", interrupted)
        assert "stopped; the same command resumes it after 4 updates" in train(asked)
    assert [event["update"] for event in toy.losses(asked.run)] == [3]
    assert "finished after 9 updates" in train(asked)


def test_a_run_says_how_it_is(tmp_path: Path) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=3)
    train(asked)
    assert state(asked.run) == "finished"
    asked.run.joinpath("state.safetensors").write_bytes(b"")
    with pytest.raises(TrainingError):
        train(asked)
    status = Status.read(asked.run)
    assert status is not None
    assert status.state == "failed"
    assert "cannot be resumed" in status.message


def test_a_second_process_is_refused(trained: TrainRequest) -> None:
    with (
        run_lock(trained.run),
        pytest.raises(TrainingError, match="one process at a time"),
    ):
        train(replace(trained, max_updates=9))


def test_a_stop_file_ends_a_run_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=9)
    update = Trainer._update

    def interrupted(trainer: Trainer, rate: float) -> None:
        if trainer.progress.update == 3:
            ask_to_stop(asked.run)
        update(trainer, rate)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "_update", interrupted)
        assert "stopped; the same command resumes it after 4 updates" in train(asked)
    assert state(asked.run) == "stopped"
    assert "finished after 9 updates" in train(asked)


def test_a_lack_of_memory_is_told_with_what_to_do(tmp_path: Path) -> None:
    model = replace(toy.MODEL, hidden_size=40_000_000)
    asked = toy.request(tmp_path, toy.run_config(tmp_path, model=model), max_updates=1)
    with pytest.raises(TrainingError, match="Choose a smaller batch_size or network"):
        train(asked)
    assert state(asked.run) == "failed"


def test_ctrl_c_while_the_text_is_read_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=7)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "prepare", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train(asked)
    assert state(asked.run) == "stopped"

    assert "finished after 7 updates" in train(asked)
