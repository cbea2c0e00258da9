"""`nmtviz score`: forced decoding of a file."""

import json
import math
from pathlib import Path

import pytest

from nmtviz import cli
from nmtviz.translator import Translator
from tests.pages import trained
from tests.pages.trained import PAIRS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkpoints") / "demo"
    trained.checkpoint(folder)
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{s}\t{t}\n" for s, t in PAIRS), "utf-8")
    return path


def test_what_a_search_found_has_the_probability_it_had_there(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentences = [source for source, _ in PAIRS]
    found = [one.hypotheses[0] for one in Translator.load(folder).translate(sentences)]
    file = tmp_path / "found.tsv"
    lines = zip(sentences, found, strict=True)
    file.write_text("".join(f"{s}\t{one.text}\n" for s, one in lines), "utf-8")
    assert cli.main(["score", str(folder), str(file)]) == 0

    printed = capsys.readouterr()
    rows = [line.split("\t") for line in printed.out.splitlines()]
    for (log_p, score, tokens), one in zip(rows, found, strict=True):
        assert float(log_p) == pytest.approx(one.log_prob, abs=1e-4)
        assert float(score) == pytest.approx(one.score, abs=1e-4)
        assert int(tokens) == len(one.tokens)
    total, count = sum(one.log_prob for one in found), sum(len(o.tokens) for o in found)
    assert f"{len(found)} translations, {count} tokens" in printed.err
    perplexity = float(printed.err.rsplit(" ", 1)[1])
    assert perplexity == pytest.approx(math.exp(-total / count), abs=1e-3)


def test_json_has_each_token_and_where_the_network_looked(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["score", str(folder), str(file), "--format", "json"]) == 0

    for line, (_, target) in zip(
        capsys.readouterr().out.splitlines(), PAIRS, strict=True
    ):
        (one,) = json.loads(line)["hypotheses"]
        assert one["tokens"] == [*target.split(), "</s>"]
        assert sum(one["token_log_probs"]) == pytest.approx(one["log_prob"])
        assert [sum(row) for row in one["alignment"]] == pytest.approx(
            [1.0] * len(one["tokens"])
        )


def test_a_pair_that_cannot_be_scored_is_named(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with file.open("a", encoding="utf-8") as more:
        more.write("a house .\t" + "une " * 500 + "\n")
    assert cli.main(["score", str(folder), str(file)]) == 2

    assert f"{file}, line {len(PAIRS) + 1}: " in capsys.readouterr().err
