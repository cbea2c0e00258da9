import logging
import subprocess
import sys
from pathlib import Path

import pytest

from nmtviz.checkpoints_index import CheckpointInfo, list_checkpoints
from tests import tiny


def test_checkpoints_are_listed_by_name(tmp_path: Path) -> None:
    for name in ("second", "first"):
        tiny.checkpoint(tmp_path / name)
    (tmp_path / "no-checkpoint").mkdir()

    found = list_checkpoints(tmp_path)

    assert [info.name for info in found] == ["first", "second"]
    assert found[0].folder == tmp_path / "first"
    assert found[0].facts == tiny.FACTS


def test_a_link_to_a_checkpoint_has_a_name_of_its_own(tmp_path: Path) -> None:
    tiny.checkpoint(tmp_path / "runs" / "one" / "checkpoint")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine").symlink_to(tmp_path / "runs" / "one" / "checkpoint")

    assert [info.name for info in list_checkpoints(tmp_path / "models")] == ["mine"]


def test_the_best_network_of_a_run_has_its_name(tmp_path: Path) -> None:
    runs = [tmp_path / name for name in ("one", "two")]
    for run in runs:
        tiny.checkpoint(run / "checkpoint")
        assert CheckpointInfo.read(run / "checkpoint").name == "checkpoint"
        (run / "config.json").write_text("{}", "utf-8")

    found = [CheckpointInfo.read(run / "checkpoint").name for run in runs]

    assert found == ["one", "two"]


def test_half_written_checkpoints_are_not_listed(tmp_path: Path) -> None:
    tiny.checkpoint(tmp_path / ".demo.1.new")

    assert list_checkpoints(tmp_path) == []


def test_a_broken_checkpoint_is_left_out_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("broken", "whole"):
        tiny.checkpoint(tmp_path / name)
    (tmp_path / "broken" / "config.json").write_text("{", "utf-8")

    with caplog.at_level(logging.WARNING):
        found = list_checkpoints(tmp_path)

    assert [info.name for info in found] == ["whole"]
    assert "broken" in caplog.text


def test_a_card_that_cannot_be_read_is_a_broken_checkpoint(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    card = tiny.checkpoint(tmp_path / "broken") / "README.md"
    card.unlink()
    card.mkdir()  # as root, no mode keeps anybody from reading a file

    with caplog.at_level(logging.WARNING):
        assert list_checkpoints(tmp_path) == []

    assert "README.md cannot be read" in caplog.text


def test_a_root_that_is_not_there_has_no_checkpoints(tmp_path: Path) -> None:
    assert list_checkpoints(tmp_path / "nowhere") == []


def test_listing_needs_no_torch() -> None:
    program = "import sys, nmtviz.checkpoints_index; sys.exit('torch' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_checkpoint_may_ship_its_figures_without_its_weights(tmp_path: Path) -> None:
    tiny.checkpoint(tmp_path / "figures")
    whole = list_checkpoints(tmp_path)[0].has_weights
    (tmp_path / "figures" / "model.safetensors").unlink()

    (figures,) = list_checkpoints(tmp_path)

    assert whole
    assert not figures.has_weights
