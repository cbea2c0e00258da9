import gzip
import os
from pathlib import Path

import pytest

from nmtviz.data.corpus import (
    Pair,
    read_lines,
    read_pairs,
    read_sentences,
)
from nmtviz.errors import DataError

TWO_LINES = "a small boat\tun petit bateau\nit rains\til pleut\n"
TWO_PAIRS = [Pair("a small boat", "un petit bateau"), Pair("it rains", "il pleut")]


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        TWO_LINES,
        TWO_LINES.removesuffix("\n"),
        TWO_LINES.replace("\n", "\r\n"),
        "\ufeff" + TWO_LINES,
        TWO_LINES.replace("\n", "\tCC BY\t17\n"),
    ],
    ids=["plain", "no last newline", "CRLF", "BOM", "further columns"],
)
def test_a_tsv_file_gives_its_pairs(tmp_path: Path, text: str) -> None:
    assert read_pairs([write(tmp_path / "a.tsv", text)]) == TWO_PAIRS


def test_a_gzipped_tsv_file_gives_its_pairs(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv.gz", gzip.compress(TWO_LINES.encode()))

    assert read_pairs([path]) == TWO_PAIRS


def test_files_are_read_in_the_order_given(tmp_path: Path) -> None:
    first = write(tmp_path / "z.tsv", "one\tun\n")
    second = write(tmp_path / "a.tsv", "two\tdeux\n")

    assert read_pairs([first, second]) == [Pair("one", "un"), Pair("two", "deux")]


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x1e"])
def test_only_a_newline_ends_a_line(tmp_path: Path, separator: str) -> None:
    path = write(tmp_path / "a.tsv", f"left{separator}right\tgauche\n")

    assert read_pairs([path]) == [Pair(f"left{separator}right", "gauche")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("one\tun\ntwo deux\n", "line 2: .*separated by a tab, got 'two deux'"),
        ("one\tun\n\ntwo\tdeux\n", "line 2: .*separated by a tab, got ''"),
        ("x" * 99, r"separated by a tab, got 'x{57}\.\.\.'"),
        (b"one\tun\ntwo\td\xe9j\xe0\n", "line 2, byte 6: .*UTF-8, got the byte 0xe9"),
        (b"\xef\xbb\xbfone\tun\nt\xff", "line 2, byte 2: .*UTF-8, got the byte 0xff"),
        (b"\xef\xbb\xbf\xff\tun", "line 1, byte 4: .*UTF-8, got the byte 0xff"),
        (b"one\tun\ntw\0o\tdeux\n", "line 2, byte 3: .*not hold NUL"),
        ("one\tun\n \tdeux\n", "line 2: the source sentence is empty"),
        ("one\t\n", "line 1: the target sentence is empty"),
        ("", "must hold at least one line, but it is empty"),
        ("\ufeff", "must hold at least one line, but it is empty"),
    ],
)
def test_a_broken_tsv_file_is_refused(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    path = write(tmp_path / "broken.tsv", text)

    with pytest.raises(DataError, match=rf"broken\.tsv.*{message}"):
        read_pairs([path])


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.tsv: there is no such file"):
        read_pairs([tmp_path / "none.tsv"])


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: Is a directory"):
        read_pairs([tmp_path])


@pytest.mark.parametrize(
    "data",
    [
        b"not gzip at all",
        gzip.compress(TWO_LINES.encode())[:-12],
        gzip.compress(TWO_LINES.encode())[:10] + b"\xff" * 30,
        gzip.compress(TWO_LINES.encode())[:-8] + bytes(8),
    ],
    ids=["no header", "cut off", "bad data", "bad checksum"],
)
def test_a_corrupt_gzip_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path / "a.tsv.gz", data)

    with pytest.raises(DataError, match=r"a\.tsv\.gz must be a whole gzip file"):
        read_pairs([path])


def test_sentences_may_be_empty() -> None:
    assert read_sentences(b"\xef\xbb\xbfone\r\n\ntwo", "<stdin>") == ["one", "", "two"]
    assert read_sentences(b"", "<stdin>") == []


def test_errors_in_sentences_name_the_text() -> None:
    with pytest.raises(DataError, match="<stdin>, line 2, byte 1: text must be UTF-8"):
        read_sentences(b"one\n\x80", "<stdin>")


def test_an_upload_unpacks_to_so_much_and_no_more(tmp_path: Path) -> None:
    packed = gzip.compress(b"a\n" * 500)

    assert len(read_sentences(packed, "a.gz", largest=1000)) == 500
    with pytest.raises(DataError, match=r"a\.gz must unpack to at most 999 bytes"):
        read_sentences(packed, "a.gz", largest=999)
    assert len(read_lines(write(tmp_path / "a.gz", packed))) == 500


def test_real_corpora_are_read_whole(data_folder: Path) -> None:
    pairs = read_pairs([data_folder / "tatoeba.en-fr.test.tsv.gz"])

    assert len(pairs) == 1414  # as the folder's own README says


def test_lines_that_end_otherwise_are_refused() -> None:
    with pytest.raises(DataError, match=r"<stdin>: lines must end with .* alone"):
        read_sentences(b"one\rtwo\r", "<stdin>")


def test_a_name_that_nobody_can_write_down_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / os.fsdecode(b"d\xe9j\xe0.tsv"), TWO_LINES.encode())

    with pytest.raises(DataError, match="name must be of whole characters"):
        read_pairs([path])


def test_the_name_of_a_gzip_file_may_be_in_capitals(tmp_path: Path) -> None:
    path = write(tmp_path / "A.TSV.GZ", gzip.compress(TWO_LINES.encode()))

    assert read_pairs([path]) == TWO_PAIRS


def test_numbers_before_the_sentences_are_no_text(tmp_path: Path) -> None:
    """As tatoeba.org gives pairs."""
    path = tmp_path / "a.tsv"
    path.write_text("12\ta cat\t7\tun chat\n1\ttwo\t3\t2\tmore\n", "utf-8")
    assert read_pairs([path]) == [Pair("a cat", "un chat"), Pair("two", "2")]

    path.write_text("12\ttwelve\t0\n", "utf-8")  # a sentence that is a number
    assert read_pairs([path]) == [Pair("12", "twelve")]

    path.write_text("12\ta cat\t7\tun chat\na dog\tun chien\n", "utf-8")
    with pytest.raises(DataError, match=r"a\.tsv, line 2: number, source, number and"):
        read_pairs([path])
