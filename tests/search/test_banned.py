"""What may not be produced, held against looking for it in everything there is."""

from itertools import product

import numpy as np
import pytest

from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.data.vocabulary import START_ID
from nmtviz.search.banned import Banned, ban
from tests import tiny

TEXTS = ("<pad>", "<s>", "</s>", "<unk>", "▁a", "▁", "a", "b", "ab", "▁ab", "'", "▁l'")
PIECES = {text: number for number, text in enumerate(TEXTS)}


@pytest.mark.parametrize("row", [(4,), (4, 4), (4, 5, 4), (4, 4, 5), (4, 5, 4, 5, 5)])
def test_tokens_in_a_row_are_found_wherever_they_are(row: tuple[int, ...]) -> None:
    banned = Banned.row(row)

    for ids in product((4, 5), repeat=7):
        there = any(ids[i : i + len(row)] == row for i in range(len(ids)))
        assert banned.is_in(ids) == there


@pytest.mark.parametrize(
    "word", ["▁a", "▁ab", "▁aab", "▁a▁ab", "▁a▁a▁b", "▁a'b", "▁'", "▁'b", "▁''a"]
)
def test_a_word_is_found_in_whatever_pieces(word: str) -> None:
    banned = Banned.spelled(word, PIECES)

    def is_written(ids: tuple[int, ...]) -> bool:
        texts = [TEXTS[number] for number in (START_ID, *ids)]
        return any(
            "".join(texts[i:j]) == word
            or (
                "▁" + "".join(texts[i:j]) == word
                and (word[1] == "'" or not texts[i - 1][-1].isalnum())
            )
            for i in range(1, len(texts))
            for j in range(i + 1, len(texts) + 1)
        )

    found = [is_written(ids) for ids in product(range(3, len(TEXTS)), repeat=4)]
    told = [banned.is_in(ids) for ids in product(range(3, len(TEXTS)), repeat=4)]
    assert told == found
    assert any(found)


def test_a_table_tells_of_progress_as_steps_do() -> None:
    banned = Banned.row((4, 4, 5))

    table = banned.table(6)

    expected = np.zeros((4, 6), dtype=int)
    expected[0, 4], expected[1, 4], expected[2, 4], expected[2, 5] = 1, 2, 2, 3
    np.testing.assert_array_equal(table, expected)


def test_other_ids_mean_the_same() -> None:
    banned = Banned.row((4, 9, 5)).renumbered({4: 0, 9: 2, 5: 1})

    assert banned == Banned.row((0, 2, 1))
    assert not Banned.row((4, 9)).renumbered({4: 0}).is_in((0, 0))


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("un arbre", True),
        ("arbre et homme", True),
        ("l'arbre", True),
        ("l'arbre, l'homme", True),
        ("l'homme", False),
        ("un marbre", False),
    ],
)
def test_a_word_of_pieces_is_found_behind_an_article(text: str, there: bool) -> None:
    words = ["l'arbre , un arbre et l'homme"] * 9 + ["un homme m a b r e"]
    tokenizer = SentencePieceTokenizer.train(words, 40)

    assert ban("arbre", tokenizer).is_in(tokenizer.encode(text).ids) == there


def test_pieces_given_one_by_one_are_banned_as_they_are() -> None:
    tokenizer = tiny.tokenizers("sentencepiece")[1]
    ids, tokens = tokenizer.encode("chien")

    assert ban(tokens.texts[:-1], tokenizer) == Banned.row(ids[:-1])
