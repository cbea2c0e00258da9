"""The `nmtviz` command and its parts, a module each.

Exit codes: 0 done, also a training that was asked to end early; 2 wrong usage or bad
input, with one line on stderr; 130 after Ctrl-C; 141 when the reader of the output has
gone.

What needs torch is imported by the command that needs it, so help comes at once.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from nmtviz import __version__
from nmtviz.cli import (
    aer,
    align,
    average,
    candidates,
    compare,
    curves,
    data,
    evaluate,
    export,
    score,
    train,
    translate,
)
from nmtviz.cli.common import WRONG, Parser
from nmtviz.errors import NmtvizError

_COMMANDS = (
    *(train, translate, evaluate, curves, aer, align, candidates, export, average),
    *(compare, score, data),
)
_INTERRUPTED, _NO_READER = 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    _prepare_streams()
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
        sys.stdout.flush()
    except NmtvizError as error:
        told = " ".join(str(error).split())
        sys.stderr.write(f"nmtviz: {_as_typed(told, arguments or sys.argv[1:])}\n")
        return WRONG
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NO_READER
    except OSError as error:  # of a path nobody has looked at, such as one too long
        told = f"{error.filename!s:.200}: " if error.filename else ""
        sys.stderr.write(f"nmtviz: {told}{error.strerror or error}.\n")
        return WRONG
    return 0


def _as_typed(told: str, arguments: Sequence[str]) -> str:
    """Return what is wrong with an option's name in place of the setting's.

    >>> _as_typed("max_words must be from 12 to 80, got 1.", ["--max-words", "1"])
    '--max-words must be from 12 to 80, got 1.'
    """
    setting, space, rest = told.partition(" ")
    option = f"--{setting.replace('_', '-')}"
    is_typed = option in {word.partition("=")[0] for word in arguments}
    return f"{option}{space}{rest}" if is_typed else told


def _prepare_streams() -> None:
    """Have streams where a shell closed them, and letters their encoding lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="nmtviz", description="See how a translator aligns words.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_command(commands)
    return parser
