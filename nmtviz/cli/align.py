"""`nmtviz align`."""

import argparse
import os
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from tqdm import tqdm

from nmtviz.aligner.align import align
from nmtviz.aligner.pharaoh import lines_of, read_links
from nmtviz.aligner.settings import SYMMETRIES, AlignerSettings
from nmtviz.cli.common import (
    Commands,
    at_least,
    check_apart,
    check_codes,
    check_writable,
    out_file,
)
from nmtviz.config import DataConfig
from nmtviz.data.corpus import Pair, check_file, read_lines, read_pairs
from nmtviz.data.words import moses_pairs
from nmtviz.dictionary import SIZE, Dictionary
from nmtviz.errors import ConfigError, DataError, writing
from nmtviz.files import write_text

_HELP = """\
Find which words of sentence pairs belong together, and make a dictionary of them.

Words are those of the Moses tokenizer, as the word models read them; with --tokenized
they are what stands between the spaces of FILE. Files are aligned together, as one
text. Links are written as i-j, source first, counted from 0, a line a pair; with
--links they are read from there instead of being found.
"""


def add_command(commands: Commands) -> None:
    """Add the command to align words."""
    parser = commands.add_parser(
        "align",
        help="align the words of sentence pairs, make a dictionary",
        description=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=_align)
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="sentence pairs: source, tab, target; .gz too",
    )
    parser.add_argument(
        "--out",
        type=out_file,
        metavar="LINKS",
        help="where links go; - is standard output",
    )
    parser.add_argument(
        "--dictionary",
        type=Path,
        metavar="DICT",
        help="where a dictionary goes; a checkpoint has it as dictionary.tsv.gz",
    )
    _add_text(parser)
    _add_settings(parser)


def _add_text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--links",
        type=Path,
        metavar="LINKS",
        help="links of any aligner, a line a pair",
    )
    parser.add_argument(
        "--tokenized", action="store_true", help="FILE has spaces between all words"
    )
    parser.add_argument(
        "--languages",
        nargs=2,
        default=DataConfig().languages,
        metavar="XX",
        help="of source and target, as in: en fr",
    )
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="keep words there for the next time"
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    default = AlignerSettings()
    parser.add_argument(
        "--iterations", type=int, default=default.iterations, metavar="N", help="of EM"
    )
    parser.add_argument(
        "--diagonal",
        action=argparse.BooleanOptionalAction,
        default=default.diagonal,
        help="prefer links near the diagonal; without, this is IBM Model 1",
    )
    for name, symbol, what in (
        ("tension", "LAMBDA", "of the diagonal at first; it is then fitted"),
        ("null-probability", "P0", "that a word has no partner"),
        ("smoothing", "ALPHA", "Dirichlet prior on translations; 0 for none"),
    ):
        parser.add_argument(
            f"--{name}",
            type=float,
            default=getattr(default, name.replace("-", "_")),
            metavar=symbol,
            help=f"{what} (%(default)s)",
        )
    parser.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        default=default.symmetry,
        help="which links of both directions to keep (%(default)s)",
    )
    parser.add_argument(
        "--size",
        type=at_least(1),
        default=SIZE,
        metavar="N",
        help="most translations a word has in the dictionary (%(default)s)",
    )


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other, and places nobody can write to."""
    if not (options.out or options.dictionary):
        raise ConfigError("--out or --dictionary must say what to write.")
    if options.links and options.out:
        raise ConfigError("--links are there already, so --out must not be given too.")
    places = [*filter(None, (options.out, options.dictionary))]
    if len({*map(os.path.realpath, places)}) < len(places):
        raise ConfigError("--out and --dictionary must be two files.")
    if options.links:
        _check_unused(options)
    if not options.dictionary and options.size != SIZE:
        raise ConfigError("--size must not be given without --dictionary.")
    check_codes(options.languages)
    for path in () if options.tokenized else options.files:
        check_file(path)  # it is read twice
    for path in places:
        check_apart(path, [*options.files, *filter(None, [options.links])])
        check_writable(path)


def _check_unused(options: argparse.Namespace) -> None:
    """Refuse settings of an aligner that is not needed.

    Raises:
        ConfigError: If there are any.
    """
    usual = AlignerSettings()
    for field in fields(usual):
        if getattr(options, field.name) != getattr(usual, field.name):
            option = field.name.replace("_", "-")
            raise ConfigError(
                f"--{option} must not be given with --links, which are there already."
            )


def _align(options: argparse.Namespace) -> None:
    settings = AlignerSettings(
        iterations=options.iterations,
        diagonal=options.diagonal,
        tension=options.tension,
        null_probability=options.null_probability,
        smoothing=options.smoothing,
        symmetry=options.symmetry,
    )
    _check(options)
    with _Bar() as bar:
        pairs = [pair for file in options.files for pair in _words(file, options, bar)]
        linked: Iterable[Iterable[tuple[int, int]]]
        if options.links:
            linked = read_links(options.links, read_lines(options.links), pairs)
        else:
            links = align(pairs, settings, progress=bar)
            if options.out:
                _write(options.out, lines_of(links))
            linked = (map(tuple, found.tolist()) for found in links)
        if options.dictionary:
            languages = _languages(options)
            Dictionary.from_links(languages, pairs, linked, options.size).save(
                options.dictionary
            )


def _languages(options: argparse.Namespace) -> tuple[str, str]:
    source, target = options.languages
    return source, target


def _words(file: Path, options: argparse.Namespace, bar: "_Bar") -> Sequence[Pair]:
    """Return all pairs of a file as words with a space between."""
    pairs = read_pairs([file])
    if options.tokenized:
        return [Pair(*(" ".join(side.split()) for side in pair)) for pair in pairs]
    languages = _languages(options)
    found = moses_pairs(file, languages, cache_folder=options.cache, progress=bar)
    if len(found) != len(pairs):
        raise DataError(
            f"{file}: every sentence must have words, but {len(pairs) - len(found)} of "
            f"{len(pairs)} pairs have a side without any."
        )
    return found


def _write(path: Path, lines: Iterable[str]) -> None:
    with writing(path):
        write_text(path, "".join(f"{line}\n" for line in lines))


class _Bar:
    """On a terminal, a bar for each thing that is done."""

    def __init__(self) -> None:
        self._bar: tqdm | None = None
        self._what = ""

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show how much of something is done."""
        if self._bar is None or self._what != what:
            self.__exit__()
            self._bar = tqdm(total=total, desc=what, unit_scale=True, disable=None)
            self._what = what
        self._bar.update(done - self._bar.n)
