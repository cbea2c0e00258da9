import os
import shutil
import time
from pathlib import Path

import pytest

from nmtviz.errors import DataError
from nmtviz.runs.evaluations import EvaluationRun, read_texts, write_texts
from nmtviz.runs.lock import run_lock
from nmtviz.runs.progress import EvaluationProgress
from tests import tiny

PATIENCE = 240.0  # seconds a process may take on a busy machine


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.checkpoint(tmp_path_factory.mktemp("checkpoints") / "demo")


def pairs(folder: Path, lines: int) -> Path:
    path = folder / "own.test.tsv"
    path.write_text("the small dog\tle petit chien\n" * lines, "utf-8")
    return path


def state(run: EvaluationRun) -> str:
    return run.state


def run_until(run: EvaluationRun, *ends: str) -> None:
    until = time.monotonic() + PATIENCE
    while run.state not in ends:
        assert time.monotonic() < until, run.message
        time.sleep(0.05)


@pytest.mark.usefixtures("no_locks")
def test_a_file_system_without_locks_is_told(checkpoint: Path, tmp_path: Path) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 7), 2, tmp_path / "kept")

    with pytest.raises(DataError, match="cannot be locked"):
        run.start()


def test_a_test_set_that_is_gone_is_not_evaluated(
    checkpoint: Path, tmp_path: Path
) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 7), 2, tmp_path / "kept")
    run.file.unlink()

    with pytest.raises(DataError, match=r"own\.test\.tsv: there is no such file"):
        run.start()
    assert not run.folder.exists()


def test_what_has_changed_meanwhile_is_not_evaluated(
    checkpoint: Path, tmp_path: Path
) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 7), 2, tmp_path / "kept")
    pairs(tmp_path, 8)

    with pytest.raises(DataError, match="one has changed: look again"):
        run.start()
    assert not run.folder.exists()


def test_a_damaged_result_is_made_again(checkpoint: Path, tmp_path: Path) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 7), 2, tmp_path / "kept")
    run.start()
    run_until(run, "finished", "failed")
    (text,) = run.folder.glob("*.txt")
    text.write_bytes(b"")

    assert (state(run), run.message) == ("failed", "What it left is damaged.")
    run.start()
    run_until(run, "finished")
    assert len(run.texts()) == 7


def test_an_evaluation_leaves_its_result(checkpoint: Path, tmp_path: Path) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 70), 2, tmp_path / "kept")
    assert (run.state, run.progress) == ("new", None)

    run.start()
    assert state(run) == "running"
    run_until(run, "finished", "failed")

    assert state(run) == "finished", run.message
    assert run.progress == EvaluationProgress("without unknown words", 70, 70)
    assert len(run.texts()) == run.scores().n == 70
    found = run.scores()
    assert (found.system, found.data, found.beam_size) == ("demo", "own.test", 2)

    again = EvaluationRun.of(checkpoint, run.file, 2, tmp_path / "kept")
    again.start()
    assert again.state == "finished"


def test_what_links_count_is_another_evaluation(
    checkpoint: Path, tmp_path: Path
) -> None:
    file = pairs(tmp_path, 7)

    runs = [
        EvaluationRun.of(checkpoint, file, 2, tmp_path, gold=gold)
        for gold in (None, "spaces", "moses")
    ]

    assert len({run.folder for run in runs}) == 3


def test_a_test_set_behind_a_link_has_the_links_name(
    checkpoint: Path, tmp_path: Path
) -> None:
    link = tmp_path / "mine.tsv"
    link.symlink_to(pairs(tmp_path, 2))
    run = EvaluationRun.of(checkpoint, link, 2, tmp_path / "kept")

    run.start()
    run_until(run, "finished", "failed")

    assert state(run) == "finished", run.message
    assert run.scores().data == "mine"


def test_an_evaluation_compares_attention_with_gold_links(
    checkpoint: Path, tmp_path: Path
) -> None:
    path = tmp_path / "linked.tsv"
    path.write_text("the dog\tle chien\t0-0 1-1\n" * 3, "utf-8")
    run = EvaluationRun.of(checkpoint, path, 2, tmp_path / "kept", gold="spaces")

    run.start()
    run_until(run, "finished", "failed")

    links = run.scores().links
    assert links is not None
    assert links[:, [0, 3]].tolist() == [[2, 2]] * 3  # a link a target word, two sure


def test_a_cancelled_evaluation_is_as_if_never_started(
    checkpoint: Path, tmp_path: Path
) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 40_000), 12, tmp_path / "kept")
    run.start()
    until = time.monotonic() + PATIENCE
    while (run.progress is None or not run.progress.done) and run.state == "running":
        assert time.monotonic() < until
        time.sleep(0.05)
    assert run.state == "running", run.message

    run.cancel()

    assert (run.state, run.progress) == ("new", None)


def test_a_failure_is_told_as_the_command_tells_it(
    checkpoint: Path, tmp_path: Path
) -> None:
    file = tmp_path / "own.tsv"
    file.write_text("the small dog\n", "utf-8")
    run = EvaluationRun.of(checkpoint, file, 2, tmp_path / "kept")

    run.start()
    run_until(run, "finished", "failed")

    assert run.state == "failed"
    assert "own.tsv, line 1: source and target must be separated" in run.message
    with pytest.raises(DataError, match="there is no such file"):
        run.scores()


def test_a_result_is_kept_by_content(checkpoint: Path, tmp_path: Path) -> None:
    def folder(made: Path, file: Path, beam_size: int = 2) -> Path:
        return EvaluationRun.of(made, file, beam_size, tmp_path).folder

    file = pairs(tmp_path, 3)
    first = folder(checkpoint, file)
    assert first.name.startswith("demo--own.test--beam2--")
    assert folder(checkpoint, file) == first
    assert folder(checkpoint, file, 3) != first

    other = tmp_path / "other" / "demo"
    shutil.copytree(checkpoint, other)
    assert folder(other, file) == first
    os.truncate(other / "model.safetensors", 100)
    assert folder(other, file) != first

    assert folder(checkpoint, pairs(tmp_path, 4)) != first


def test_a_missing_test_set_is_named(checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.tsv cannot be read: No such file"):
        EvaluationRun.of(checkpoint, tmp_path / "none.tsv", 2, tmp_path)


def test_a_folder_that_cannot_be_written_is_named(
    checkpoint: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 3), 2, tmp_path / "file")

    with pytest.raises(DataError, match="cannot be written"):
        run.start()


def test_a_start_that_comes_too_late_leaves_the_first_ones_files(
    checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = EvaluationRun.of(checkpoint, pairs(tmp_path, 3), 2, tmp_path / "kept")
    run.folder.mkdir(parents=True)
    EvaluationProgress("all", 1, 3).write(run.folder / "progress.json")
    (run.folder / "process").write_text("1234", "utf-8")
    # It looked before the other one took the lock.
    monkeypatch.setattr(EvaluationRun, "state", "new")
    with run_lock(run.folder):
        run.start()

    assert run.progress == EvaluationProgress("all", 1, 3)
    assert (run.folder / "process").read_text("utf-8") == "1234"


@pytest.mark.parametrize(("done", "total", "part"), [(3, 4, 0.75), (0, 0, 1.0)])
def test_progress_is_a_part_of_the_whole(done: int, total: int, part: float) -> None:
    assert EvaluationProgress("all", done, total).part == part


def test_progress_that_nobody_can_understand_is_none(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    wrong = '{"what": "all", "done": "3", "total": 4}'
    for text in ("", "[1, 2", '{"done": 3}', wrong):
        path.write_text(text, "utf-8")
        assert EvaluationProgress.read(path) is None


def test_texts_are_read_as_they_were_written(tmp_path: Path) -> None:
    texts = ["un chien", "", "une\u2028ligne", "la fin\u0085 "]
    write_texts(tmp_path / "new" / "texts.txt", texts)

    assert read_texts(tmp_path / "new" / "texts.txt") == texts
