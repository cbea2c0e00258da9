"""The sentences of our own to learn from keep what their description promises."""

import re
from collections import Counter
from pathlib import Path

import pytest

import nmtviz.data
from nmtviz.data.corpus import read_pairs

DATA = Path(nmtviz.data.__file__).parent
PAIRS = read_pairs([DATA / "written.en-fr.tsv"])
LONG = 40
"""Letters of a sentence that hardly anybody writes by chance as another has."""

TEST_SETS = [DATA / f"{name}.en-fr.tsv" for name in ("own", "typed", "strangers")]


def letters(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", sentence.casefold()))


def test_no_english_sentence_comes_twice() -> None:
    counts = Counter(letters(pair.source) for pair in PAIRS)

    assert [sentence for sentence, count in counts.items() if count > 1] == []


def test_no_sentence_of_a_test_set_is_among_them() -> None:
    tested = {letters(side) for pair in read_pairs(TEST_SETS) for side in pair}

    assert not tested & {letters(side) for pair in PAIRS for side in pair}


def test_no_sentence_of_the_corpora_is_among_them(data_folder: Path) -> None:
    corpora = read_pairs(sorted(data_folder.glob("*.tsv.gz")))
    theirs = {letters(side) for pair in corpora for side in pair}

    ours = {letters(side) for pair in PAIRS for side in pair}
    assert not {text for text in ours & theirs if len(text) >= LONG}


@pytest.mark.parametrize("side", [0, 1], ids=["English", "French"])
def test_letters_are_those_of_the_language(side: int) -> None:
    french = "àâæçèéêëîïôöùûüœÀÂÇÈÉÊËÎÏÔÙÛŒ«»" if side else ""
    wrong = re.compile(rf"[^ -~€£°{french}]")

    assert [pair for pair in PAIRS if wrong.search(pair[side])] == []


def test_both_sides_end_with_the_same_mark() -> None:
    def end(side: str) -> str:
        return side[-1] if side[-1] in ".?!" else ""

    assert [pair for pair in PAIRS if end(pair.source) != end(pair.target)] == []


def test_french_has_a_space_before_its_tall_marks() -> None:
    assert [pair for pair in PAIRS if re.search(r"\S[?!;:](?: |$)", pair.target)] == []
