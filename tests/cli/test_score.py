"""`nmtviz score`: forced decoding of a file."""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nmtviz import cli
from nmtviz.runs.commands import REPOSITORY
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


def test_json_is_read_back_whatever_the_terminal_can_write(
    folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("a house .\tun café\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "nmtviz", "score", folder, file, "--format", "json"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        cwd=REPOSITORY,
        capture_output=True,
        check=True,
    )

    (one,) = json.loads(done.stdout)["hypotheses"]
    assert one["tokens"] == ["un", "café", "</s>"]


def test_many_are_scored_as_each_alone(folder: Path) -> None:
    translator = Translator.load(folder)
    many = translator.score_all(PAIRS, batch_size=3)

    for pair, found in zip(PAIRS, many, strict=True):
        (one,), (alone,) = found.hypotheses, translator.score(*pair).hypotheses
        assert found.sentence == pair[0]
        assert one.tokens == alone.tokens
        np.testing.assert_allclose(
            one.token_log_probs, alone.token_log_probs, atol=1e-4
        )
        assert one.alignment is not None
        assert alone.alignment is not None
        np.testing.assert_allclose(one.alignment, alone.alignment, atol=1e-4)


def test_a_pair_that_cannot_be_scored_is_named(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with file.open("a", encoding="utf-8") as more:
        more.write("a house .\t" + "une " * 500 + "\n")
    assert cli.main(["score", str(folder), str(file)]) == 2

    printed = capsys.readouterr()
    assert f"{file}, line {len(PAIRS) + 1}: " in printed.err
    assert len(printed.out.splitlines()) == len(PAIRS)


def test_the_mean_is_that_of_the_lines(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "wrong.tsv"
    sources, targets = zip(*PAIRS, strict=True)
    turned = zip(sources, [*targets[1:], targets[0]], strict=True)
    file.write_text("".join(f"{s}\t{t}\n" for s, t in turned), "utf-8")

    assert cli.main(["score", str(folder), str(file)]) == 0

    printed = capsys.readouterr()
    log_probs = [float(line.split("\t")[0]) for line in printed.out.splitlines()]
    (told,) = re.findall(r"mean log p (-[\d.]+),", printed.err)
    assert float(told) == pytest.approx(np.mean(log_probs), abs=1e-3)
    assert float(told) < -1
