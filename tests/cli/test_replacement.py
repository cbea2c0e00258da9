import io
import json
import sys
from pathlib import Path

import pytest

from nmtviz import cli
from nmtviz.dictionary import FILE, Dictionary
from nmtviz.results import UNKNOWN
from tests import tiny

LINES = b"the zebra sleeps .\n\nZebra\n"
# The tiny model writes no <unk> by itself.
PREFIX = ("--prefix", "un zèbre")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tiny.checkpoint(tmp_path_factory.mktemp("checkpoints") / "demo")
    counts = dict.fromkeys(
        [*tiny.SOURCE_WORDS, "zebra"],
        {"zèbre": 9} | dict.fromkeys(tiny.TARGET_WORDS, 1),
    )
    Dictionary.from_counts(("en", "fr"), counts).save(folder / FILE)
    return str(folder)


@pytest.fixture(autouse=True)
def _given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES)))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 0
    return capsys.readouterr().out


def test_unknown_words_stay_visible_unless_replaced(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run(capsys, "translate", folder, *PREFIX)

    assert printed.startswith(f"un {UNKNOWN}")


def test_a_dictionary_takes_their_place(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    look = ("--align", "1:1=1")

    printed = run(capsys, "translate", folder, *PREFIX, *look, "--replace-unknown")

    first, blank, _ = printed.splitlines()
    assert first.startswith("un zèbre")
    assert blank == ""
    assert UNKNOWN not in printed


def test_json_tells_what_was_replaced(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("translate", folder, *PREFIX, "--format", "json", "--replace-unknown")

    first, blank, last = map(json.loads, run(capsys, *arguments).splitlines())

    assert blank["hypotheses"] == []
    made = first["hypotheses"][0]["replacements"][0]
    assert set(made) == {"target", "text", "source", "source_text", "probability"}
    assert made["target"] == 1
    assert first["hypotheses"][0]["tokens"][1] == made["text"]
    assert first["source"][made["source"]] == made["source_text"]
    # Capital letters are copied.
    (copied, *_) = last["hypotheses"][0]["replacements"]
    assert (copied["text"], copied["probability"]) == ("Zebra", None)


def test_bleu_is_measured_with_replacements(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("the zebra sleeps .\tle zèbre dort .\n", "utf-8")

    printed = run(capsys, "evaluate", folder, str(pairs), "--replace-unknown", "--json")

    assert json.loads(printed)["n"] == 1


def test_a_replaced_score_is_not_recorded(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["evaluate", folder, str(tmp_path), "--record", "--replace-unknown"]

    assert cli.main(arguments) == 2
    assert "must be about the checkpoint alone" in capsys.readouterr().err


def test_a_network_without_attention_can_replace_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tiny.checkpoint(tmp_path / "blind", kind="rnnencdec"))

    printed = run(capsys, "translate", folder, *PREFIX, "--replace-unknown")

    first, blank, _ = printed.splitlines()
    assert first.startswith("un")
    assert blank == ""
    assert UNKNOWN not in printed
