import json
from dataclasses import asdict, replace
from math import inf
from pathlib import Path

import pytest

from nmtviz.candidate_scores import (
    FILE,
    CandidateCurves,
    CandidatePoint,
    read_curves,
    write_curves,
)
from nmtviz.errors import DataError


def point(frequent: int | None, per_word: int, bleu: float) -> CandidatePoint:
    return CandidatePoint(
        frequent_size=frequent,
        per_word_size=per_word,
        list_size=(frequent or 96) + 4.0 + per_word,
        bleu=bleu,
        coverage=0.5,
        token_seconds=0.002,
    )


CURVES = CandidateCurves(
    data="own.en-fr",
    n=7,
    beam_size=3,
    signature="nrefs:1|tok:13a",
    device="cpu",
    points=(
        point(20, 5, 12.5),
        point(None, 0, 11.0),
        point(10, 1, 9.0),
        point(20, 0, 10.0),
    ),
    vocabulary=((10, 0.5), (96, 0.875)),
)


POINT = asdict(CURVES.points[0])


def changed(**values: object) -> str:
    """Return the text of a file in which some fields hold something else."""
    return json.dumps({"format": 1, "curves": [asdict(CURVES) | values]})


def test_one_point_is_of_the_whole_vocabulary() -> None:
    assert CURVES.whole == point(None, 0, 11.0)
    assert replace(CURVES, points=()).whole is None


def test_a_folder_keeps_the_curves_of_each_test_set(tmp_path: Path) -> None:
    other = replace(CURVES, data="laws.test", n=9)
    again = replace(CURVES, n=8)

    (tmp_path / "config.json").touch()  # of a checkpoint

    assert read_curves(tmp_path) == ()
    for curves in (CURVES, other, again):
        write_curves(tmp_path, curves)

    assert read_curves(tmp_path) == (other, again)
    assert {path.name for path in tmp_path.iterdir()} == {FILE, "config.json"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "must hold candidate curves"),
        ("[]", "must hold candidate curves"),
        ('{"format": 1, "curves": [{}]}', "must hold candidate curves"),
        (
            changed(vocabulary=[[inf, 0.5]]),
            "vocabulary must be a whole number",
        ),
        (changed(vocabulary=[[5]]), r"vocabulary must be 2 values, got \[5\]"),
        (changed(beam_size="3"), "beam_size must be a whole number, got '3'"),
        (changed(points=[POINT | {"bleu": None}]), "but: bleu must be a number, got"),
        (
            changed(points=[POINT | {"list_size": 10**400}]),
            "list_size must be a num",
        ),
        (json.dumps({"format": 9}), "has format 9, this nmtviz reads 1"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / FILE).write_text(text)

    with pytest.raises(DataError, match=complaint):
        read_curves(tmp_path)
