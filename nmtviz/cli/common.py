"""What the commands share: their parser, and how they find a checkpoint."""

import argparse
import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from tqdm import tqdm

from nmtviz.candidates import CandidateRule
from nmtviz.checkpoints_index import CheckpointInfo, check_replaceable
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints
from nmtviz.errors import ConfigError, DataError, InputError, writing
from nmtviz.files import reopened
from nmtviz.languages import is_code
from nmtviz.memory import keep_freed_memory
from nmtviz.results import Translation

if TYPE_CHECKING:
    from nmtviz.translator import Translator

CHECKPOINTS = Path("checkpoints")
"""Where a checkpoint given by name is looked for."""

WRONG = 2
"""Exit code of wrong usage and of bad input."""

BLOCK = 256
"""Sentences translated between two writes to stdout."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(WRONG, f"{self.prog}: {message} (see {self.prog} --help)\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where a command adds itself."""


def out_file(text: str) -> Path:
    """Read the path of a file to write; `-` is standard output."""
    return Path("/dev/stdout" if text == "-" else text)


def at_least(smallest: int) -> Callable[[str], int]:
    """Return what reads the whole number of an option, and refuses smaller ones."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = smallest - 1
        if number < smallest:
            raise argparse.ArgumentTypeError(
                f"must be a whole number of at least {smallest}, got {text!r}"
            )
        return number

    return read


def share(text: str) -> float:
    """Return the share of something that an option asks for, from 0 to 1.

    Raises:
        ArgumentTypeError: If it is none.
    """
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, got {text!r}")
    return found


def add_checkpoint(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of every command that translates."""
    add_model(parser)
    parser.add_argument(
        "--beam", type=at_least(1), default=SearchConfig().beam_size, metavar="K"
    )
    add_device(parser)


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add what says which network it is, or which ones."""
    parser.add_argument(
        "checkpoint",
        metavar="CHECKPOINT",
        help=f"a checkpoint folder, or the name of one in {CHECKPOINTS}/",
    )
    parser.add_argument(
        "--ensemble",
        action="append",
        default=[],
        metavar="CHECKPOINT",
        help="average probabilities with this one too; may be given several times",
    )


def add_device(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a device."""
    parser.add_argument("--device", default="auto", help="auto, cpu or cuda")


def checkpoint_folder(options: argparse.Namespace) -> Path:
    """Return the checkpoint folder, given by path or by name."""
    return named_folder(options.checkpoint)


def check_codes(codes: Iterable[str]) -> None:
    """Refuse what --languages cannot be: Moses would split words by other rules.

    Raises:
        ConfigError: If one is no code of a language.
    """
    for code in codes:
        if not is_code(code):
            raise ConfigError(
                "--languages must be codes of two or three small letters, such as en "
                f"and fr, got {code!r}."
            )


def languages(options: argparse.Namespace) -> tuple[str, str]:
    """Return those of the checkpoint's source and target."""
    return CheckpointInfo.read(checkpoint_folder(options)).data.languages


def load_translator(options: argparse.Namespace) -> "Translator":
    """Return the translator of the checkpoints and device that were asked for."""
    from nmtviz.ensemble import load_ensemble  # noqa: PLC0415

    keep_freed_memory()
    names = [options.checkpoint, *options.ensemble]
    return load_ensemble(list(map(named_folder, names)), options.device)


def translations(
    translator: "Translator",
    lines: Sequence[tuple[int, str]],
    search: SearchConfig,
    constraints: Constraints | None = None,
    *,
    candidates: CandidateRule | None = None,
    block_size: int = BLOCK,
) -> Iterator[Translation]:
    """Translate block by block, with a bar on a terminal.

    Args:
        translator: What translates.
        lines: Numbers of lines and their text, one sentence each.
        search: How to search.
        constraints: What to impose on every sentence.
        candidates: How to make candidate lists; a shared one is of a block.
        block_size: Sentences between two moves of the bar. A block that cannot be
            translated is tried line by line, up to the one that cannot, but not where
            it shares a list.

    Raises:
        InputError: If a line cannot be translated, or a block that shares a list.
    """
    translate = partial(translator.translate, search=search, candidates=candidates)
    with tqdm(total=len(lines), unit=" sentences", disable=None) as bar:
        for start in range(0, len(lines), block_size):
            block = lines[start : start + block_size]
            imposed = [constraints] * len(block) if constraints else []
            try:
                sentences = [sentence for _, sentence in block]
                yield from translate(sentences, constraints=imposed)
            except InputError as error:
                if candidates and candidates.shared:  # each alone had another list
                    raise InputError(
                        f"Lines {block[0][0]}-{block[-1][0]}: {error}"
                    ) from error
                for number, sentence in block:
                    try:
                        yield from translate([sentence], constraints=imposed[:1])
                    except InputError as alone:
                        raise InputError(f"Line {number}: {alone}") from alone
            bar.update(len(block))


def add_force(parser: argparse.ArgumentParser) -> None:
    """Let somebody ask for what `check_new_checkpoint` refuses."""
    parser.add_argument(
        "--force", action="store_true", help="replace a checkpoint of that name"
    )


def check_new_checkpoint(folder: Path, *, force: bool) -> None:
    """Refuse a name that cannot be taken, now and not when all the work is done.

    Raises:
        CheckpointError: If there is something that is no checkpoint.
        ConfigError: If there is a checkpoint, and nobody asked to replace it.
    """
    check_replaceable(folder)
    if folder.exists() and not force:
        raise ConfigError(
            f"'{folder}' must be a new name, as there is such a checkpoint; --force "
            "replaces it."
        )


def check_writable(path: Path) -> None:
    """Find out now, not after minutes, whether a file can be written.

    Its folder is made if it is not there.

    Raises:
        DataError: If the folder cannot be made or written to, or the file is a folder.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if file := reopened(path):
            file.close()
        elif path.is_file() or not path.exists():  # no device, no pipe
            with TemporaryFile(dir=Path(os.path.realpath(path)).parent):
                pass


def check_apart(out: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write over what is read.

    Raises:
        ConfigError: If the file to write is one of the inputs.
    """
    for path in inputs:
        if out.exists() and path.exists() and out.samefile(path):
            raise ConfigError(
                f"'{out}' must not be written, as it is also read. Give the result "
                "another name."
            )


def check_sources(
    translator: "Translator", sentences: Iterable[tuple[int, str]], name: str
) -> None:
    """Refuse a test set with a sentence that cannot be translated.

    Args:
        translator: What is to translate.
        sentences: The source sentences and their lines, from 1.
        name: What the error calls their file.

    Raises:
        DataError: If one is too long.
    """
    for number, sentence in sentences:
        try:
            translator.check_source(sentence)
        except InputError as error:
            raise DataError(f"{name}, line {number}: {error}") from error


def named_folder(name: str) -> Path:
    """Return a checkpoint folder, given by path or by name."""
    folder = Path(name)
    named = CHECKPOINTS / folder
    return folder if folder.exists() or not named.exists() else named
