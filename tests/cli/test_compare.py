"""`nmtviz compare`: translations from anywhere."""

import gzip
import json
from pathlib import Path

import pytest
import sacrebleu

from nmtviz import cli
from nmtviz.evaluation.bootstrap import compare
from tests.evaluation.made_scores import GOOD, POOR, REFERENCES, SOURCES, scores


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "five.tsv"
    rows = zip(SOURCES, REFERENCES, strict=True)
    path.write_text("".join(f"{s}\t{r}\n" for s, r in rows), "utf-8")
    return path


def written(path: Path, lines: list[str]) -> Path:
    text = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def test_numbers_are_those_of_sacrebleu_and_the_first_file_is_the_baseline(
    pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    poor = written(tmp_path / "poor.txt", list(POOR))
    good = written(tmp_path / "good.txt.gz", list(GOOD))
    assert cli.main(["compare", *map(str, (pairs, poor, good)), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    for values, chrf, texts in zip(
        found["all"], found["chrf"], (POOR, GOOD), strict=True
    ):
        expected = sacrebleu.corpus_bleu(list(texts), [list(REFERENCES)]).score
        assert values["total_bleu"] == pytest.approx(expected)
        letters = sacrebleu.corpus_chrf(list(texts), [list(REFERENCES)]).score
        assert chrf == pytest.approx(letters)
    (compared,) = found["compared"]
    assert (compared["first"], compared["second"]) == ("poor.txt", "good.txt.gz")
    expected = compare(scores(POOR), scores(GOOD)).difference
    assert compared["difference"] == pytest.approx(expected)
    assert compared["difference"] > 0


def test_a_table_names_files_of_one_name_by_their_folders(
    pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name / "out.txt" for name in ("a", "b")]
    for file, lines in zip(files, (GOOD, POOR), strict=True):
        file.parent.mkdir()
        written(file, list(lines))
    assert cli.main(["compare", str(pairs), *map(str, files)]) == 0

    header, *rows = capsys.readouterr().out.splitlines()
    assert header == "| source words | n | a/out.txt | b/out.txt |"
    assert not [row for row in rows if "No UNK" in row]


def test_a_file_with_a_line_too_few_is_refused(
    pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = written(tmp_path / "short.txt", list(GOOD[:-1]))
    assert cli.main(["compare", str(pairs), str(short)]) == 2

    told = f"{short} must have a line for each of the 5 pairs of {pairs}, but it has 4"
    assert told in capsys.readouterr().err


def test_a_table_is_refused_where_translations_belong(
    pairs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", str(pairs), str(pairs)]) == 2

    told = capsys.readouterr().err
    assert "five.tsv, line 1: there must be a translation and nothing else" in told
