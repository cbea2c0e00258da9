"""`nmtviz aer`: how far attention agrees with links that people made."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nmtviz import cli
from nmtviz.config import ModelKind
from tests import tiny

LINES = (
    "the dog sleeps .\tle chien dort .\t0-0 1-1 2-2 3p3",
    "the small house\tla petite maison",
    "a dog .\tun chien .\t0-0 1-1 2-2",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny.checkpoint(tmp_path_factory.mktemp("checkpoints") / "demo"))


def file(folder: Path, *lines: str) -> str:
    path = folder / "gold.tsv"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    try:
        code: object = cli.main(arguments)
    except SystemExit as error:
        code = error.code
    assert code == 2
    return capsys.readouterr().err


def test_rates_of_the_heaviest_and_of_the_best_threshold(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["aer", folder, file(tmp_path, *LINES)]) == 0

    first, _, head, heaviest, best = capsys.readouterr().out.splitlines()
    assert first == "n 2  sure links 6"
    assert head.split() == ["links", "weight", "AER", "precision", "recall"]
    assert heaviest.split()[0] == "heaviest"
    assert best.split()[:2] == ["best", "threshold"]


def test_json_holds_the_counts_too(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, *LINES)

    assert cli.main(["aer", folder, path, "--json", "--threshold", "0.3"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["heaviest", "best threshold", "threshold"]
    # One link a target word: 4 and 3 of them.
    assert (found["heaviest"]["links"], found["heaviest"]["sure"]) == (7, 6)
    assert found["threshold"]["threshold"] == 0.3
    assert found["best threshold"]["aer"] <= found["threshold"]["aer"]


def test_links_of_another_aligner_are_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = tmp_path / "links.txt"
    # 2 of 3 sure ones and the possible one; a line without gold; 2 of 3 and a wrong one
    links.write_text("0-0 1-1 3-3\n0-0\n0-0 1-1 2-1\n", "utf-8")
    path = file(tmp_path, *LINES)

    assert cli.main(["aer", str(links), path, "--json"]) == 0

    (found,) = json.loads(capsys.readouterr().out).values()
    assert (found["n"], found["links"], found["sure"]) == (2, 6, 6)
    assert (found["sure_found"], found["possible_found"]) == (4, 5)
    assert found["aer"] == pytest.approx(1 - (4 + 5) / (6 + 6))


def test_links_may_come_from_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    with ThreadPoolExecutor() as pool:
        pool.submit(pipe.write_text, "0-0 1-1 3-3\n0-0\n0-0 1-1 2-1\n")
        assert cli.main(["aer", str(pipe), file(tmp_path, *LINES), "--json"]) == 0

    (found,) = json.loads(capsys.readouterr().out).values()
    assert found["links"] == 6


@pytest.mark.parametrize(
    ("links", "option", "told"),
    [
        ("0-0\n", (), "must be as many, got 1 alignments and 3"),
        ("0-0\n0-9\n\n", (), "links.txt, line 2: the link 0-9 is outside"),
        ("0-0\n\n\n", ("--weights", "difference"), "--weights can only be given with"),
        ("0-0\n\n\n", ("--languages", "EN", "FR"), "small letters, such as en and fr"),
        ("0-0\n\n\n", ("--threshold", "0.5"), "can only be given with a checkpoint"),
    ],
)
def test_links_that_do_not_fit_are_refused(
    links: str,
    option: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "links.txt").write_text(links, "utf-8")
    path = file(tmp_path, *LINES)

    assert told in complaint(capsys, "aer", str(tmp_path / "links.txt"), path, *option)


def test_moses_words_are_those_of_the_checkpoints_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    german = tiny.checkpoint(tmp_path / "german", source_language="de")
    # the dog ' s, where English has the dog 's
    path = file(tmp_path, "the dog's\tle chien\t0-0 3-1")

    assert cli.main(["aer", str(german), path, "--words", "moses"]) == 0
    assert capsys.readouterr().out.startswith("n 1  sure links 2\n")


def test_a_network_without_attention_aligns_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blind = str(tiny.checkpoint(tmp_path / "blind", kind="rnnencdec"))

    assert "--weights difference" in complaint(
        capsys, "aer", blind, file(tmp_path, *LINES)
    )


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_any_network_has_a_prediction_difference(
    kind: ModelKind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tiny.checkpoint(tmp_path / "tiny", kind=kind))
    path = file(tmp_path, *LINES)

    assert cli.main(["aer", folder, path, "--weights", "difference", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)["heaviest"]
    assert (found["n"], found["sure"]) == (2, 6)
    assert 0 <= found["links"] <= 7  # a target word that loses nothing has none


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((LINES[0], "a dog\tun chien\t0-2"), "line 2: the link 0-2 is outside"),
        (("a dog.\tun chien.\t2-2",), "links may count Moses' words instead"),
        ((LINES[1],), "must have links in a third column"),
        ((LINES[0], " \tun chien\t0-0"), "line 2: both sentences must have words"),
    ],
)
def test_a_bad_file_is_named(
    folder: str,
    tmp_path: Path,
    lines: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert message in complaint(capsys, "aer", folder, file(tmp_path, *lines))


def test_a_threshold_is_a_weight(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, *LINES)

    assert "above 0, at most 1, got 0.0" in complaint(
        capsys, "aer", folder, path, "--threshold", "0"
    )


def test_what_is_neither_a_checkpoint_nor_a_file_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, *LINES)

    told = complaint(capsys, "aer", str(tmp_path / "lniks.txt"), path)
    assert "There is no checkpoint or file of links" in told
