from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nmtviz.curves import Comparison
from nmtviz.errors import DataError
from nmtviz.scores import SentenceScores, data_name

N, M = 5, 3


def scores(*, full: bool = True) -> SentenceScores:
    """Return statistics of five sentences, numbers all different."""
    random = np.random.default_rng(2)

    def counts(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        return random.integers(0, 400, size=shape)

    made = SentenceScores(
        system="rnnsearch-ü",
        data="five.test",
        beam_size=7,
        bleu_signature="nrefs:1|tok:13a",
        chrf_signature="nrefs:1|nc:6",
        source_words=counts(N),
        bleu=counts(N, 10),
        chrf=counts(N, 18),
        output_unknown=counts(N),
        repeats=counts(N),
        entropy=np.array([0.5, np.nan, 1 / 3, 0.0, 2.5]),
        under=random.random(N),
        over=random.random(N),
    )
    if not full:
        return replace(made, beam_size=None)
    return replace(
        made,
        source_unknown=counts(N),
        reference_unknown=counts(N),
        no_unknown_rows=np.array([0, 2, 4]),
        no_unknown_bleu=counts(M, 10),
        links=counts(N, 4),
    )


@pytest.mark.parametrize("full", [True, False])
def test_what_was_saved_is_loaded_again(full: bool, tmp_path: Path) -> None:
    saved, path = scores(full=full), tmp_path / "new" / "five.npz"

    saved.save(path)
    loaded = SentenceScores.load(path)

    for field in fields(SentenceScores):
        np.testing.assert_array_equal(
            getattr(loaded, field.name), getattr(saved, field.name)
        )
    assert [file.name for file in path.parent.iterdir()] == ["five.npz"]


def test_the_same_statistics_make_the_same_file(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        scores().save(tmp_path / name)

    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


@pytest.mark.parametrize("cut", [0, 1, 100, -300, -1])
def test_half_a_file_is_refused(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "five.npz"
    scores().save(path)
    path.write_bytes(path.read_bytes()[:cut])

    with pytest.raises(DataError, match=r"five\.npz must be a whole file of stat"):
        SentenceScores.load(path)


def test_a_flipped_byte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "five.npz"
    scores().save(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)

    with pytest.raises(DataError, match="must be a whole file of statistics"):
        SentenceScores.load(path)


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    np.savez(path, bleu=np.zeros(3))
    with pytest.raises(DataError, match="that nmtviz wrote"):
        SentenceScores.load(path)

    np.savez(path, about=np.array([{"a": 1}], dtype=object))
    with pytest.raises(DataError, match="that nmtviz wrote"):
        SentenceScores.load(path)

    np.save(tmp_path / "other.npy", np.zeros(3))
    with pytest.raises(DataError, match="that nmtviz wrote"):
        SentenceScores.load(tmp_path / "other.npy")

    path.write_text("about five sentences", "utf-8")
    with pytest.raises(DataError, match="that nmtviz wrote"):
        SentenceScores.load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"five\.npz: there is no such file"):
        SentenceScores.load(tmp_path / "five.npz")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(DataError, match=r"five\.npz cannot be written"):
        scores().save(tmp_path / "file" / "five.npz")


@pytest.mark.parametrize(
    ("name", "shape", "wanted"),
    [
        ("repeats", (4,), (5,)),
        ("bleu", (5, 8), (5, 10)),
        ("chrf", (6, 18), (5, 18)),
        ("links", (5, 3), (5, 4)),
        ("no_unknown_bleu", (2, 10), (3, 10)),
    ],
)
def test_arrays_of_another_shape_are_refused(
    name: str, shape: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    wrong: dict[str, Any] = {name: np.zeros(shape, dtype=np.int64)}

    with pytest.raises(DataError) as raised:
        replace(scores(), **wrong)

    assert str(raised.value) == f"{name} must have shape {wanted}, got {shape}."


@pytest.mark.parametrize("rows", [[0, 2, 5], [-1, 2, 3], [2, 2, 3], [3, 2, 1]])
def test_rows_that_do_not_rise_within_the_test_set_are_refused(
    rows: list[int],
) -> None:
    with pytest.raises(DataError, match="must increase from 0 to at most 4"):
        replace(scores(), no_unknown_rows=np.array(rows))


def test_no_unknown_is_whole_or_not_there() -> None:
    with pytest.raises(DataError, match="must be given together"):
        replace(scores(), no_unknown_bleu=None)


def test_a_test_set_has_sentences() -> None:
    names = (
        *("source_words", "bleu", "chrf", "output_unknown", "repeats"),
        *("entropy", "under", "over"),
    )
    nothing: dict[str, Any] = {name: getattr(scores(), name)[:0] for name in names}

    with pytest.raises(DataError, match="at least one sentence"):
        replace(scores(full=False), **nothing)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("data/laws.en-fr.test.tsv.gz", "laws.en-fr.test"),
        ("own.en-fr.tsv", "own.en-fr"),
        ("mine.txt", "mine.txt"),
    ],
)
def test_a_test_set_is_called_as_its_file(file: str, name: str) -> None:
    assert data_name(Path(file)) == name


@pytest.mark.parametrize(("p_value", "significant"), [(0.04, True), (0.05, False)])
def test_a_difference_is_significant_below_a_twentieth(
    p_value: float, significant: bool
) -> None:
    found = Comparison(
        first="a",
        second="b",
        data="c",
        n=3,
        first_bleu=20.0,
        second_bleu=17.5,
        low=-4.0,
        high=-1.0,
        p_value=p_value,
        resamples=9,
        seed=8,
        signature="",
    )

    assert found.difference == -2.5
    assert found.significant == significant


def test_some_sentences_have_scores_of_their_own() -> None:
    whole = scores()

    found = whole.of(np.array([3, 0]))

    assert (found.n, found.system, found.data) == (2, whole.system, whole.data)
    for name in ("source_words", "bleu", "chrf", "entropy", "links"):
        array = getattr(whole, name)
        np.testing.assert_array_equal(getattr(found, name), [array[3], array[0]])
    assert found.no_unknown_rows is None
    assert found.no_unknown_bleu is None


def test_what_was_not_measured_stays_so() -> None:
    assert scores(full=False).of(np.array([1])).source_unknown is None


def test_no_sentences_have_no_scores() -> None:
    with pytest.raises(DataError, match="at least one sentence"):
        scores().of(np.array([], dtype=np.int64))
