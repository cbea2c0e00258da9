import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

from nmtviz import cli
from nmtviz.cli import curves
from nmtviz.evaluation.bootstrap import compare
from nmtviz.evaluation.lengths import length_curve
from nmtviz.evaluation.sentences import (
    add_no_unknown,
    find_no_unknown,
    score_texts,
)
from nmtviz.evaluation.subsets import make_bins
from nmtviz.scores import SentenceScores
from tests.evaluation.made_scores import GOOD, POOR, REFERENCES, SOURCES, scores


def known(made: SentenceScores) -> SentenceScores:
    """Return the same with words that two sentences do not know."""
    made = replace(
        made,
        beam_size=4,
        source_unknown=np.array([0, 1, 0, 0, 0]),
        reference_unknown=np.array([0, 0, 0, 2, 0]),
    )
    texts = [GOOD[row] for row in find_no_unknown(made)]
    return add_no_unknown(made, texts, REFERENCES)


@pytest.fixture
def checkpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of two checkpoints that were evaluated, and one that was not."""
    known(scores(GOOD)).save(tmp_path / "good" / "statistics" / "five.npz")
    scores(POOR).save(tmp_path / "poor" / "statistics" / "five.npz")
    (tmp_path / "new").mkdir()
    monkeypatch.setattr(curves, "CHECKPOINTS", tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert cli.main(["curves", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_json_has_the_curves_and_their_comparison(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run(
        capsys,
        *("five", "--json", "--edges", 3, 8, 50),
        *("--resamples", 30, "--seed", 6),
    )

    found = json.loads(printed)
    bins = make_bins([3, 8, 50])
    for values, texts in zip(found["all"], (GOOD, POOR), strict=True):
        curve = length_curve(scores(texts), bins, resamples=30, seed=6)
        assert values["bins"] == [[1, 3], [4, 8], [9, 50], [51, None]]
        assert values["n"] == [2, 1, 2, 0]
        assert values["bleu"] == [*curve.bleu[:3], None]
        assert values["low"] == values["high"] == [None] * 4  # so few have no band
    (values,) = found["no_unknown"]
    assert (values["system"], values["total_n"]) == ("good", 3)
    (compared,) = found["compared"]
    expected = compare(scores(GOOD), scores(POOR), resamples=30, seed=6)
    assert (compared["first"], compared["second"]) == ("good", "poor")
    assert compared["p_value"] is None  # nor can they say anything of chance
    assert compared["difference"] == expected.difference < 0


def test_a_table_has_a_column_for_each_checkpoint(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run(
        capsys, "five", checkpoints / "poor", checkpoints / "good", "--edges", 8
    )

    header, line, *rows = printed.splitlines()
    assert header == "| source words | n | poor | good |"
    assert line == "| --- | --- | --- | --- |"
    assert [row.split(" | ")[:2] for row in rows[:3]] == [
        ["| 1-8", "3"],
        ["| 9+", "2"],
        ["| all", "5"],
    ]
    curve = length_curve(scores(GOOD), make_bins([8]))
    assert rows[1].endswith(f"| {curve.bleu[1]:.2f} |")  # so few have no band
    assert rows[3].startswith("| No UNK (n) |  | - | ")
    assert rows[3].endswith("(3) |")
    chrf = sacrebleu.corpus_chrf(GOOD, [REFERENCES]).score
    assert rows[4].startswith("| chrF, all |  | ")
    assert rows[4].endswith(f" | {chrf:.2f} |")
    assert rows[5].startswith("| all, against poor |  | - | +")
    assert rows[7].startswith("BLEU: five, n = 5; beam 4 of our models; sacreBLEU ")
    assert rows[7].endswith(
        "; bands: 1,000 bootstrap samples, seed 12345, but none for a bin of "
        "too few sentences"
    )


def test_a_p_that_can_be_no_smaller_is_told_as_a_bound(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [checkpoints / name for name in ("poor", "good", "poor")]
    poor, good = (
        score_texts(SOURCES * 2, made * 2, REFERENCES * 2, system="", data="ten")
        for made in (POOR, GOOD)
    )
    for folder, made in zip(folders, (poor, good), strict=False):
        made.save(folder / "statistics" / "ten.npz")

    printed = run(capsys, "ten", *folders)

    # Poor is worse in every sample: 2 (0 + 1) / (1000 + 1). It equals itself in all.
    assert compare(poor, good).p_value == 2 / 1001
    assert ", p ≤ 0.0020 | +0.00, p = 1.0000 |" in printed


def test_few_sentences_have_no_p(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [checkpoints / name for name in ("poor", "good")]

    printed = run(capsys, "five", *folders)

    assert ", p = - |" in printed


def test_every_signature_of_a_column_is_told(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = replace(scores(POOR), bleu_signature="nrefs:1|another")
    made.save(checkpoints / "poor" / "statistics" / "five.npz")

    *_, about, letters = run(capsys, "five").splitlines()

    first = scores(GOOD).bleu_signature
    assert f"sacreBLEU {first} and nrefs:1|another; bands" in about
    assert letters == f"chrF: sacreBLEU {scores(GOOD).chrf_signature}"


def test_numbers_that_were_kept_elsewhere_may_stand_beside(
    checkpoints: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scores(POOR).save(tmp_path / "forbidding" / "five.npz")
    elsewhere = tmp_path / "forbidding" / "five.npz"

    header, *_ = run(capsys, "five", checkpoints / "good", elsewhere).splitlines()

    assert header == "| source words | n | good | forbidding |"
    other = replace(scores(POOR), data="six")
    other.save(elsewhere)
    assert cli.main(["curves", "five", str(elsewhere)]) == 2
    assert "must be of five, not of six" in capsys.readouterr().err


def test_a_test_set_that_nobody_evaluated_is_named(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["curves", "six"]) == 2
    assert "has been evaluated on 'six'" in capsys.readouterr().err

    assert cli.main(["curves", "five", str(checkpoints / "new")]) == 2
    told = f"'{checkpoints}/new' has not been evaluated on 'five'. Do so by nmtviz eval"
    assert told in capsys.readouterr().err


def test_a_checkpoint_that_is_not_there_is_named_as_it_was_given(
    checkpoints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["curves", "five", str(checkpoints / "good"), "nope"]) == 2
    assert "There is no checkpoint folder 'nope'." in capsys.readouterr().err


def test_checkpoints_of_one_name_are_told_apart_by_the_folder_around_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / run / "checkpoint" for run in ("first", "second")]
    for folder, texts in zip(folders, (GOOD, POOR), strict=True):
        known(scores(texts)).save(folder / "statistics" / "five.npz")

    found = json.loads(run(capsys, "five", *folders, "--json", "--resamples", 9))
    names = ["first/checkpoint", "second/checkpoint"]
    for part in ("all", "no_unknown"):
        assert [curve["system"] for curve in found[part]] == names


def test_names_grow_until_they_differ_and_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["first/run/last", "second/run/last", "second/last", "other"]
    for name, texts in zip(names, (GOOD, POOR, GOOD, GOOD), strict=True):
        known(scores(texts)).save(tmp_path / name / "statistics" / "five.npz")

    folders = [tmp_path / name for name in names]
    found = json.loads(run(capsys, "five", *folders, "--json", "--resamples", 9))

    assert [curve["system"] for curve in found["all"]] == names


def test_a_checkpoint_has_its_own_numbers_without_unknown_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / run / "x" / "last" for run in ("one", "two")]
    known(scores(GOOD)).save(folders[0] / "statistics" / "five.npz")
    scores(POOR).save(folders[1] / "statistics" / "five.npz")

    # The first one twice: no name tells it from itself.
    rows = run(capsys, "five", *folders, folders[0], "--resamples", 9).splitlines()

    (row,) = (row for row in rows if row.startswith("| No UNK"))
    first, second, third = row.strip(" |").split(" | ")[2:]
    assert first == third
    assert first.endswith("(3)")
    assert second == "-"


def test_the_name_of_a_test_set_is_no_pattern(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["curves", "**"]) == 2
    assert "'**'" in capsys.readouterr().err
