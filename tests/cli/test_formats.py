"""`nmtviz translate --format pharaoh`: links by attention or by what words need."""

import io
import sys
from pathlib import Path

import pytest

from nmtviz import cli
from nmtviz.config import ModelKind
from nmtviz.prediction_difference import groups_of
from nmtviz.results import END
from nmtviz.translator import Translator
from tests import tiny

SENTENCE = "the small dog sleeps ."
PHARAOH = ("--format", "pharaoh", "--n-best", "2")


@pytest.fixture(autouse=True)
def _given(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.BytesIO(f"{SENTENCE}\n\n".encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))


def checkpoint(folder: Path, kind: ModelKind = "rnnsearch") -> Path:
    return tiny.checkpoint(folder / kind, kind=kind)


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_links_lead_to_the_word_that_is_needed_most(
    kind: ModelKind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = checkpoint(tmp_path, kind)
    arguments = ["translate", str(folder), *PHARAOH, "--weights", "difference"]

    assert cli.main(arguments) == 0

    first, blank = capsys.readouterr().out.splitlines()
    assert blank == ""
    translator = Translator.load(folder)
    (found,) = translator.translate([SENTENCE])
    for printed, best in zip(first.split("\t"), found.hypotheses, strict=False):
        words = best.tokens.texts
        lost = translator.leave_out(SENTENCE, words, groups_of(found.source, "words"))
        expected = [
            f"{row.argmax()}-{target}"
            for target, row in enumerate(lost.differences)
            if words[target] != END and row.max() > 0
        ]
        assert printed.split() == expected


def test_weights_are_those_of_links(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(checkpoint(tmp_path))

    assert cli.main(["translate", folder, "--weights", "difference"]) == 2
    assert "can only be given with --format pharaoh" in capsys.readouterr().err


def test_rows_that_are_set_are_those_of_attention(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(checkpoint(tmp_path))
    set_row = ("--align", "0:0=1", "--weights", "difference")

    assert cli.main(["translate", folder, *PHARAOH, *set_row]) == 2
    assert "--align must not be given" in capsys.readouterr().err


def test_a_table_where_sentences_belong_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = io.BytesIO(b"a dog\na dog\tun chien\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))

    assert cli.main(["translate", str(checkpoint(tmp_path))]) == 0
    told = capsys.readouterr()
    assert "Standard input, line 2: a tab is read as a space" in told.err
    assert told.out.count("\n") == 2


def test_lines_in_capitals_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = io.BytesIO(b"a dog\nTHE DOG\nNATO\nTWO DOGS\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))

    assert cli.main(["translate", str(checkpoint(tmp_path))]) == 0
    assert "Line 2 and 1 more: all in capitals." in capsys.readouterr().err
