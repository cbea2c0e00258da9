from pathlib import Path

import numpy as np
import pytest

from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.errors import DataError

SOURCE = [[5, 6, 3], [3], [7, 3]]
TARGET = [[9, 3], [8, 9, 10, 3], [3]]


def corpus() -> IdCorpus:
    return IdCorpus(Ragged.from_rows(SOURCE), Ragged.from_rows(TARGET))


def rows(side: Ragged) -> list[list[int]]:
    return [side[index].tolist() for index in range(len(side))]


def test_every_sentence_comes_back() -> None:
    assert len(corpus()) == 3
    assert rows(corpus().source) == SOURCE
    assert rows(corpus().target) == TARGET


def test_lengths_count_every_id() -> None:
    everything = np.arange(3)

    assert corpus().source.lengths(everything).tolist() == [3, 1, 2]
    assert corpus().target.lengths(everything).tolist() == [2, 4, 1]
    assert corpus().target.lengths(np.array([2, 1])).tolist() == [1, 4]


def test_ids_take_four_bytes() -> None:
    assert corpus().source.flat.dtype == np.int32


def test_no_sentences_are_a_corpus_too() -> None:
    empty = IdCorpus(Ragged.from_rows([]), Ragged.from_rows([]))

    assert len(empty) == 0
    assert empty.source.lengths(np.arange(0)).tolist() == []


def test_pairs_that_another_corpus_has_are_counted() -> None:
    other = IdCorpus(
        # the first pair, its source with another target, its ids in another order,
        # and the last pair twice
        Ragged.from_rows([[5, 6, 3], [5, 6, 3], [6, 5, 3], [7, 3], [7, 3]]),
        Ragged.from_rows([[9, 3], [8, 3], [9, 3], [3], [3]]),
    )
    assert corpus().count_in(other) == 2
    assert other.count_in(corpus()) == 3
    empty = IdCorpus(Ragged.from_rows([]), Ragged.from_rows([]))
    assert corpus().count_in(empty) == empty.count_in(corpus()) == 0


def test_sides_of_different_lengths_are_refused() -> None:
    with pytest.raises(DataError, match="as many targets as sources, got 1 and 3"):
        IdCorpus(Ragged.from_rows(SOURCE), Ragged.from_rows(TARGET[:1]))


def test_a_corpus_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    corpus().save(tmp_path / "data.npz")

    loaded = IdCorpus.load(tmp_path / "data.npz")

    assert (rows(loaded.source), rows(loaded.target)) == (SOURCE, TARGET)


@pytest.mark.parametrize("kept", [0, 100, -40])
def test_a_cut_off_file_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "data.npz"
    corpus().save(path)
    path.write_bytes(path.read_bytes()[:kept])

    with pytest.raises(DataError, match=r"data\.npz is not a corpus of ids"):
        IdCorpus.load(path)


def test_a_file_that_says_it_is_encrypted_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    corpus().save(path)
    whole = bytearray(path.read_bytes())
    whole[whole.index(b"PK\x01\x02") + 8] |= 1  # the first flag of a ZIP directory
    path.write_bytes(whole)

    with pytest.raises(DataError, match=r"data\.npz is not a corpus .*encrypted"):
        IdCorpus.load(path)


def test_a_file_that_would_run_code_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    objects = np.array([{"any": "object"}], dtype=object)
    np.savez(path, source=objects, source_offsets=[0], target=[0], target_offsets=[0])

    with pytest.raises(DataError, match=r"data\.npz is not a corpus .*pickle"):
        IdCorpus.load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"data\.npz is not a corpus .*No such file"):
        IdCorpus.load(tmp_path / "data.npz")
