"""Every kind of alignment file opens, and what we write is read again unchanged."""

import gzip
import io
import json
import tracemalloc
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from nmtviz.alignments.files import read_alignments
from nmtviz.alignments.matrices import write_json
from nmtviz.alignments.pairs import AlignedPair, soft
from nmtviz.errors import DataError
from nmtviz.results import END, Alignment
from nmtviz.ui import tables

SOURCE, TARGET = ("the", "dog"), ("le", "chien", "dort")
WEIGHTS = [[0.75, 0.25], [0.125, 0.875], [0.5, 0.5]]
ENDED = [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]


def read(text: str, name: str, source: str = "", target: str = "") -> list[AlignedPair]:
    sides = (side.splitlines() for side in (source, target))
    return read_alignments(text.encode(), name, *sides)


def only(pairs: list[AlignedPair]) -> Alignment:
    (pair,) = pairs
    return pair.alignment


def npy(array: npt.ArrayLike) -> bytes:
    file = io.BytesIO()
    np.save(file, np.array(array))
    return file.getvalue()


def same(one: Alignment, other: Alignment) -> bool:
    return (one.source, one.target) == (other.source, other.target) and bool(
        (one.weights == other.weights).all()
    )


NEMATUS = """0 ||| le chien dort ||| -1.5 ||| the dog ||| 3 4
0.5 0.25 0.25
0.25 0.5 0.25
0 0 1
0 1 0

1 ||| oui ||| -0.1 ||| yes ||| 2 2
0.5 0.5
0 1
"""


def test_blocks_of_nematus_with_their_end_symbols() -> None:
    first, second = read(NEMATUS, "out.txt")

    assert first.alignment.source == (*SOURCE, END)
    assert first.alignment.target == (*TARGET, END)
    assert first.alignment.weights.tolist() == ENDED
    assert second.alignment.target == ("oui", END)


def test_blocks_without_end_symbols_and_with_windows_line_ends() -> None:
    text = "1 ||| le ||| 0.0 ||| the dog ||| 1 ||| 1\r\n0.5 0.5\r\n\r\n"

    assert only(read(text, "amun.txt")).source == SOURCE


def test_lines_of_marian_with_their_source_sentences() -> None:
    groups = " ".join(",".join(map(str, row)) for row in ENDED)

    found = only(read(f"le chien dort ||| {groups}\n", "out.txt", "the dog\n"))

    assert (found.source, found.target) == ((*SOURCE, END), (*TARGET, END))
    assert found.weights.tolist() == ENDED


def test_links_of_pharaoh_with_both_texts() -> None:
    (pair,) = read("0-0 1-1 1-2\n", "links.txt", "the dog\n", "le chien dort\n")

    assert pair.alignment.weights.tolist() == [[1, 0], [0, 1], [0, 1]]
    assert pair.pharaoh() == "0-0 1-1 1-2"


def test_gold_links_beside_their_texts() -> None:
    (pair,) = read("the dog\tle chien dort\t0-0 1-1 0p2\n", "gold.tsv")

    assert pair.links is not None
    assert (len(pair.links.sure), len(pair.links.possible)) == (2, 3)
    assert pair.alignment.weights.tolist() == [[1, 0], [0, 1], [1, 0]]


def test_a_packed_file_is_read_by_the_name_within() -> None:
    data = gzip.compress(b"a b\tc\t0-0\n")

    (pair,) = read_alignments(data, "A.TSV.gz")
    assert pair.alignment.source == ("a", "b")


def test_a_numpy_table_with_both_texts() -> None:
    found = read_alignments(npy(WEIGHTS), "a.npy", ["the dog"], ["le chien dort"])

    assert same(only(found), soft(SOURCE, TARGET, WEIGHTS))


def test_a_stack_of_tables_is_freed_of_its_padding() -> None:
    stack = np.zeros((2, 5, 4))
    stack[0, :4, :3] = ENDED
    stack[1, :2, :2] = [[0.5, 0.5], [0.0, 1.0]]

    first, second = read_alignments(
        npy(stack), "a.npy", ["the dog", "yes"], ["le chien dort", "oui"]
    )

    assert first.alignment.weights.tolist() == ENDED
    assert second.alignment.source == ("yes", END)


@pytest.mark.parametrize("form", ["list", "lines", "one"])
def test_json_in_each_form(form: str) -> None:
    entry = {"source": SOURCE, "target": TARGET, "weights": WEIGHTS}
    texts = {
        "list": json.dumps([entry, entry], indent=1),
        "lines": f"{json.dumps(entry)}\n{json.dumps(entry)}\n",
        "one": json.dumps(entry, indent=2),
    }

    found = read(texts[form], "a.json")

    assert len(found) == (1 if form == "one" else 2)
    assert same(found[-1].alignment, soft(SOURCE, TARGET, WEIGHTS))


def test_what_the_command_line_prints_is_read() -> None:
    hypothesis = {"text": "x", "tokens": [*TARGET, END], "alignment": ENDED}
    line = json.dumps({"source": [*SOURCE, END], "hypotheses": [hypothesis]})

    assert only(read(f"{line}\n{line}\n", "a.jsonl")[:1]).weights.tolist() == ENDED


def test_what_we_write_as_json_is_read_again_unchanged() -> None:
    marked = replace(
        soft(SOURCE, TARGET, np.array(WEIGHTS) / 3),
        source_unknown=(False, True),
        target_unknown=(True, False, False),
    )
    hard = AlignedPair.of_links("the dog", "le chien", "0-0 0p1")

    first, second = read(write_json([AlignedPair(alignment=marked), hard]), "a.json")

    assert same(first.alignment, marked)
    assert first.alignment.source_unknown == (False, True)
    assert first.alignment.target_unknown == (True, False, False)
    assert second.links == hard.links


def test_what_we_write_as_csv_is_read_again_unchanged() -> None:
    words = ("le", 'a "quote"', "a, comma", "le", "▁l'été")
    made = soft(SOURCE, words, np.random.default_rng(1).random((5, 2)))

    assert same(only(read(tables.csv(made), "a.csv")), made)


def test_what_we_write_as_pharaoh_is_read_again_unchanged() -> None:
    links = soft(SOURCE, TARGET, WEIGHTS).pharaoh()

    (pair,) = read(f"{links}\n", "a.pharaoh.txt", "the dog", "le chien dort")

    assert pair.pharaoh() == pair.alignment.pharaoh() == links


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", NEMATUS.replace("0 0 1\n", "0 0\n"), "a.txt, line 4: the row must"),
        ("a.txt", NEMATUS.replace("0.1 ||| yes", "0.1"), "line 7: a block must begin"),
        ("a.txt", NEMATUS.replace("yes", "yes we can"), "line 7: weights must have 1"),
        ("a.txt", NEMATUS.replace("0 1 0", "0 x 0"), "line 1: weights must be rows of"),
        ("a.txt", NEMATUS.replace("0 1 0", "0 7 0"), r"got 7\.0 in row 4, column 2"),
        ("a.txt", NEMATUS.replace("0 1 0", "0 nan 0"), "got nan in row 4, column 2"),
        ("a.txt", "oui ||| 1,0 0,1\nnon\n", "line 2: a translation and its weights"),
        ("a.txt", "0-0\n0-9\n", "a.txt, line 2: the link 0-9 is outside"),
        ("a.txt", "0-0\n0:0\n", "a.txt, line 2: links must look like"),
        ("a.txt", "0-0\n0-0\t0-0\n", "a.txt, line 2: links must be of one transl"),
        ("a.txt", "0-0\n", "must be as many, got 1 alignments and 2 sentences"),
        ("a.txt", " \n", "a.txt must hold at least one alignment"),
        ("a.tsv", "yes\toui\t0-0\nyes\toui\n", "a.tsv, line 2: source, target and"),
        ("a.csv", ",yes,no\noui,1.0,0\nnon,1\n", "a.csv, line 3: a row must have 3"),
        ("a.csv", ",yes\noui,1,0\n", "a.csv, line 2"),
        ("a.csv", ',"y\nes"\noui,1\nnon\n', "a.csv, line 4: a row must have 2"),
        (
            "a.json",
            '{"source": [],\n"a":\n}',
            "a.json, line 3: this cannot be read as JSON: Expecting value at character",
        ),
        (
            "a.jsonl",
            '{"source": ["a"], "target": ["b"], "weights": [[1]]}\n{"source": [}\n',
            "a.jsonl, line 2: this cannot be read as JSON: Expecting value at char",
        ),
        ("a.json", "[]", "a.json must hold at least one alignment"),
        ("a.json", "[\n1\n]", "a.json, entry 1: an object must have"),
        ("a.json", '[{"source": "yes"}]', "a.json, entry 1: words must be a list"),
        (
            "a.json",
            '{"source": ["a"], "target": ["b"], "weights": [[1' + "0" * 400 + "]]}",
            "a.json, line 1: weights must be rows of numbers",
        ),
        (
            "a.json",
            '{"source": ["a"], "hypotheses": [{"tokens": ["b"], "alignment": null}]}',
            "a.json, line 1: a translation must have an alignment, but this is of a",
        ),
    ],
)
def test_a_bad_line_is_named(name: str, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(text, name, "yes\nyes\n", "oui\noui\n")


def test_words_that_are_not_in_the_file_must_be_given() -> None:
    with pytest.raises(DataError, match="a file of source sentences must be given"):
        read("0-0\n", "a.txt")


def test_a_translation_without_hypotheses_is_left_out() -> None:
    empty = '{"source": ["</s>"], "hypotheses": []}'
    line = '{"source": ["a"], "target": ["b"], "weights": [[1]]}'

    (pair,) = read(f"{empty}\n{line}\n", "a.jsonl")

    assert pair.alignment.source == ("a",)


def test_half_a_character_is_refused() -> None:
    text = r'{"source": ["a\ud800"], "target": ["b"], "weights": [[1]]}'

    with pytest.raises(DataError, match="a text in it holds half a character"):
        read(text, "a.json")


def test_pickled_objects_are_refused() -> None:
    file = io.BytesIO()
    np.save(file, np.array([{"a": 1}]), allow_pickle=True)

    with pytest.raises(DataError, match=r"a.npy must hold one array of numbers"):
        read_alignments(file.getvalue(), "a.npy", ["a"], ["b"])


HUGE = npy([1.0]).replace(b"(1,)", b"(9999999999999,)")


HUGER = npy([1.0]).replace(b"(1,)", b"(2**70,)")
NO_HEADER = b"\x93NUMPY\1\0\x10\0{'descr': [[[[[["
DEEP = b"\x93NUMPY\1\0\xa1\x0f" + b"-" * 4000 + b"1"


@pytest.mark.parametrize(
    "data", [b"", b"no numpy", npy([])[:20], b"PK\3\4no", HUGE, HUGER, NO_HEADER, DEEP]
)
def test_what_is_no_array_is_refused(data: bytes) -> None:
    with pytest.raises(DataError, match="must hold one array"):
        read_alignments(data, "a.npy", ["a"], ["b"])


@pytest.mark.parametrize("kind", ["complex64", "M8[s]", "i4,i4"])
def test_what_holds_no_numbers_is_refused(kind: str) -> None:
    with pytest.raises(DataError, match="must hold an array of numbers, got one of"):
        read_alignments(npy(np.zeros((1, 1), kind)), "a.npy", ["a"], ["b"])


@pytest.mark.parametrize("shape", [(3, 2), (1, 5, 4)])
def test_a_table_of_zeros_has_its_words(shape: tuple[int, ...]) -> None:
    found = read_alignments(
        npy(np.zeros(shape)), "a.npy", ["the dog"], ["le chien dort"]
    )
    assert only(found).weights.tolist() == [[0.0, 0.0]] * 3


def test_a_table_that_does_not_fit_its_words_is_named() -> None:
    with pytest.raises(DataError, match=r"a.npy, table 1: weights must have 1 rows"):
        read_alignments(npy(WEIGHTS), "a.npy", ["the dog"], ["oui"])


def test_a_document_a_line_is_no_sentence_pair() -> None:
    words = "a " * 30_000

    with pytest.raises(DataError, match=r"a\.txt, line 1: .* 30,000 and 30,000 words"):
        read("0-0\n", "a.txt", words, words)


def test_a_table_with_one_long_text_takes_no_more_than_the_file_has() -> None:
    """Somebody may open another table, in which 1,000 lines beside it are short."""
    row = ",".join("x" * 20)
    other = f"{row}\n" * 1000 + "y" * 10_000 + row[1:] + "\n"

    tracemalloc.start()
    try:
        with pytest.raises(DataError, match="weights must be rows of numbers"):
            read(other, "a.csv")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 50_000_000  # letters of one width for all would take 800 MB
