"""The test set of our own keeps what its description promises."""

from collections import Counter
from pathlib import Path

import pytest

import nmtviz
from nmtviz.data.corpus import Pair, read_pairs
from nmtviz.data.words import moses_words

PATH = Path(nmtviz.__file__).parent / "data" / "own.en-fr.tsv"
PAIRS = read_pairs([PATH])
MARKS = tuple(".?!:;")
CURLY_QUOTES = set("\u2018\u2019\u201c\u201d\u00ab\u00bb")


def aligned_pairs() -> list[tuple[Pair, list[tuple[int, int]]]]:
    aligned = []
    for line in PATH.read_text("utf-8").splitlines():
        source, target, *alignment = line.split("\t")
        if alignment:
            links = [link.replace("p", "-").split("-") for link in alignment[0].split()]
            aligned.append((Pair(source, target), [(int(i), int(j)) for i, j in links]))
    return aligned


def test_every_bin_of_english_lengths_holds_thirty_pairs() -> None:
    lengths = [len(pair.source.split()) for pair in PAIRS]

    bins = Counter(min((length - 1) // 10, 6) for length in lengths)

    assert sorted(bins) == [0, 1, 2, 3, 4, 5, 6]
    assert min(bins.values()) >= 30


@pytest.mark.parametrize("side", [0, 1], ids=["English", "French"])
def test_no_sentence_comes_twice(side: int) -> None:
    counts = Counter(pair[side].lower() for pair in PAIRS)

    assert [sentence for sentence, count in counts.items() if count > 1] == []


def test_quotes_are_ascii() -> None:
    assert [pair for pair in PAIRS if CURLY_QUOTES & set("".join(pair))] == []


def test_both_sides_end_with_the_same_mark() -> None:
    for pair in PAIRS:
        ends = [side[-1] if side.endswith(MARKS) else "" for side in pair]

        assert ends[0] == ends[1], pair


def test_sixty_pairs_are_aligned() -> None:
    assert len(aligned_pairs()) >= 60


def test_links_join_four_fifths_of_the_words_of_both_sides() -> None:
    for pair, links in aligned_pairs():
        sides = (moses_words(pair.source, "en"), moses_words(pair.target, "fr"))
        for words, linked in zip(sides, zip(*links, strict=True), strict=True):
            assert set(linked) <= set(range(len(words))), pair
            assert len(set(linked)) >= 0.8 * len(words), pair


def test_no_link_comes_twice() -> None:
    for pair, links in aligned_pairs():
        assert len(set(links)) == len(links), pair
