import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nmtviz import cli
from nmtviz.dictionary import Dictionary

TEXT = (
    "A cat.\tUn chat.\n"
    "A dog.\tUn chien.\n"
    "The dog sleeps, the cat sleeps.\tLe chien dort, le chat dort.\n"
    "The cat!\tLe chat!\n"
)
WORDS = [4 - 1, 4 - 1, 8, 3]  # of each source sentence, points and commas too


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "small.tsv"
    path.write_text(TEXT, "utf-8")
    return path


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert cli.main(["align", *map(str, arguments)]) == 2
    return capsys.readouterr().err


def test_links_and_a_dictionary_are_written(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, path = tmp_path / "links.txt", tmp_path / "dictionary.tsv.gz"

    code = cli.main(
        ["align", str(corpus), "--out", str(out), "--dictionary", str(path)]
    )

    assert code == 0
    assert capsys.readouterr() == ("", "")
    lines = out.read_text("utf-8").split("\n")
    assert lines.pop() == ""
    # Word by word, in both languages.
    assert lines == [" ".join(f"{i}-{i}" for i in range(size)) for size in WORDS]
    dictionary = Dictionary.load(path)
    assert dictionary.languages == ("en", "fr")
    assert dictionary.lookup("cat") == (("chat", 1.0),)
    assert dictionary.lookup("sleeps")


def test_several_files_are_one_text(corpus: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.tsv.gz"
    more.write_bytes(gzip.compress(b"A dog!\tUn chien!\n"))
    out = tmp_path / "links.txt"

    assert cli.main(["align", str(corpus), str(more), "--out", str(out)]) == 0

    assert out.read_text("utf-8").count("\n") == 5


def test_links_of_another_aligner_make_a_dictionary(tmp_path: Path) -> None:
    corpus, links = tmp_path / "words.tsv", tmp_path / "theirs.txt"
    corpus.write_text("big cat\tgros  chat\nbig owl\tgros hibou\n", "utf-8")
    links.write_text("0-0 1-1\n0-0 0-1\n", "utf-8")
    path = tmp_path / "dictionary.tsv"

    code = cli.main(
        [
            *("align", str(corpus), "--tokenized", "--links", str(links)),
            *("--dictionary", str(path), "--languages", "en", "fr", "--size", "1"),
        ]
    )

    assert code == 0
    assert path.read_text("utf-8").split("\n")[1:] == [
        "big\tgros 0.6667",
        "cat\tchat 1",
        "",
    ]


def test_words_are_kept_for_the_next_time(corpus: Path, tmp_path: Path) -> None:
    arguments = ["align", str(corpus), "--cache", str(tmp_path / "kept"), "--out"]

    for name in ("one", "two"):
        assert cli.main([*arguments, str(tmp_path / name)]) == 0

    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


def test_wrong_usage_is_refused(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"

    assert "--out or --dictionary must" in complaint(capsys, corpus)
    assert "--links are there already" in complaint(
        capsys, corpus, "--out", out, "--links", corpus
    )
    assert "iterations must be at least 1" in complaint(
        capsys, corpus, "--out", out, "--iterations", 0
    )
    assert "--size must not be given without --dictionary" in complaint(
        capsys, corpus, "--out", out, "--size", 3
    )
    assert "--languages must be codes of two or three small letters" in complaint(
        capsys, corpus, "--dictionary", out, "--languages", "en", "f\tr"
    )
    assert "there is no such file" in complaint(
        capsys, tmp_path / "missing.tsv", "--out", out
    )
    assert "cannot be written" in complaint(capsys, corpus, "--out", corpus / "folder")
    assert "cannot be written" in complaint(capsys, corpus, "--out", tmp_path)
    assert not out.exists()


def test_links_of_another_text_are_refused(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links, path = tmp_path / "links.txt", tmp_path / "dictionary.tsv"
    links.write_text("0-0\n0-0\n0-99\n0-0\n", "utf-8")

    message = complaint(capsys, corpus, "--links", links, "--dictionary", path)

    assert "links.txt, line 3: the link 0-99 is outside a pair of 8 source" in message
    assert not path.exists()


def test_a_sentence_without_words_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = tmp_path / "odd.tsv"
    corpus.write_text("A cat.\tUn chat.\n\x07\tRien.\n", "utf-8")

    message = complaint(capsys, corpus, "--out", tmp_path / "links.txt")

    assert "1 of 2 pairs have a side without any" in message


def test_two_results_need_two_files(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = str(tmp_path / "same")
    (tmp_path / "link").symlink_to(tmp_path / "same")

    for other in (same, f"{tmp_path}/../{tmp_path.name}/same", f"{tmp_path}/link"):
        code = cli.main(["align", str(corpus), "--out", same, "--dictionary", other])

        assert code == 2
        assert "must be two files" in capsys.readouterr().err
    assert not (tmp_path / "same").exists()


def test_what_can_be_read_only_once_must_be_words_already(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, out = tmp_path / "pipe", tmp_path / "out"
    os.mkfifo(pipe)

    assert cli.main(["align", str(pipe), "--out", str(out)]) == 2
    assert "is no file but a folder or a pipe" in capsys.readouterr().err
    with ThreadPoolExecutor() as pool:
        pool.submit(pipe.write_text, TEXT)
        words = ["align", str(pipe), "--tokenized", "--out", str(out)]
        assert cli.main(words) == 0
    assert out.read_text("utf-8").count("\n") == TEXT.count("\n")


def test_a_link_to_a_place_that_is_not_there_is_told_before_anything_is_done(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "links").symlink_to(tmp_path / "nowhere" / "links")

    assert cli.main(["align", str(corpus), "--out", str(tmp_path / "links")]) == 2
    assert "cannot be written: No such file or directory." in capsys.readouterr().err


def test_a_folder_in_the_place_of_a_file_is_told_before_anything_is_done(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["align", str(corpus), "--out", str(tmp_path)]) == 2
    assert "cannot be written: Is a directory." in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [("--symmetry", "union"), ("--iterations", "3"), ("--no-diagonal",)]
)
def test_links_that_are_there_need_no_aligner(
    corpus: Path,
    tmp_path: Path,
    option: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    links, out = tmp_path / "links.txt", tmp_path / "dictionary.tsv"
    links.write_text("0-0\n" * 4, "utf-8")

    told = complaint(capsys, corpus, "--links", links, "--dictionary", out, *option)

    assert f"{option[0].replace('no-', '')} must not be given with --links" in told
