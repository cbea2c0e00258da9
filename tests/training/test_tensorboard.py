"""Event files, read back with TensorBoard where it is installed."""

from dataclasses import replace
from pathlib import Path

import pytest

from nmtviz.errors import ConfigError
from nmtviz.runs.folder import RunFolder
from nmtviz.training import tensorboard
from nmtviz.training.command import train
from tests.training import toy

pytestmark = pytest.mark.usefixtures("here")


def curves(folder: Path) -> dict[str, dict[int, float]]:
    """Return all values by curve and update."""
    events = pytest.importorskip(
        "tensorboard.backend.event_processing.event_accumulator",
        reason="tensorboard is not installed",
    )
    found = events.EventAccumulator(str(folder)).Reload()
    return {
        tag: {event.step: event.value for event in found.Scalars(tag)}
        for tag in found.Tags()["scalars"]
    }


def test_event_files_hold_the_numbers_of_the_run_also_after_a_resume(
    tmp_path: Path,
) -> None:
    pytest.importorskip("tensorboard", reason="tensorboard is not installed")
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=45)
    asked = replace(asked, tensorboard=True)
    train(asked)
    train(replace(asked, max_updates=60))

    folder = RunFolder(asked.run)
    found = curves(folder.tensorboard)
    events = folder.read_events()
    for tag in ("train/loss", "train/gradient_norm", "dev/bleu", "dev/nll"):
        kind, name = tag.split("/")
        wanted = {e["update"]: e[name] for e in events if e["event"] == kind}
        assert found[tag] == pytest.approx(wanted), tag
    assert "dev/aer" not in found  # the toy corpus has no gold links
    assert "dev/best" not in found


def test_without_tensorboard_a_run_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tensorboard, "find_spec", lambda _: None)
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=2)
    with pytest.raises(ConfigError, match="need the package tensorboard"):
        train(replace(asked, tensorboard=True))
    assert not asked.run.exists()
