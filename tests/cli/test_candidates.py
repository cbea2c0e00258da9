"""Candidate lists and ensembles on the command line, on tiny checkpoints."""

import io
import json
from pathlib import Path

import pytest

from nmtviz.candidate_scores import CandidateCurves, read_curves
from nmtviz.cli import main
from nmtviz.data.vocabulary import SPECIALS
from nmtviz.typed_json import typed
from tests import tiny

PAIRS = "the dog\tle chien\na house .\tune maison .\nthe house\tla maison\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny.checkpoint(tmp_path / "tiny")


def translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[int, str, str]:
    text = io.TextIOWrapper(io.BytesIO(b"the dog\nthe small dog sleeps .\n"))
    monkeypatch.setattr("sys.stdin", text)
    code = main(["translate", *options, "--beam", "2"])
    return code, *capsys.readouterr()


def test_a_list_limits_what_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (str(folder), "--top-k", "2", "--format", "json")

    code, out, _ = translated(monkeypatch, capsys, *options)

    assert code == 0
    for line in out.splitlines():
        tokens = json.loads(line)["hypotheses"][0]["tokens"]
        assert set(tokens) <= {*SPECIALS, "le", "la"}


def test_an_ensemble_is_a_translator_like_any_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = translated(monkeypatch, capsys, str(folder))

    twice = translated(monkeypatch, capsys, str(folder), "--ensemble", str(folder))

    assert twice == alone


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--top-k", "99"], "K must be at most 9, the words of the target vocabulary"),
        (["--frequent", "0"], "A candidate list must have words"),
        (["--per-word", "3"], "K' = 3 needs a dictionary"),
        (["--shared-list"], "--shared-list can only be given with --frequent"),
        (["--ensemble", "nowhere"], "There is no checkpoint folder 'nowhere'"),
    ],
)
def test_lists_that_cannot_be_are_refused_in_one_line(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    complaint: str,
) -> None:
    code, _, error = translated(monkeypatch, capsys, str(folder), *options)

    assert code == 2
    assert complaint in error
    assert error.count("\n") == 1


def test_a_shared_list_is_of_all_lines_or_none_is_translated(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = b"the small dog sleeps .\nthe dog\n"  # the second has no fifth token
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
    options = ["--frequent", "4", "--shared-list", "--align", "0:4=1", "--beam", "1"]

    assert main(["translate", str(folder), *options]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Lines 1-2: The source positions of alignment rows must be" in printed.err


def test_an_impossible_list_is_refused_before_anything_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unread = io.StringIO()  # without a buffer: reading it would be another error
    monkeypatch.setattr("sys.stdin", unread)

    assert main(["translate", str(folder), "--shared-list"]) == 2
    assert "--shared-list can only be given with --frequent" in capsys.readouterr().err


def test_so_many_sentences_are_measured_as_are_asked_for(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "pairs.tsv").write_text(PAIRS, "utf-8")
    rules = ("--frequent", "2", "0", "--per-word", "0", "--beam", "1")

    code = main(["candidates", str(folder), str(file), "--sentences", "2", *rules[3:]])

    assert code == 0
    assert "n 2 " in capsys.readouterr().out


def test_a_score_with_a_list_is_not_the_checkpoint_s_own(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(PAIRS)

    code = main(["evaluate", str(folder), str(file), "--record", "--top-k", "3"])

    assert code == 2
    assert "--record and --statistics without --to" in capsys.readouterr().err


def test_lists_of_many_sizes_are_measured_and_kept(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(PAIRS)
    options = ["--frequent", "3", "5", "--sentences", "2", "--beam", "2"]

    code = main(["candidates", str(folder), str(file), *options, "--json", "--record"])

    assert code == 0
    printed = typed(CandidateCurves, json.loads(capsys.readouterr().out))
    assert (printed,) == read_curves(folder)
    assert (printed.data, printed.n, printed.beam_size) == ("pairs", 2, 2)
    assert [p.frequent_size for p in printed.points] == [None, 3, 5]
    assert printed.vocabulary[-1][0] == len(tiny.TARGET_WORDS)


def test_numbers_of_another_search_are_not_kept(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(PAIRS)

    code = main(
        ["candidates", str(folder), str(file), "--record", "--length-penalty", "0"]
    )

    assert code == 2
    assert "--record must be about one checkpoint and the usual" in (
        capsys.readouterr().err
    )
    assert read_curves(folder) == ()


def test_the_table_has_a_line_a_list(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(PAIRS)

    main(["candidates", str(folder), str(file), "--frequent", "3", "--beam", "1"])

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "pairs  n 3  beam 1"
    assert [line.split()[:2] for line in lines[3:6]] == [
        ["K", "K'"],
        ["all", "0"],
        ["3", "0"],
    ]


def test_a_long_sentence_of_a_test_set_is_named_before_time_is_spent(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(PAIRS + "the " * 400 + "\tle\n", "utf-8")

    assert main(["evaluate", str(folder), str(file)]) == 2
    assert f"{file}, line 4: A sentence must have at most" in capsys.readouterr().err


def test_a_long_sentence_is_named_by_its_line_in_the_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.tsv"
    long = "the " * 400 + "\tle\n"
    file.write_text(PAIRS + long * 3, "utf-8")

    # Of six lines, two are taken: the first and the fourth.
    assert main(["candidates", str(folder), str(file), "--sentences", "2"]) == 2
    assert f"{file}, line 4: A sentence must have at most" in capsys.readouterr().err
