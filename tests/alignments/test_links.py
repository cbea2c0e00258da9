"""Gold links, whatever words they count."""

from pathlib import Path

import pytest

import nmtviz
from nmtviz.alignments.links import read_gold
from nmtviz.data.corpus import read_lines
from nmtviz.errors import DataError

OWN = Path(nmtviz.__file__).parent / "data" / "own.en-fr.tsv"


def test_links_count_words_with_white_space_between() -> None:
    (pair,) = read_gold(["A dog .\tUn chien .\t0-0 1-1 2-2"], "gold.tsv")

    assert pair.source_words == ("A", "dog", ".")
    assert pair.gold is not None
    assert str(pair.gold) == "0-0 1-1 2-2"


def test_links_may_count_the_words_of_moses() -> None:
    (pair,) = read_gold(["A dog.\tC'est l'ami.\t1-4"], "gold.tsv", "moses")

    assert pair.source == "A dog."
    assert pair.source_words == ("A", "dog", ".")
    assert pair.target_words == ("C'", "est", "l'", "ami", ".")


@pytest.mark.parametrize("padding", ["", "\t", "\t "])
def test_a_pair_may_have_no_links(padding: str) -> None:
    (pair,) = read_gold([f"A dog.\tUn chien.{padding}"], "gold.tsv")

    assert pair.gold is None


@pytest.mark.parametrize("line", ["A dog.", "A\tb\t0-0\tx", ""])
def test_another_line_is_named(line: str) -> None:
    with pytest.raises(DataError, match=r"gold.tsv, line 2: source, target and links"):
        read_gold(["A\tUn\t0-0", line], "gold.tsv")


@pytest.mark.parametrize("line", [" \tUn", "A\t\t0-0"])
def test_a_line_with_an_empty_side_is_named(line: str) -> None:
    with pytest.raises(DataError, match=r"gold.tsv, line 2: both sentences must have"):
        read_gold(["A\tUn\t0-0", line], "gold.tsv")


def test_a_link_outside_the_sentence_is_named() -> None:
    with pytest.raises(DataError, match=r"gold.tsv, line 2: the link 1-0 is outside"):
        read_gold(["A\tUn\t0-0", "A\tUn\t1-0"], "gold.tsv")


def test_our_own_test_set_is_read() -> None:
    pairs = read_gold(read_lines(OWN), OWN.name, "moses")

    assert len(pairs) == 235
    assert sum(pair.gold is not None for pair in pairs) == 61


def test_real_gold_links_are_read(data_folder: Path) -> None:
    pairs = read_gold(read_lines(data_folder / "alibi.en-fr.gold.tsv.gz"), "alibi")

    assert len(pairs) == 310
    assert all(pair.gold for pair in pairs)
