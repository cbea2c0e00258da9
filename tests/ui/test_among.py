"""Which pairs of a text neighbours are looked for among."""

from nmtviz.data.corpus import Pair
from nmtviz.ui.search.among import MOST, usable


def test_each_sentence_is_there_once_in_its_first_translation() -> None:
    pairs = [Pair("A cat.", "Un chat."), Pair("a  CAT.", "Une chatte."), Pair("b", "b")]

    assert usable(pairs) == (pairs[0], pairs[2])


def test_what_has_no_words_or_too_many_is_left_out() -> None:
    pairs = [Pair(" ", "x"), Pair("x", ""), Pair("y" * 251, "y"), Pair("z", "z" * 251)]

    pairs += [Pair("\u200b", "x"), Pair("\u00ad", "y"), Pair("\u2026" * 90, "z")]

    assert usable(pairs) == ()
    assert usable([*pairs, Pair("y" * 250, "ok")]) == (Pair("y" * 250, "ok"),)


def test_many_pairs_are_spread_over_the_text() -> None:
    pairs = [Pair(f"sentence {n}", "x") for n in range(3 * MOST)]

    assert usable(pairs) == tuple(pairs[::3])


def test_of_long_pairs_there_are_fewer() -> None:
    pairs = [Pair(f"{n:200}", "x") for n in range(MOST)]

    found = usable(pairs)

    assert sum(len(pair.source) for pair in found) <= 120_000
    assert len(found) == 600
    assert found[0] == pairs[0]
    assert found[-1].source.strip() >= "1490"
