from collections import Counter
from pathlib import Path

import pytest

from nmtviz.data.vocabulary import (
    END_ID,
    PAD_ID,
    SPECIALS,
    START_ID,
    UNKNOWN_ID,
    Vocabulary,
)
from nmtviz.errors import DataError


def test_special_symbols_have_the_first_ids() -> None:
    vocabulary = Vocabulary(["boat"])

    assert (PAD_ID, UNKNOWN_ID, START_ID, END_ID) == (0, 1, 2, 3)
    assert [vocabulary.token(number) for number in range(5)] == [
        "<pad>",
        "<unk>",
        "<s>",
        "</s>",
        "boat",
    ]


def test_the_most_frequent_tokens_are_kept() -> None:
    counts = Counter(["b", "a", "c", "a", "b", "a", "d"])

    vocabulary = Vocabulary.from_counts(counts, size=6)

    assert len(vocabulary) == 6
    assert vocabulary.ids(["a", "b", "c", "d"]) == [4, 5, UNKNOWN_ID, UNKNOWN_ID]


def test_ties_are_broken_alphabetically() -> None:
    forwards = Vocabulary.from_counts({"x": 2, "é": 2, "b": 2, "z": 3}, size=7)
    backwards = Vocabulary.from_counts({"z": 3, "b": 2, "é": 2, "x": 2}, size=7)

    assert [forwards.token(number) for number in (4, 5, 6)] == ["z", "b", "x"]
    assert [backwards.token(number) for number in (4, 5, 6)] == ["z", "b", "x"]


def test_rare_tokens_can_be_left_out() -> None:
    vocabulary = Vocabulary.from_counts({"a": 2, "b": 1, "c": 5}, size=9, min_count=2)

    assert len(vocabulary) == 6
    assert vocabulary.ids(["c", "a", "b"]) == [4, 5, UNKNOWN_ID]


def test_few_tokens_make_a_small_vocabulary() -> None:
    assert len(Vocabulary.from_counts({"only": 1}, size=100)) == 5


@pytest.mark.parametrize("special", SPECIALS)
def test_a_corpus_token_spelled_like_a_special_symbol_is_unknown(special: str) -> None:
    vocabulary = Vocabulary.from_counts({special: 9, "word": 1}, size=6)

    assert vocabulary.ids([special, "word"]) == [UNKNOWN_ID, 4]


def test_a_vocabulary_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    words = ["l'", "été", "\u200b", "😀", "مرحبا", "\ufeffx", "a\u2028b"]
    Vocabulary(words).save(tmp_path / "vocab.txt")

    loaded = Vocabulary.load(tmp_path / "vocab.txt")

    assert loaded.ids(words) == [4, 5, 6, 7, 8, 9, 10]
    assert loaded.token(10) == "a\u2028b"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must begin with <pad>, <unk>, <s>, </s>, got "),
        ("<pad>\n<s>\n<unk>\n</s>\n", "must begin with .* got <pad>, <s>, <unk>, </s>"),
        ("<pad>\n<unk>\n<s>\n</s>\na\nb\na\n", r"v\.txt: .*got 'a' twice"),
        ("<pad>\n<unk>\n<s>\n</s>\n<s>\n", r"v\.txt: .*got '<s>' twice"),
    ],
)
def test_a_broken_vocabulary_file_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "v.txt"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(DataError, match=message):
        Vocabulary.load(path)


def test_a_vocabulary_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_bytes("<pad>\nété\n".encode("latin-1"))

    with pytest.raises(DataError, match=r"v\.txt, line 2, byte 1: text must be UTF-8"):
        Vocabulary.load(path)


def test_a_missing_vocabulary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"v\.txt cannot be read: No such file"):
        Vocabulary.load(tmp_path / "v.txt")
