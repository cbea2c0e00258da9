"""Pairs with the marks of those who type: both sides have the same ones."""

import re
from random import Random

import pytest

from nmtviz.data.corpus import Pair
from nmtviz.data.marked import MOST, Marked, in_french

PAIR = Pair("We won.", "Nous avons gagné.")
QUESTION = Pair("Is it so?", "Est-ce vrai ?")


def made(pair: Pair, count: int = 400) -> list[Pair]:
    mark = Marked(Random(1))
    return [mark(pair) for _ in range(count)]


def words(side: str) -> str:
    """Return the words of a side, without a list's letter or number, or a smiley."""
    side = re.sub(r" [:;]-?[)(D]", "", side)
    side = re.sub(r"^\(?(?:(\d+|[a-h])[.)]\)?|[-*]) ", "", side.lstrip("("))
    return " ".join(re.findall(r"[^\W\d_']+", side))


@pytest.mark.parametrize("pair", [PAIR, QUESTION])
def test_the_words_stay(pair: Pair) -> None:
    for found in made(pair):
        assert words(found.source).lower() == words(pair.source).lower(), found
        assert words(found.target) == words(pair.target), found


def test_marks_are_repeated_and_french_has_three_at_most_after_a_space() -> None:
    for source, target in made(PAIR) + made(QUESTION):
        typed = re.search("[!?]{2,}", source)
        written = re.search("(.)([!?]{2,})", target)
        assert (typed is None) == (written is None)
        if typed and written:
            assert written[1] == " "
            assert written[2] == typed[0][: len(written[2])]
            is_mixed = len(set(typed[0])) > 1  # French has such marks once
            assert len(written[2]) == (2 if is_mixed else min(len(typed[0]), MOST))


def test_lists_brackets_and_smileys_are_the_same_on_both_sides() -> None:
    found = made(PAIR)
    for beginning in ("- ", "* ", "("):
        both = [[side.startswith(beginning) for side in pair] for pair in found]
        assert [True, True] in both
        assert all(one == other for one, other in both)
    numbers = [[re.match(r"\(?(\d+)[.)]", side) for side in pair] for pair in found]
    assert all((one and one[1]) == (other and other[1]) for one, other in numbers)
    smiley = [[side[-2:] for side in pair] for pair in found if pair[0].endswith(":)")]
    assert smiley
    assert all(one == other for one, other in smiley)


def test_titles_have_capitals_in_english_alone_and_no_full_stop() -> None:
    pair = Pair("She baked my bread at home.", "Elle a cuit mon pain chez elle.")

    found = {one.source: one.target for one in made(pair) if "Baked" in one.source}
    plain = "Elle a cuit mon pain chez elle"
    assert found["She Baked My Bread At Home"] == plain
    assert found["She Baked my Bread at Home"] == plain
    assert not any("So?" in one.source for one in made(QUESTION))


def test_what_ends_otherwise_on_the_two_sides_keeps_its_ends() -> None:
    pair = Pair("Stop it!", "Arrête.")
    assert not any("!!" in found.source for found in made(pair))


@pytest.mark.parametrize(
    ("typed", "written"),
    [("!!", " !!"), ("!" * 9, " !!!"), ("?!?!", " ?!"), ("!?", " !?"), ("..", "...")],
)
def test_french_repeats_no_more_than_three(typed: str, written: str) -> None:
    assert in_french(typed) == written
