"""What `nmtviz evaluate --statistics` keeps."""

import errno
import json
import os
import shutil
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from nmtviz import cli
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.cli import statistics
from nmtviz.config import SearchConfig
from nmtviz.evaluation.alignment import on_words, score_links
from nmtviz.evaluation.bleu import bleu_of, sentence_counts
from nmtviz.evaluation.sentences import best_texts
from nmtviz.gold import GoldLinks
from nmtviz.results import Translation, heaviest_links
from nmtviz.runs.evaluations import read_texts
from nmtviz.runs.progress import EvaluationProgress
from nmtviz.scores import SentenceScores
from nmtviz.translator import Translator
from tests import tiny
from tests.pages import trained

ROWS = (
    ("the small dog sleeps .", "le petit chien dort .", "0-0 1-1 2-2 3-3 4-4"),
    ("the zebra sleeps .", "le chat dort .", None),
    ("a small cat .", "un petit chat .", "0p0 1-1 2-2 3-3"),
    ("the black cat sees a house .", "le chat noir voit une hutte .", None),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkpoints") / "demo"
    trained.checkpoint(folder)
    return folder


@pytest.fixture
def checkpoint(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "demo"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "four.test.tsv"
    lines = ("\t".join(filter(None, row)) for row in ROWS)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def evaluate(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert cli.main(["evaluate", *map(str, arguments)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def test_statistics_are_of_the_printed_translations(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = evaluate(capsys, checkpoint, file, "--beam", 3, "--json")
    assert not (checkpoint / "statistics").exists()

    printed = evaluate(capsys, checkpoint, file, "--beam", 3, "--json", "--statistics")

    found = SentenceScores.load(checkpoint / "statistics" / "four.test.npz")
    assert printed == plain
    assert bleu_of(found.bleu) == json.loads(printed)["bleu"]
    assert (found.system, found.data, found.beam_size) == ("demo", "four.test", 3)
    assert found.source_words.tolist() == [5, 4, 4, 7]
    assert found.links is None


def test_no_unknown_forbids_it_where_both_sides_are_known(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(capsys, checkpoint, file, "--beam", 3, "--statistics")

    found = SentenceScores.load(checkpoint / "statistics" / "four.test.npz")
    search = SearchConfig(beam_size=3, forbid_unknown=True)
    known = [ROWS[0], ROWS[2]]
    texts = best_texts(
        Translator.load(checkpoint).translate([row[0] for row in known], search)
    )
    expected = sentence_counts(texts, [row[1] for row in known])
    assert found.source_unknown is not None
    assert found.source_unknown.tolist() == [0, 1, 0, 0]
    assert found.reference_unknown is not None
    assert found.reference_unknown.tolist() == [0, 0, 0, 1]
    assert found.no_unknown_rows is not None
    assert found.no_unknown_rows.tolist() == [0, 2]
    np.testing.assert_array_equal(found.no_unknown_bleu, expected)


def test_gold_links_are_compared_where_there_are_any(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(capsys, checkpoint, file, "--beam", 1, "--statistics", "--gold", "spaces")

    found = SentenceScores.load(checkpoint / "statistics" / "four.test.npz")
    translator = Translator.load(checkpoint)
    expected = np.zeros((4, 4))
    for row, (source, target, links) in enumerate(ROWS):
        if links:
            words = source.split(), target.split()
            weights = on_words(translator.score(source, target), *words)
            assert weights is not None
            gold = GoldLinks.parse(links, *map(len, words))
            expected[row] = score_links(heaviest_links(weights), gold).counts
    np.testing.assert_array_equal(found.links, expected)
    assert found.links is not None
    assert found.links[:, 3].tolist() == [5, 0, 3, 0]


def test_gold_links_count_words_of_the_checkpoints_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    german = tiny.checkpoint(tmp_path / "german", source_language="de")
    file = tmp_path / "own.tsv"
    # the dog ' s, where English has the dog 's
    file.write_text("the dog's\tle chien\t0-0 3-1\n", "utf-8")

    evaluate(capsys, german, file, "--beam", 1, "--statistics", "--gold", "moses")

    found = SentenceScores.load(german / "statistics" / "own.npz")
    assert found.links is not None
    assert found.links[:, 3].tolist() == [2]


def test_without_attention_it_is_told_that_links_are_not_counted(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blind = tiny.checkpoint(tmp_path / "blind", kind="rnnencdec")

    words = ["--beam", "1", "--statistics", "--gold", "spaces"]
    assert cli.main(["evaluate", str(blind), str(file), *words]) == 0

    assert "'blind' has no attention" in capsys.readouterr().err
    assert SentenceScores.load(blind / "statistics" / "four.test.npz").links is None


def test_texts_and_progress_are_told_when_asked_for(
    checkpoint: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to, progress = tmp_path / "elsewhere", tmp_path / "progress.json"

    evaluate(
        capsys,
        *(checkpoint, file, "--beam", 12, "--statistics", "--texts"),
        *("--to", to, "--progress", progress),
    )

    search = SearchConfig(beam_size=12)
    sources = [row[0] for row in ROWS]
    texts = best_texts(Translator.load(checkpoint).translate(sources, search))
    assert read_texts(to / "four.test.txt") == texts
    assert (to / "four.test.npz").exists()
    assert not (checkpoint / "statistics").exists()
    assert EvaluationProgress.read(progress) == EvaluationProgress(
        "without unknown words", 2, 2
    )


def test_how_far_it_is_is_not_told_in_the_test_set(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.read_bytes()

    assert (
        cli.main(["evaluate", *map(str, (checkpoint, file, "--progress", file))]) == 2
    )

    assert "must not be written, as it is also read" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_texts_of_another_measurement_do_not_stay_beside_the_numbers(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = checkpoint / "statistics" / "four.test.txt"
    evaluate(capsys, checkpoint, file, "--beam", 2, "--statistics", "--texts")
    assert texts.exists()

    evaluate(capsys, checkpoint, file, "--beam", 1, "--statistics")

    assert not texts.exists()


@pytest.mark.parametrize("option", [[], ["--texts"]])
def test_a_text_that_no_measurement_left_is_not_touched(
    option: list[str],
    checkpoint: Path,
    file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    own = file.with_name("four.test.txt")
    own.write_text("mine\n", "utf-8")

    command = ["evaluate", str(checkpoint), str(file), "--beam", "1", "--statistics"]
    assert cli.main([*command, "--to", str(file.parent), *option]) == 2

    printed = capsys.readouterr()
    assert not printed.out
    assert f"{own} must hold the translations of an earlier" in printed.err
    assert own.read_text("utf-8") == "mine\n"
    assert not own.with_suffix(".npz").exists()


@pytest.mark.parametrize("option", [[], ["--texts"]])
def test_a_full_disk_leaves_the_earlier_measurement_whole(
    option: list[str],
    checkpoint: Path,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = checkpoint / "statistics" / "four.test.npz"
    evaluate(capsys, checkpoint, file, "--beam", 2, "--statistics", "--texts")
    numbers.with_suffix(".txt").write_text("of before\n", "utf-8")
    before = numbers.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez_compressed", fail)
    command = ["evaluate", str(checkpoint), str(file), "--beam", "1", "--statistics"]
    assert cli.main([*command, *option]) == 2

    assert "cannot be written: No space left" in capsys.readouterr().err
    assert numbers.read_bytes() == before
    assert numbers.with_suffix(".txt").read_text("utf-8") == "of before\n"
    assert len(list(numbers.parent.iterdir())) == 2


def test_a_folder_for_numbers_that_is_none_is_told_before_anything_is_done(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", str(checkpoint), str(file), "--statistics", "--to"]
    assert cli.main([*command, str(file)]) == 2

    printed = capsys.readouterr()
    assert not printed.out
    assert f"{file}/four.test.npz cannot be written: File exists." in printed.err


def test_a_recorded_score_leaves_the_statistics_alone(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(capsys, checkpoint, file, "--beam", 2, "--statistics")
    path = checkpoint / "statistics" / "four.test.npz"
    written = path.read_bytes()

    evaluate(capsys, checkpoint, file, "--beam", 2, "--record")

    assert path.read_bytes() == written
    assert "four.test.tsv" in (checkpoint / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "when", [("--record", 1), ("--statistics", 1), ("--statistics", 2)]
)
def test_what_was_measured_of_a_checkpoint_that_went_is_not_written_to_the_next_one(
    when: tuple[str, int],
    checkpoint: Path,
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run in training puts a better checkpoint there while the old one translates."""
    other = shutil.copytree(checkpoint, tmp_path / "other")
    facts = CheckpointInfo.read(other).facts
    translate = statistics.translate
    option, passes = when
    done = []

    def slowly(
        translator: Translator,
        sentences: Sequence[str],
        search: SearchConfig,
        options: Namespace,
        what: str = "",
    ) -> list[Translation]:
        found = translate(translator, sentences, search, options, what)
        done.append(what)
        if len(done) == passes:
            checkpoint.rename(tmp_path / "gone")
            other.rename(checkpoint)
        return found

    monkeypatch.setattr(statistics, "translate", slowly)
    command = ["evaluate", str(checkpoint), str(file), "--beam", "12", option]
    assert cli.main(command) == 2

    told = f"'{checkpoint}' must stay the same while it is measured"
    assert told in capsys.readouterr().err
    assert CheckpointInfo.read(checkpoint).facts == facts
    assert not (checkpoint / "statistics" / "four.test.npz").exists()


@pytest.mark.parametrize("option", [("--to", "x"), ("--texts",), ("--gold", "moses")])
def test_options_of_statistics_need_it(
    option: tuple[str, ...],
    checkpoint: Path,
    file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["evaluate", str(checkpoint), str(file), *option]) == 2

    assert f"{option[0]} can only be given with --statistics" in capsys.readouterr().err


def test_links_cannot_be_read_again_from_a_pipe(
    checkpoint: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(pipe := tmp_path / "pipe.tsv")
    words = ["--statistics", "--gold", "spaces"]

    assert cli.main(["evaluate", str(checkpoint), str(pipe), *words]) == 2

    assert "is no file but a folder or a pipe" in capsys.readouterr().err


def test_a_few_sentences_do_not_take_the_place_of_all(
    checkpoint: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(capsys, checkpoint, file, "--beam", 2, "--statistics")
    path = checkpoint / "statistics" / "four.test.npz"
    written = path.read_bytes()
    file.write_text("".join(file.read_text("utf-8").splitlines(True)[:2]), "utf-8")

    assert cli.main(["evaluate", str(checkpoint), str(file), "--statistics"]) == 2
    told = "it is of 4 others, not of these 2. Rename the test set"
    assert told in capsys.readouterr().err
    assert path.read_bytes() == written
