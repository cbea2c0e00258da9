"""`nmtviz compare`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from nmtviz.cli import curves
from nmtviz.cli.common import Commands
from nmtviz.data.corpus import Pair, read_lines, read_pairs, refuse_tabs
from nmtviz.errors import DataError
from nmtviz.files import told_apart
from nmtviz.scores import SentenceScores, data_name

_HELP = """\
BLEU by source length with 95 % bootstrap bands and chrF of anybody's translations, and
whether the difference to the first of them, the baseline, is significant (paired
bootstrap). Plain text, a translation a line, not tokenized.
"""


def add_command(commands: Commands) -> None:
    """Add the command to compare translations from anywhere."""
    parser = commands.add_parser(
        "compare", help="compare anybody's translations of a file", description=_HELP
    )
    parser.set_defaults(command=_compare)
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="source, tab, reference; .gz too"
    )
    parser.add_argument(
        "outputs",
        nargs="+",
        type=Path,
        metavar="TRANSLATIONS",
        help="a translation of each line; the first file is the baseline",
    )
    curves.add_numbers(parser)


def _compare(options: argparse.Namespace) -> None:
    pairs = read_pairs([options.file])
    names = told_apart(options.outputs)
    systems = [
        _scores(path, name, pairs, options.file)
        for path, name in zip(options.outputs, names, strict=True)
    ]
    curves.show(systems, options)


def _scores(path: Path, name: str, pairs: Sequence[Pair], file: Path) -> SentenceScores:
    """Measure a file of translations.

    Raises:
        DataError: If it cannot be read, is a table, or has not a line for each pair.
    """
    from nmtviz.evaluation.sentences import score_texts  # noqa: PLC0415

    lines = list(read_lines(path))
    refuse_tabs(lines, str(path), "a translation")
    if len(lines) != len(pairs):
        raise DataError(
            f"{path} must have a line for each of the {len(pairs)} pairs of {file}, "
            f"but it has {len(lines)}."
        )
    sources, references = zip(*pairs, strict=True)
    return score_texts(sources, lines, references, system=name, data=data_name(file))
