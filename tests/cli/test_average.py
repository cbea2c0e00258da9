"""`nmtviz average`: weights between those of others, and a card that says so."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from nmtviz.checkpoint import load_checkpoint, save_checkpoint
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.cli import main
from nmtviz.config import DataConfig
from tests import tiny


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two checkpoints of one shape, the second one's weights all 3 more."""
    source, target = tiny.tokenizers()
    network = tiny.network(source, target, "rnnsearch")
    folders = tmp_path / "after", tmp_path / "before"
    for folder in folders:
        save_checkpoint(folder, network, (source, target), DataConfig(), tiny.FACTS)
        with torch.no_grad():
            for weight in network.parameters():
                weight.add_(3)
    return folders


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    path = tmp_path / "dev.tsv"
    path.write_text("the small dog\tle petit chien\n", "utf-8")
    return path


def average(*words: str | Path) -> int:
    return main(["average", *map(str, words)])


@pytest.mark.parametrize(("shares", "more"), [(["0.75", "0.25"], 0.75), ([], 1.5)])
def test_weights_are_between_the_others(
    pair: tuple[Path, Path], dev: Path, tmp_path: Path, shares: list[str], more: float
) -> None:
    asked = ["--shares", *shares] if shares else []
    out = tmp_path / "between"

    assert average(*pair, *asked, "--dev", dev, "--out", out) == 0

    found, first = (load_checkpoint(folder).network for folder in (out, pair[0]))
    for name, weight in first.state_dict().items():
        between = found.state_dict()[name]
        torch.testing.assert_close(between, weight + more, atol=4e-3, rtol=0)


def test_its_card_tells_whose_weights_and_only_its_own_scores(
    pair: tuple[Path, Path],
    dev: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "between"
    average(*pair, "--shares", "0.75", "0.25", "--dev", dev, "--out", out)

    info = CheckpointInfo.read(out)
    assert info.facts.averaged == {"before": 0.25}
    assert "weights averaged with 25% of those of before" in info.card
    assert info.facts.test_scores == ()
    assert info.facts.dev_nll != tiny.FACTS.dev_nll
    told = capsys.readouterr().out
    assert f"dev NLL {info.facts.dev_nll:.2f}" in told
    assert f" of {info.facts.dev_sentences} sentences" in told
    assert info.facts.followed_from("x").averaged == {"before": 0.25}


@pytest.mark.parametrize(
    "shares", [["1"], ["0.5", "0.6"], ["-1", "2"], ["nan", "1"], ["0.2"] * 5]
)
def test_shares_that_are_none_are_refused(
    pair: tuple[Path, Path],
    dev: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    shares: list[str],
) -> None:
    out = tmp_path / "between"
    assert average(*pair, "--shares", *shares, "--dev", dev, "--out", out) == 2
    assert "Shares must be 2 numbers" in capsys.readouterr().err
    assert not out.exists()


def test_what_does_not_fit_together_is_refused(
    pair: tuple[Path, Path],
    dev: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, other = tmp_path / "between", tiny.checkpoint(tmp_path / "e", kind="rnnencdec")

    assert average(pair[0], other, "--dev", dev, "--out", out) == 2
    assert "must be of one shape, but 'after' has" in capsys.readouterr().err
    assert average(pair[0], "--dev", dev, "--out", out) == 2
    assert "at least 2 checkpoints" in capsys.readouterr().err
    assert average(*pair, "--dev", dev, "--out", pair[1]) == 2
    assert "must be a new name" in capsys.readouterr().err
    words = pair[1] / "vocab.source.txt"
    lines = words.read_text("utf-8").splitlines()
    words.write_text("\n".join([*lines[:-2], *reversed(lines[-2:])]) + "\n", "utf-8")
    assert average(*pair, "--dev", dev, "--out", out) == 2
    assert "must share their vocabularies" in capsys.readouterr().err


def test_a_place_of_other_things_is_refused_before_anything_is_read(
    dev: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unread = "nothing", "neither", "--dev", "nowhere.tsv"

    assert average(*unread, "--out", tmp_path) == 2
    told = f"'{tmp_path}' must be a new name or a checkpoint to replace, but"
    assert told in capsys.readouterr().err
    assert dev.exists()


def test_an_average_of_an_average_tells_of_all_that_is_in_it(
    pair: tuple[Path, Path], dev: Path, tmp_path: Path
) -> None:
    (after, before), inner, outer = pair, tmp_path / "inner", tmp_path / "outer"
    average(after, before, "--shares", "0.75", "0.25", "--dev", dev, "--out", inner)

    average(inner, after, "--shares", "0.6", "0.4", "--dev", dev, "--out", outer)
    assert CheckpointInfo.read(outer).facts.averaged == pytest.approx(
        {"before": 0.15, "after": 0.4}
    )
    average(after, inner, "--dev", dev, "--out", outer, "--force")
    assert CheckpointInfo.read(outer).facts.averaged == pytest.approx(
        {"before": 0.125, "inner": 0.375}
    )
    average(before, inner, "--dev", dev, "--out", outer, "--force")
    assert CheckpointInfo.read(outer).facts.averaged == pytest.approx({"inner": 0.375})


def test_a_sentence_that_cannot_be_translated_is_named(
    pair: tuple[Path, Path],
    dev: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    dev.write_text(f"a dog\tun chien\n{'dog ' * 400}\tchien\n", "utf-8")

    assert average(*pair, "--dev", dev, "--out", tmp_path / "between") == 2
    assert f"{dev}, line 2" in capsys.readouterr().err


def test_a_network_is_its_own_average(
    pair: tuple[Path, Path], dev: Path, tmp_path: Path
) -> None:
    out = tmp_path / "same"
    average(pair[0], pair[0], "--shares", "0.3", "0.7", "--dev", dev, "--out", out)

    facts = replace(CheckpointInfo.read(out).facts, test_scores=())
    assert facts.averaged == {"after": 0.7}
    weights = load_checkpoint(pair[0]).network.state_dict()
    for name, weight in load_checkpoint(out).network.state_dict().items():
        torch.testing.assert_close(weight, weights[name], atol=1e-3, rtol=1e-3)
