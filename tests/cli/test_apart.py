"""No command writes over what it reads."""

from pathlib import Path

import pytest

from nmtviz import cli


@pytest.mark.parametrize(
    "command",
    [
        ("data", "vary", "TEXT", "--pairs", "3", "--out", "TEXT"),
        ("data", "phrases", "--pairs", "3", "--without", "TEXT", "--out", "TEXT"),
        ("align", "TEXT", "--out", "TEXT"),
        ("align", "TEXT", "--out", "LINK"),
        ("align", "TEXT", "--dictionary", "TEXT"),
    ],
)
def test_the_text_stays_as_it_is(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, link = tmp_path / "text.tsv", tmp_path / "link.tsv"
    text.write_text("a house .\tune maison .\n" * 3, "utf-8")
    link.symlink_to(text)
    places = {"TEXT": str(text), "LINK": str(link)}

    assert cli.main([places.get(word, word) for word in command]) == 2
    assert "must not be written, as it is also read" in capsys.readouterr().err
    assert text.read_text("utf-8") == "a house .\tune maison .\n" * 3
