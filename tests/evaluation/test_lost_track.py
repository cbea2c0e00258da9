"""Loops, and words that were never read: cases by hand."""

import numpy as np
import pytest

from nmtviz.evaluation.lost_track import (
    Loop,
    find_loop,
    unread_words,
)
from nmtviz.results import Alignment

SOURCE = ("one", "two", "three", "four", "five", "six", "seven", "</s>")


def alignment(coverage: list[float]) -> Alignment:
    """Return one of two rows which together give each word so much."""
    half = np.array(coverage) / 2
    return Alignment(
        source=SOURCE,
        target=("a", "b"),
        weights=np.array([half, half]),
        source_unknown=(False,) * len(SOURCE),
        target_unknown=(False, False),
    )


@pytest.mark.parametrize(
    ("source", "translation", "found"),
    [
        ("a b c", "x y z " * 4, Loop("x y z", 4)),
        ("a b c", "x y z " * 3, None),
        ("a b c " * 4, "x y z " * 4, None),
        ("a b c " * 4, "x y z " * 5, Loop("x y z", 5)),
        ("a b c", "X Y z x y Z x y z x y z", Loop("x y z", 4)),
        ("a", "no no no no no no", Loop("no no no", 4)),
        ("a b c", "le numéro numéro Numéro", Loop("numéro", 3)),
        ("a b c", "le numéro numéro", None),
        ("very very very old", "très très très vieux", None),
        ("very very old", "très très très vieux", Loop("très", 3)),
        ("Goal! Goal! Goal! Goal!", "But ! But ! But ! But !", None),
        ("Go! Go!", "Va ! Va ! Va ! Va ! Va !", Loop("va ! va", 4)),
        ("Ha, ha, ha!", "Ah ah ah !", None),
        ("a b c", "le <unk> <unk><unk> <unk> <unk>", None),  # told elsewhere
        ("a b", "Paris <unk>, <unk>, <unk>, <unk>, <unk>, <unk>", None),
        ("a b c", "x y z <unk> " * 4, Loop("x y z", 4)),
        ("I see.", "je vois , " * 4, Loop("je vois ,", 4)),
        ("Haha!", "Ah" * 7 + " !", None),
        ("Haha!", "ah" * 8 + " !", Loop("ah", 8)),
        ("a" * 20, "oui " + "a" * 21, Loop("a", 21)),
        ("a" * 20, "a" * 20, None),
        ("Page 1000000000", "Page 1000000000", None),
        ("", "", None),
        ("a b", "x y", None),
    ],
)
def test_a_loop_comes_four_times_and_oftener_than_anything_in_the_source(
    source: str, translation: str, found: Loop | None
) -> None:
    assert find_loop(source, translation) == found


@pytest.mark.parametrize(
    ("coverage", "unread"),
    [
        ([1, 0, 0, 0, 0, 1, 1, 0], ["two three four five"]),
        ([1, 0.19, 0.1, 0, 0.19, 1, 1, 0], ["two three four five"]),
        ([1, 0.2, 0, 0, 0, 1, 1, 0], []),
        ([0, 0, 0, 1, 0, 0, 0, 0], []),
        ([0, 0, 0, 0, 1, 0, 0, 0], ["one two three four"]),
        ([1, 1, 1, 0, 0, 0, 0, 0], ["four five six seven"]),
        ([1] * 8, []),
    ],
)
def test_four_words_side_by_side_that_hardly_any_row_looks_at_are_unread(
    coverage: list[float], unread: list[str]
) -> None:
    assert unread_words(alignment(coverage)) == unread
