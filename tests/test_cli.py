import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from nmtviz import __version__, cli
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.cli import common, translate
from nmtviz.config import ModelKind, SearchConfig
from nmtviz.data.corpus import read_pairs
from nmtviz.evaluation.sentences import best_texts
from nmtviz.presets import preset
from nmtviz.results import END
from nmtviz.runs.folder import RunConfig
from nmtviz.training import command
from nmtviz.training.request import TrainRequest
from nmtviz.translator import Translator
from tests import tiny

LINES = b"The small dog sleeps.\n\nA zebra\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny.checkpoint(tmp_path_factory.mktemp("checkpoints") / "demo"))


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "the dog sleeps .\tle chien dort .\n"
        + "\t".join([" ".join(["a"] * 25), "un " * 25 + "\n"]),
        "utf-8",
    )
    return str(path)


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must succeed and return what it prints."""
    assert cli.main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def complaint(
    capsys: pytest.CaptureFixture[str], *arguments: str, after: int = 0
) -> str:
    """Run a command that must be refused and return its one line on stderr.

    Args:
        arguments: The command line.
        after: Lines that it writes before that.
    """
    try:
        code: object = cli.main(arguments)
    except SystemExit as error:
        code = error.code
    printed = capsys.readouterr()
    assert code == 2
    assert printed.out.count("\n") == after
    assert printed.err.count("\n") == 1
    assert printed.err.endswith("\n")
    return printed.err


OPTIONS = [
    (),
    ("--n-best", "3"),
    ("--forbid-unknown",),
    ("--no-repeat-ngram-size", "2"),
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("form", ["text", "json", "pharaoh"])
def test_each_line_gives_one_line(
    folder: str,
    form: str,
    options: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    give(monkeypatch, LINES)

    printed = run(capsys, "translate", folder, "--format", form, *options)

    assert printed.count("\n") == 3
    if form != "json":
        assert printed.split("\n")[1] == ""


def test_json_has_exactly_the_promised_fields(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, LINES)

    printed = run(capsys, "translate", folder, "--format", "json", "--n-best", "2")

    first, blank, _ = map(json.loads, printed.splitlines())
    assert set(first) == {"source", "source_words", "hypotheses"}
    assert first["source_words"] == [0, 1, 2, 3, 4, 5]
    assert first["source"] == ["The", "small", "dog", "sleeps", ".", END]
    assert len(first["hypotheses"]) == 2
    for hypothesis in first["hypotheses"]:
        assert set(hypothesis) == {
            *("text", "tokens", "words", "log_prob", "score", "token_log_probs"),
            "alignment",
        }
        rows = hypothesis["alignment"]
        size = len(hypothesis["tokens"])
        assert len(rows) == len(hypothesis["token_log_probs"]) == size
        assert {len(row) for row in rows} == {6}
        assert hypothesis["log_prob"] == pytest.approx(
            sum(hypothesis["token_log_probs"])
        )
    assert blank == {"source": [END], "source_words": [0], "hypotheses": []}


def test_n_best_texts_are_separated_by_tabs(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, LINES)
    best = run(capsys, "translate", folder).splitlines()
    give(monkeypatch, LINES)
    many = run(capsys, "translate", folder, "--n-best", "3").splitlines()

    assert [line.split("\t")[0] for line in many] == best
    assert [line.count("\t") for line in many] == [2, 0, 2]


def test_pharaoh_links_are_those_of_the_heaviest_source_words(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, LINES)
    (line, *_) = run(capsys, "translate", folder, "--format", "json").splitlines()
    give(monkeypatch, LINES)
    (links, *_) = run(capsys, "translate", folder, "--format", "pharaoh").splitlines()

    rows = [row[:-1] for row in json.loads(line)["hypotheses"][0]["alignment"][:-1]]
    expected = [f"{row.index(max(row))}-{i}" for i, row in enumerate(rows)]
    assert links.split() == expected


def test_pharaoh_links_a_typed_end_symbol_like_any_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pieces = str(tiny.checkpoint(tmp_path / "pieces", tokenizer="sentencepiece"))
    give(monkeypatch, END.encode())
    words = run(capsys, "translate", pieces).split()
    give(monkeypatch, END.encode())
    links = run(capsys, "translate", pieces, "--format", "pharaoh").split()

    # It is the only word, so each target word links to it.
    assert words
    assert links == [f"0-{i}" for i in range(len(words))]


def test_unknown_words_are_not_produced_when_forbidden(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, LINES)

    printed = run(capsys, "translate", folder, "--forbid-unknown", "--n-best", "12")

    assert "<unk>" not in printed


def test_prefix_bans_and_rows_hold_for_every_line(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, LINES)
    wishes = "--prefix|un petit|--ban|chien|--ban|le|--align|3:1=1,0=3|--align|0:1=2"

    printed = run(
        capsys,
        *("translate", folder, "--format", "json", "--n-best", "3"),
        *wishes.split("|"),
    )

    first, blank, last = map(json.loads, printed.splitlines())
    assert blank["hypotheses"] == []
    for hypothesis in (*first["hypotheses"], *last["hypotheses"]):
        assert hypothesis["tokens"][:2] == ["un", "petit"]
        assert not {"chien", "le"} & set(hypothesis["tokens"])
        for row in hypothesis["alignment"][3:4]:
            assert row[:3] == [0.75, 0.25, 0.0]
        assert hypothesis["alignment"][0][:3] == [0.0, 1.0, 0.0]


def test_a_row_of_a_token_that_is_never_written_is_told(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, LINES)
    printed = run(capsys, "translate", folder, "--format", "json")
    found = [json.loads(line)["hypotheses"] for line in printed.splitlines()]
    longest = max(len(best["tokens"]) for best, *_ in filter(None, found))
    give(monkeypatch, LINES)

    cli.main(["translate", folder, "--align", "0:0=1", "--align", f"{longest}:0=1"])

    told = capsys.readouterr().err.splitlines()
    wanted = f"--align '{longest}:0=1.0' did nothing"
    assert [line.partition(",")[0] for line in told] == [
        f"Line {number}: {wanted}" for number in (1, 3)
    ]


def test_a_checkpoint_may_be_given_by_name(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "CHECKPOINTS", Path(folder).parent)
    give(monkeypatch, LINES)

    assert run(capsys, "translate", "demo").count("\n") == 3


def test_a_network_without_attention_has_no_pharaoh_links(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = str(tiny.checkpoint(tmp_path / "plain", kind="rnnencdec"))
    give(monkeypatch, LINES)

    assert "no attention" in complaint(
        capsys, "translate", plain, "--format", "pharaoh"
    )


def test_json_of_a_network_without_attention_says_null(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = str(tiny.checkpoint(tmp_path / "plain", kind="rnnencdec"))
    give(monkeypatch, b"the dog\n")

    found = json.loads(run(capsys, "translate", plain, "--format", "json"))

    assert found["hypotheses"][0]["alignment"] is None


def test_evaluation_as_json(
    folder: str, pairs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found: dict[str, Any] = json.loads(run(capsys, "evaluate", folder, pairs, "--json"))

    assert list(found) == [
        *("bleu", "signature", "n", "lengths", "chrf", "chrf_signature")
    ]
    assert found["n"] == 2
    assert "tok:13a" in found["signature"]
    assert [list(length) for length in found["lengths"]] == [
        ["low", "high", "n", "bleu"]
    ] * 7
    assert [length["n"] for length in found["lengths"]] == [1, 0, 1, 0, 0, 0, 0]
    assert found["lengths"][-1]["high"] is None
    assert found["lengths"][1]["bleu"] is None


def test_evaluation_as_a_table(
    folder: str, pairs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(capsys, "evaluate", folder, pairs, "--beam", "2").splitlines()

    assert lines[0].startswith("BLEU ")
    assert lines[1].startswith("nrefs:1|")
    assert lines[5].split() == ["11-20", "0", "-"]
    assert lines[-4].split() == ["61+", "0", "-"]
    chrf, sentences = lines[-2].split("  ")
    assert chrf.startswith("chrF ")
    assert sentences == "n 2"
    assert lines[-1].startswith("nrefs:1|")


def test_evaluation_with_another_search(
    folder: str, pairs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    search = SearchConfig(
        beam_size=3, length_penalty=0.0, forbid_unknown=True, no_repeat_ngram_size=2
    )
    words = ["--beam", "3", "--length-penalty", "0"]
    words += ["--forbid-unknown", "--no-repeat-ngram-size", "2"]

    found = json.loads(run(capsys, "evaluate", folder, pairs, *words, "--json"))

    sources, references = zip(*read_pairs([Path(pairs)]), strict=True)
    texts = best_texts(Translator.load(Path(folder)).translate(sources, search))
    expected = sacrebleu.corpus_bleu(texts, [references])
    assert found["bleu"] == pytest.approx(expected.score)
    letters = sacrebleu.corpus_chrf(texts, [references])
    assert found["chrf"] == pytest.approx(letters.score)


def test_a_score_of_fewer_sentences_does_not_replace_a_test_sets(
    folder: str, pairs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    run(capsys, "evaluate", str(copy), pairs, "--record")
    part = tmp_path / "part" / Path(pairs).name
    part.parent.mkdir()
    first, *_ = Path(pairs).read_text("utf-8").splitlines(keepends=True)
    part.write_text(first, "utf-8")
    facts = (copy / "training.json").read_bytes()

    assert cli.main(["evaluate", str(copy), str(part), "--record"]) == 2

    assert "must have the 2 sentences of the test set" in capsys.readouterr().err
    assert (copy / "training.json").read_bytes() == facts
    run(capsys, "evaluate", str(copy), pairs, "--record")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "required: COMMAND"),
        (("dance",), "invalid choice: 'dance'"),
        (("translate",), "required: CHECKPOINT"),
        (("translate", "nowhere"), "no checkpoint folder 'nowhere'"),
        (
            ("translate", "nowhere", "--beam", "0"),
            "--beam: must be a whole number of at",
        ),
        (("translate", "nowhere", "--beam", "x"), "of at least 1, got 'x'"),
        (("translate", "nowhere", "--n-best", "13"), "--n-best must be at most"),
        (("translate", "nowhere", "--format", "xml"), "invalid choice: 'xml'"),
        (("translate", "nowhere", "--align", "1=2"), "must look like 3:2=1.0,4=0.5"),
        (
            ("translate", "nowhere", "--align", "1:2=-1"),
            "at least 0, one of them above",
        ),
        (("evaluate", "nowhere", "nothing.tsv"), "nothing.tsv"),
        (("train", "--preset", "huge"), "invalid choice: 'huge'"),
        (("train", "--run", "runs/x"), "must have a preset, a config or"),
        (("train", "--preset", "rnnsearch-sp"), "required: --run"),
        (("train", "--preset", "rnnsearch-sp", "--run", "x"), "train must name"),
        (("train", "--preset", "rnnsearch-sp", "--config", "x"), "not allowed with"),
        (("train", "--config", "nothing.json", "--run", "x"), "nothing.json"),
        (
            ("data", "generate", "--pairs", "9", "--out", "-", "--max-words=1"),
            "nmtviz: --max-words must be from 12",
        ),
    ],
)
def test_wrong_usage_gets_one_line(
    arguments: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text in complaint(capsys, *arguments)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"the dog\n\xff\n", "standard input, line 2"),
        (b"the\0dog\n", "standard input, line 1"),
        (b"dog\n" + b"the " * 301, "standard input, line 2: A sentence must have at"),
    ],
)
def test_bad_input_gets_one_line(
    folder: str,
    data: bytes,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    give(monkeypatch, data)

    assert text in complaint(capsys, "translate", folder)


def test_words_of_a_prefix_that_stand_as_unknown_are_told(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, b"the dog\n")

    assert cli.main(["translate", folder, "--prefix", "le zyzx", "--beam", "1"]) == 0

    printed = capsys.readouterr()
    assert printed.out.startswith("le <unk>")
    assert "Outside the target vocabulary, 1 word of --prefix 'le zyzx'" in printed.err


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("--prefix", "la " * 50, "Line 1: A prefix must leave room"),
        ("--align", "0:5=1", "Line 3: The source positions"),  # which is short
    ],
)
def test_a_wish_that_cannot_be_met_gets_one_line(
    folder: str,
    option: str,
    value: str,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    give(monkeypatch, LINES)
    after = int(text.split(":", maxsplit=1)[0].removeprefix("Line ")) - 1

    found = complaint(capsys, "translate", folder, option, value, after=after)
    assert text in found


@pytest.mark.parametrize(
    ("kind", "wish", "text"),
    [
        ("rnnsearch", ("--ban", "tiger"), "'tiger' is not in the target vocabulary"),
        ("rnnsearch", ("--ban", "<unk>"), "<unk> has a switch of its own"),
        ("rnnsearch", ("--prefix", "la " * 999), "A prefix must leave room"),
        ("rnnsearch", ("--align", "0:301=1"), "The source positions"),
        ("rnnencdec", ("--align", "0:0=1"), "'demo' has no attention"),
    ],
)
def test_a_wish_that_no_line_can_meet_is_refused_without_any(
    kind: ModelKind,
    wish: tuple[str, str],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = str(tiny.checkpoint(tmp_path / "demo", kind=kind))
    give(monkeypatch, b"")

    found = complaint(capsys, "translate", made, *wish)
    assert found.startswith(f"nmtviz: {text}")


def test_a_device_that_is_not_there_gets_one_line(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "device must be auto, cpu or cuda, got 'abacus'" in complaint(
        capsys, "translate", folder, "--device", "abacus"
    )


def test_train_hands_over_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[TrainRequest] = []

    def train(request: TrainRequest) -> str:
        asked.append(request)
        return "done"

    monkeypatch.setattr(command, "train", train)
    line = (
        "train --preset rnnsearch-50-small --train a.tsv.gz b.tsv.gz --dev c.tsv.gz "
        "--languages de en --run runs/x --device cpu --seed 5 --max-minutes 1.5 "
        "--max-updates 7 --threads 2 --patience 4 --set training.dropout=0.3"
    )

    assert run(capsys, *line.split()) == "done\n"
    assert asked == [
        TrainRequest(
            preset="rnnsearch-50-small",
            train=(Path("a.tsv.gz"), Path("b.tsv.gz")),
            dev=(Path("c.tsv.gz"),),
            languages=("de", "en"),
            run=Path("runs/x"),
            device="cpu",
            seed=5,
            threads=2,
            max_minutes=1.5,
            max_updates=7,
            patience=4,
            changes=("training.dropout=0.3",),
        )
    ]


def test_train_prints_settings_and_nothing_happens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = (
        f"train --preset rnnsearch-laptop --train a.tsv --dev b.tsv --run {tmp_path}/x"
    )

    printed = run(capsys, *line.split(), "--set", "data.max_words=9", "--print-config")

    found = RunConfig.from_json(json.loads(printed))
    laptop = preset("rnnsearch-laptop")
    assert found.training == laptop.training
    assert found.data == replace(laptop.data, max_words=9)
    assert not (tmp_path / "x").exists()


def test_ctrl_c_ends_quietly(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(translate, "read_sentences", interrupt)
    give(monkeypatch, LINES)

    assert cli.main(["translate", folder]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_has_gone_ends_quietly(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    give(monkeypatch, LINES)

    with os.fdopen(writer, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        code = cli.main(["translate", folder])

    assert code == 141


@pytest.mark.parametrize("arguments", [["--help"], ["train", "--help"], ["--version"]])
def test_help_needs_no_torch(arguments: list[str]) -> None:
    program = (
        "import sys, nmtviz.cli\n"
        "try: nmtviz.cli.main()\n"
        "except SystemExit as end: sys.exit(end.code or 'torch' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.returncode == 0
    assert "nmtviz" in found.stdout or __version__ in found.stdout


def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    made = subprocess.run(
        [
            *(sys.executable, "-m", "nmtviz", "data", "generate"),
            *("--pairs", "3", "--seed", "1", "--out", "-"),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )

    assert [len(line.split("\t")) for line in made.stdout.splitlines()] == [3, 3, 3]
    assert not [*tmp_path.iterdir()]


def test_the_package_can_be_run() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "nmtviz", "translate"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.returncode == 2
    assert found.stderr.startswith("nmtviz translate: ")


def test_a_run_is_exported_under_a_name_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny.checkpoint(tmp_path / "run" / "checkpoint")

    run(capsys, "export", str(tmp_path / "run"), str(tmp_path / "shown"))

    assert CheckpointInfo.read(tmp_path / "shown").card.startswith("# shown")


@pytest.mark.parametrize("place", ["checkpoints", "run", "run/config.json"])
def test_an_export_replaces_nothing_but_a_checkpoint(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny.checkpoint(tmp_path / "run" / "checkpoint")
    (tmp_path / "run" / "config.json").write_text("{}", "utf-8")
    tiny.checkpoint(tmp_path / "checkpoints" / "demo")
    before = sorted(tmp_path.rglob("*"))

    words = ["export", "--force", str(tmp_path / "run"), str(tmp_path / place)]
    said = complaint(capsys, *words)
    assert f"{place}' must be a new name or a checkpoint to replace, but" in said
    assert sorted(tmp_path.rglob("*")) == before


def test_an_export_replaces_a_checkpoint_if_it_is_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny.checkpoint(tmp_path / "run" / "checkpoint")
    shown = tiny.checkpoint(tmp_path / "shown", kind="rnnencdec")

    said = complaint(capsys, "export", str(tmp_path / "run"), str(shown))
    assert "--force replaces it" in said
    assert CheckpointInfo.read(shown).model.kind == "rnnencdec"
    told = run(capsys, "export", "--force", str(tmp_path / "run"), str(shown))

    assert CheckpointInfo.read(shown).model.kind == "rnnsearch"
    assert told == f"{shown}: 1,234 updates, dev BLEU 12.50\n"


@pytest.mark.parametrize("place", [".", "..", "/"])
def test_an_export_needs_a_name(
    place: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiny.checkpoint(tmp_path / "run" / "checkpoint")
    monkeypatch.chdir(tmp_path)

    assert "must be a folder with a name of its own, got" in complaint(
        capsys, "export", "run", place
    )


def test_a_run_without_a_checkpoint_cannot_be_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "has no checkpoint folder: a run has one after" in complaint(
        capsys, "export", str(tmp_path), str(tmp_path / "shown")
    )
    assert "There is no run folder" in complaint(
        capsys, "export", str(tmp_path / "none"), str(tmp_path / "shown")
    )


def test_a_recorded_score_is_in_the_facts_and_on_the_card(
    tmp_path: Path, pairs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tiny.checkpoint(tmp_path / "demo")

    arguments = ("evaluate", str(folder), pairs, "--beam", "2", "--json", "--record")
    found = json.loads(run(capsys, *arguments))
    run(capsys, *arguments)

    info = CheckpointInfo.read(folder)
    (score,) = info.facts.test_scores  # the second one took the place of the first
    assert (score.data, score.n, score.beam_size) == ("pairs.tsv", found["n"], 2)
    assert (score.bleu, score.signature) == (found["bleu"], found["signature"])
    shown = info.card.partition("## Results")[2]
    assert score.signature in shown
