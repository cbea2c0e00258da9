"""Evaluations that take long: each is a process of its own, and leaves a folder.

A folder is named after what decides the result: the checkpoint's and the test set's
content, what its gold links count and the beam. So a result is found again, and never
taken for another one's.

evaluate.log    what the process had to say, which is little
progress.json   how far it is
process         its process id; the lock on `.lock` says whether it lives
DATA.npz        `SentenceScores`, when it is done
DATA.txt        the translations, a line each
"""

import hashlib
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import portalocker

from nmtviz.checkpoints_index import model_files
from nmtviz.errors import DataError, writing
from nmtviz.files import content_hash, from_root, write_text
from nmtviz.runs.commands import module_command, start_apart
from nmtviz.runs.lock import is_running
from nmtviz.runs.output import last_words
from nmtviz.runs.progress import EvaluationProgress
from nmtviz.scores import SentenceScores, data_name

State = Literal["new", "running", "finished", "failed"]

_ALONE = portalocker.LOCK_EX | portalocker.LOCK_NB
_PATIENCE = 1.0  # seconds to wait for somebody who only asks for the state
_LONG = 10.0  # seconds a cancelled process may take to end
_POLL = 0.05  # seconds between two looks
_PROCESS = "process"  # file of its number


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """One checkpoint on one test set, seen from outside."""

    checkpoint: Path
    file: Path
    beam_size: int
    folder: Path

    gold: str | None = None
    """What the links in the file's third column count, as `evaluate --gold` says it;
    None if nothing is compared with them."""

    @classmethod
    def of(
        cls,
        checkpoint: Path,
        file: Path,
        beam_size: int,
        root: Path,
        *,
        gold: str | None = None,
    ) -> Self:
        """Return the evaluation, whether it was ever started or not.

        Args:
            checkpoint: Folder of the model.
            file: Test set, TSV.
            beam_size: Hypotheses kept by the search.
            root: Folder of all evaluations.
            gold: What links in the file count, if the attention is compared with them.

        Raises:
            DataError: If the test set, or a file of the checkpoint, cannot be read.
        """
        content = _digest([*model_files(checkpoint), file], gold or "")
        names = (from_root(checkpoint).name, data_name(file))
        name = "--".join([*map(_short, names), f"beam{beam_size}"])
        folder = root / f"{name}--{content[:12]}"
        return cls(checkpoint, file, beam_size, folder, gold)

    @property
    def state(self) -> State:
        """`failed` too if it was killed."""
        if is_running(self.folder):
            return "running"
        if self._is_whole:
            return "finished"
        return "failed" if self._log.exists() else "new"

    @property
    def progress(self) -> EvaluationProgress | None:
        """How far it is; None before it has begun to translate."""
        return EvaluationProgress.read(self._progress)

    @property
    def message(self) -> str:
        """Why it failed, as the process said it."""
        if self._result.exists():
            return "What it left is damaged."
        try:
            said = self._log.read_text("utf-8", "replace")
        except OSError:  # there is none, or somebody cancels it at this moment
            said = ""
        return last_words(said)

    def start(self) -> None:
        """Start the process, unless it runs or has finished.

        Raises:
            DataError: If the test set is gone, the test set or the checkpoint has
                changed, the folder cannot be written, or its file system has no locks.
        """
        if self.state in ("running", "finished"):
            return
        if not self.file.exists():  # its folder may be that of the results, too
            raise DataError(f"{self.file}: there is no such file any longer.")
        if self._now() != self:
            raise DataError(
                f"{self.checkpoint.name} and {self.file.name} must be as they were "
                "when this evaluation was offered, but one has changed: look again."
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = portalocker.Lock(
                self.folder / ".lock", "ab", timeout=_PATIENCE, flags=_ALONE
            )
            # Closed, not released: the lock is the child's too, until the child ends.
            with lock.acquire() as held, self._log.open("wb") as log:
                for path in (self._progress, self._process):
                    path.unlink(missing_ok=True)
                number = start_apart(self._command(), log, keep=[held.fileno()])
                write_text(self._process, str(number), alone=True)
        except portalocker.AlreadyLocked:
            return  # somebody else has just started it
        except portalocker.LockException as error:
            raise DataError(
                f"{self.folder} cannot be locked: {error.strerror}."
            ) from error
        except OSError as error:
            raise DataError(
                f"{self.folder} cannot be written: {error.strerror}."
            ) from error

    def cancel(self) -> None:
        """End the process and forget what it did; a finished one stays.

        Raises:
            DataError: If it does not end.
        """
        if _end(self.folder):
            for path in (self._log, self._progress, self._process):
                path.unlink(missing_ok=True)

    def scores(self) -> SentenceScores:
        """Return what was measured.

        Raises:
            DataError: If it is not finished.
        """
        return SentenceScores.load(self._result)

    def texts(self) -> list[str]:
        """Return the translations.

        Raises:
            DataError: If it is not finished.
        """
        return read_texts(self._result.with_suffix(".txt"))

    def _command(self) -> list[str]:
        return module_command(
            *("nmtviz", "evaluate"),
            *(str(from_root(self.checkpoint)), str(from_root(self.file))),
            *("--beam", str(self.beam_size), "--statistics", "--texts"),
            *("--to", str(self.folder.resolve())),
            *("--progress", str(self._progress.resolve())),
            *(("--gold", self.gold) if self.gold else ()),
        )

    def _now(self) -> Self:
        """Return the evaluation of what the checkpoint and the test set are now."""
        return self.of(
            self.checkpoint,
            self.file,
            self.beam_size,
            self.folder.parent,
            gold=self.gold,
        )

    @property
    def _is_whole(self) -> bool:
        """Say whether all files of the result are there, none of them empty."""
        files = (self._result, self._result.with_suffix(".txt"))
        try:
            return all(path.stat().st_size for path in files)
        except OSError:
            return False

    @property
    def _result(self) -> Path:
        return self.folder / f"{data_name(self.file)}.npz"

    @property
    def _log(self) -> Path:
        return self.folder / "evaluate.log"

    @property
    def _progress(self) -> Path:
        return self.folder / "progress.json"

    @property
    def _process(self) -> Path:
        return self.folder / _PROCESS


def cancel_all(root: Path) -> None:
    """End the processes of all evaluations in a folder.

    Raises:
        DataError: If one does not end.
    """
    for folder in root.glob("*/"):
        _end(folder)


def _end(folder: Path) -> bool:
    """End the process of an evaluation and say whether there was one."""
    until = time.monotonic() + _LONG
    asked = False
    while is_running(folder):
        if time.monotonic() > until:
            raise DataError(f"The evaluation in {folder} does not end.")
        asked = asked or _ask_to_end(folder)
        time.sleep(_POLL)
    return asked


def _ask_to_end(folder: Path) -> bool:
    """Send the process that holds the lock a signal, if it is known already."""
    try:
        os.kill(int((folder / _PROCESS).read_text("utf-8")), signal.SIGTERM)
    except (OSError, ValueError):
        return False
    return True


def write_texts(path: Path, texts: Sequence[str]) -> None:
    """Write translations, a line each.

    Raises:
        DataError: If the disk refuses it.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, "".join(f"{text}\n" for text in texts))


def read_texts(path: Path) -> list[str]:
    r"""Return lines that `write_texts` wrote; they end at \n and nowhere else.

    Raises:
        DataError: If the file cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8").split("\n")[:-1]
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}.") from error


def _short(name: str) -> str:
    """Return so much of a name that a folder's can hold two of it."""
    return name.encode()[:80].decode(errors="ignore")


def _digest(paths: list[Path], more: str) -> str:
    digest = hashlib.sha256(more.encode())
    for path in paths:
        digest.update(bytes.fromhex(content_hash(path)))
    return digest.hexdigest()
