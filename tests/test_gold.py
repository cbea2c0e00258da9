"""Links that people made: reading, writing, and the counts of their agreement."""

import pytest

from nmtviz.errors import DataError
from nmtviz.gold import AlignmentScore, GoldLinks, Link


def test_sure_links_are_possible_too() -> None:
    gold = GoldLinks.parse("0-0 2p1", 3, 2)

    assert gold.sure == {Link(0, 0)}
    assert gold.possible == {Link(0, 0), Link(source=2, target=1)}


def test_a_sure_link_outside_the_possible_ones_is_refused() -> None:
    with pytest.raises(ValueError, match="must be a possible one"):
        GoldLinks(sure=frozenset({Link(1, 1)}), possible=frozenset())


def test_what_is_written_is_read_again() -> None:
    gold = GoldLinks.parse("3-0 0p1 0-2", 4, 3)

    assert str(gold) == "3-0 0p1 0-2"
    assert GoldLinks.parse(str(gold), 4, 3) == gold


def test_no_links_are_links_too() -> None:
    assert GoldLinks.parse("  ", 4, 3).possible == frozenset()


@pytest.mark.parametrize(
    "text", ["1", "1=2", "-1-0", "1-2-0", "a-b", "1p", "²-0", "1-" + "9" * 5000]
)
def test_something_else_than_a_link_is_named(text: str) -> None:
    with pytest.raises(DataError, match=rf"3-4 \(sure\) or 3p4.*{text!r}"):
        GoldLinks.parse(f"0-0 {text}", 3, 2)


@pytest.mark.parametrize("text", ["3-0", "0-2", "0p2"])
def test_a_link_outside_the_sentence_is_named(text: str) -> None:
    with pytest.raises(DataError, match=f"{text} is outside a pair of 3 source and 2"):
        GoldLinks.parse(f"0-0 {text}", 3, 2)


def test_arrays_have_targets_down_and_sources_across() -> None:
    sure, possible = GoldLinks.parse("0-0 2p1", 3, 2).arrays((2, 3))

    assert sure.tolist() == [[True, False, False], [False, False, False]]
    assert possible.tolist() == [[True, False, False], [False, False, True]]


def score(
    found: int, sure_found: int, possible_found: int, sure: int
) -> AlignmentScore:
    return AlignmentScore(
        n=1,
        links=found,
        sure_found=sure_found,
        possible_found=possible_found,
        sure=sure,
    )


def test_the_error_rate_is_that_of_och_and_ney() -> None:
    found = score(5, 2, 4, 3)

    assert found.precision == 4 / 5
    assert found.recall == 2 / 3
    assert found.aer == 1 - (2 + 4) / (5 + 3)


def test_with_all_sure_links_and_nothing_wrong_there_is_no_error() -> None:
    assert score(5, 3, 5, 3).aer == 0


def test_where_nothing_is_linked_there_is_no_rate() -> None:
    found = score(0, 0, 0, 0)

    assert (found.precision, found.recall, found.aer) == (None, None, None)


def test_counts_of_sentences_add_up() -> None:
    both = score(5, 2, 4, 3) + score(1, 0, 1, 6)

    assert both.n == 2
    assert both.counts == (6, 2, 5, 9)
    assert both.aer == 1 - (2 + 5) / (6 + 9)
