"""What may not be produced, held against looking for it in everything there is."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from nmtviz.data.vocabulary import START_ID
from nmtviz.search.banned import Banned

TEXTS = (
    *("<pad>", "<s>", "</s>", "<unk>", "▁a", "▁", "a", "b", "ab", "▁ab", "'", "▁l'"),
    *("(a", "a,", ".a", "▁(a),", "▁aba", "a'a"),
)
PIECES = {text: number for number, text in enumerate(TEXTS)}


@pytest.mark.parametrize("row", [(4,), (4, 4), (4, 5, 4), (4, 4, 5), (4, 5, 4, 5, 5)])
def test_tokens_in_a_row_are_found_wherever_they_are(row: tuple[int, ...]) -> None:
    banned = Banned.row(row)

    for ids in product((4, 5), repeat=7):
        there = any(ids[i : i + len(row)] == row for i in range(len(ids)))
        assert banned.is_in(ids) == there


@pytest.mark.parametrize(
    "word",
    [
        *("▁a", "▁ab", "▁aab", "▁a▁ab", "▁a▁a▁ab", "▁a'b", "▁'", "▁'b", "▁''a"),
        *("▁,", "▁(", "▁),", "▁a'", "▁a'a", "▁.ab", "▁ba", "▁s", "▁</s>"),
    ],
)
def test_a_word_is_found_in_whatever_pieces(word: str) -> None:
    banned = Banned.spelled(word, PIECES)
    bare = word[1:]

    def is_written(ids: tuple[int, ...]) -> bool:
        texts = [TEXTS[number] if number > 3 else "\n" for number in (START_ID, *ids)]
        written = "".join(texts)
        ends = {len("".join(texts[:i])) for i in range(len(texts) + 1)}
        return any(
            written.startswith(bare, at)
            and not (bare[0].isalnum() and written[at - 1].isalnum())
            and (
                at + len(bare) in ends
                or not (bare[-1].isalnum() and written[at + len(bare)].isalnum())
            )
            for at in range(1, len(written))
        )

    rows = [*product(range(3, len(TEXTS)), repeat=3)]
    found = [is_written(ids) for ids in rows]
    told = [banned.is_in(ids) for ids in rows]
    assert told == found
    assert any(found) == (word not in {"▁s", "▁</s>"})


@pytest.mark.parametrize("word", ["▁aba", "▁'a'", "▁a'a▁a"])
def test_the_last_tokens_tell_how_far_a_ban_is(word: str) -> None:
    banned = Banned.spelled(word, PIECES)
    table = banned.table(len(TEXTS))

    def progress(ids: Sequence[int]) -> int:
        found = 0
        for number in ids:
            found = table[found, number]
        return found

    rows = product((4, 5, 6, 8, 10, 14, 17), repeat=len(banned.steps))
    for ids in rows:
        if not banned.is_in(ids):
            assert progress((START_ID, *ids)) == progress(ids[1:])


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
