import json
import math
from pathlib import Path

import numpy as np
import pytest

from nmtviz.errors import TrainingError
from nmtviz.results import Alignment
from nmtviz.runs.sightings import (
    Sighting,
    follow,
    read_sightings,
    sighted_updates,
    write_sightings,
)

SEEN = (
    Sighting(
        source="a goat",
        translation="une chèvre",
        alignment=Alignment(
            source=("a", "goat", "</s>"),
            target=("une", "chèvre"),
            weights=np.array([[0.25, 0.5, 0.25], [0.0, 1.0, 0.0]]),
            source_unknown=(False, True, False),
            target_unknown=(False, False),
        ),
    ),
    Sighting(source="a boat", translation="un bateau", alignment=None),
)


def test_sightings_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_sightings(tmp_path, 40, SEEN)
    write_sightings(tmp_path, 5, ())

    assert sighted_updates(tmp_path) == [5, 40]
    assert read_sightings(tmp_path, 5) == ()
    first, second = read_sightings(tmp_path, 40)
    assert second == SEEN[1]
    assert (first.source, first.translation) == ("a goat", "une chèvre")
    assert first.alignment is not None
    assert SEEN[0].alignment is not None
    assert first.alignment.source_unknown == (False, True, False)
    assert np.array_equal(first.alignment.weights, SEEN[0].alignment.weights)


def test_a_run_without_sightings_has_none(tmp_path: Path) -> None:
    assert sighted_updates(tmp_path) == []


def test_one_sentence_is_followed_through_looks_at_other_ones() -> None:
    goat, boat = SEEN
    looks = {0: (goat,), 5: (boat, goat), 9: (goat, boat)}

    assert follow(looks, 0) == {0: goat, 9: goat}
    assert follow(looks, 1) == {9: boat}


def complain(run: Path, text: str, complaint: str = "") -> None:
    """Expect that sightings with this text are refused."""
    write_sightings(run, 7, ())
    (run / "sightings" / "00000007.json").write_text(text, "utf-8")
    with pytest.raises(
        TrainingError, match=rf"00000007\.json cannot be read: .*{complaint}"
    ):
        read_sightings(run, 7)


@pytest.mark.parametrize(
    "text",
    [
        *("", "3", "[{}]", "[1]", '[{"source": 1}]'),
        '[{"source": "a", "translation": "b", "alignment": [1]}]',
        '[{"source": 3, "translation": "b", "alignment": null}]',
    ],
)
def test_damaged_sightings_are_named(tmp_path: Path, text: str) -> None:
    complain(tmp_path, text)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"weights": [["x"]]}, "weights must be a number, got 'x'"),
        ({"weights": [[None]]}, "weights must be a number, got None"),
        ({"weights": [[math.nan]]}, "weights must be a number, got nan"),
        ({"weights": [[0.5, 0.5]]}, r"weights must have shape \(1, 1\)"),
        ({"weights": [0.5]}, "weights must be a list, got 0.5"),
        ({"source": "a"}, "source must be a list, got 'a'"),
        ({"source": [3]}, "source must be text, got 3"),
        (
            {"source_unknown": []},
            "must be 1 and 1 long, .* got 1 and 0",
        ),
        ({"target_unknown": [0]}, "target_unknown must be true or false, got 0"),
    ],
)
def test_a_damaged_alignment_is_named(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    alignment = {
        "source": ["a"],
        "target": ["b"],
        "weights": [[1.0]],
        "source_unknown": [False],
        "target_unknown": [False],
    }
    row = {"source": "a", "translation": "b", "alignment": alignment | change}
    complain(tmp_path, json.dumps([row]), complaint)
