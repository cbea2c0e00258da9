"""`nmtviz data`."""

import argparse
import re
import sys
import time
from collections.abc import Container, Iterable, Iterator
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from nmtviz.cli.common import (
    Commands,
    at_least,
    check_apart,
    check_writable,
    out_file,
    share,
)
from nmtviz.data.corpus import Pair, read_pairs, write_rows
from nmtviz.data.grammar.corpus import (
    FEWEST,
    LARGEST,
    LEAST_LIMIT,
    LONGEST,
    GrammarConfig,
    generate,
    write_corpus,
)
from nmtviz.data.grammar.plan import SMALLEST
from nmtviz.data.grammar.surface import GrammarPair
from nmtviz.data.phrases import phrasebook
from nmtviz.data.sentences import split_sentences
from nmtviz.data.varied import CONNECTORS, FEWEST_WORDS, Varied
from nmtviz.errors import ConfigError, DataError

_DEFAULTS = GrammarConfig()

_OUT = ".tsv or .tsv.gz; - is standard output"
_MOST_REFUSED = 10_000  # pairs in a row

_CONNECTOR = re.compile("|".join(re.escape(one.source) for one in CONNECTORS))


def add_command(commands: Commands) -> None:
    """Add the commands that make data."""
    data = commands.add_parser("data", help="make a corpus without a download")
    kinds = data.add_subparsers(metavar="WHAT", required=True)
    _add_generate(kinds)
    _add_vary(kinds)
    _add_phrases(kinds)


def _add_generate(kinds: Commands) -> None:
    parser = kinds.add_parser(
        "generate", help="sentence pairs of a grammar, with their word alignment"
    )
    parser.set_defaults(command=_generate)
    parser.add_argument("--pairs", type=int, required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=_DEFAULTS.seed, metavar="S")
    parser.add_argument(
        "--out", type=out_file, required=True, metavar="FILE", help=_OUT
    )
    parser.add_argument(
        "--vocabulary",
        type=int,
        default=_DEFAULTS.vocabulary,
        metavar="TYPES",
        help=f"different English words that can come, from {SMALLEST} to {LARGEST} "
        f"(default {_DEFAULTS.vocabulary})",
    )
    parser.add_argument(
        "--max-words",
        type=int,
        default=_DEFAULTS.max_words,
        metavar="W",
        help=f"most words of a sentence in either language, from {LEAST_LIMIT} to "
        f"{LONGEST} (default {_DEFAULTS.max_words})",
    )
    parser.add_argument(
        "--mean-words",
        type=float,
        default=_DEFAULTS.mean_words,
        metavar="M",
        help=f"about the mean length in English, from {FEWEST} to --max-words (default "
        f"{_DEFAULTS.mean_words:g})",
    )
    parser.add_argument(
        "--spread",
        type=float,
        default=_DEFAULTS.spread,
        metavar="D",
        help=f"standard deviation of the lengths, up to {LONGEST} (default "
        f"{_DEFAULTS.spread:g})",
    )


def _add_vary(kinds: Commands) -> None:
    parser = kinds.add_parser(
        "vary",
        help="sentence pairs made of other English-French ones: joined to longer ones, "
        "with other names, numbers and words, or written as people type them, without "
        "a capital and a full stop",
    )
    parser.set_defaults(command=_vary)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--pairs", type=at_least(1), required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--out", type=out_file, required=True, metavar="FILE", help=_OUT
    )
    parser.add_argument(
        "--max-words",
        type=at_least(FEWEST_WORDS),
        default=45,
        metavar="W",
        help="most words of a joined pair, in either language; pairs longer than half "
        "of it are left out altogether (default 45)",
    )
    parser.add_argument(
        "--careless",
        type=share,
        default=0.2,
        metavar="P",
        help="share of the pairs that are typed carelessly, not joined (default 0.2)",
    )
    parser.add_argument(
        "--replaced",
        type=share,
        default=0.4,
        metavar="P",
        help="share of the pairs that are not joined, but get other names, numbers and "
        "words; if there are any, so does half of the joined and the careless ones "
        "(default 0.4)",
    )
    parser.add_argument(
        "--marked",
        type=share,
        default=0.05,
        metavar="P",
        help="share of the pairs with the marks of those who type: !!!, ?!, :), (...), "
        "the numbers of a list, the capitals of a title (default 0.05)",
    )
    _add_without(parser)


def _add_without(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--without",
        nargs="+",
        type=Path,
        default=[],
        metavar="FILE",
        help="make no pair whose source sentence is in one of these, such as test "
        "sets, also if only capitals and punctuation differ",
    )


def _add_phrases(kinds: Commands) -> None:
    parser = kinds.add_parser(
        "phrases",
        help="greetings, questions and what else people type first, in English and "
        "French",
    )
    parser.set_defaults(command=_phrases)
    parser.add_argument("--pairs", type=at_least(1), required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--out", type=out_file, required=True, metavar="FILE", help=_OUT
    )
    _add_without(parser)


class _Counted:
    """Counts words and pairs that pass by."""

    def __init__(self) -> None:
        self.pairs = 0
        self.english = 0
        self.french = 0

    def watch(self, pairs: Iterable[GrammarPair]) -> Iterator[GrammarPair]:
        """Yield the pairs and count them."""
        for pair in pairs:
            self.pairs += 1
            self.english += pair.lengths[0]
            self.french += pair.lengths[1]
            yield pair


def _generate(options: argparse.Namespace) -> None:
    config = GrammarConfig(
        pairs=options.pairs,
        seed=options.seed,
        vocabulary=options.vocabulary,
        mean_words=options.mean_words,
        spread=options.spread,
        max_words=options.max_words,
    )
    check_writable(options.out)
    counted = _Counted()
    started = time.perf_counter()
    pairs = tqdm(generate(config), total=config.pairs, unit=" pairs", disable=None)
    write_corpus(counted.watch(pairs), options.out)
    seconds = time.perf_counter() - started
    sys.stderr.write(
        f"{options.out}: {counted.pairs:,} pairs, {counted.english:,} English and "
        f"{counted.french:,} French words, in {seconds:.1f} s\n"
    )


def _vary(options: argparse.Namespace) -> None:
    shares = (options.careless, options.replaced, options.marked)
    if sum(shares) > 1:
        raise ConfigError(
            "--careless, --replaced and --marked must be at most 1 together, got "
            f"{shares[0]:g}, {shares[1]:g} and {shares[2]:g}."
        )
    check_apart(options.out, [*options.files, *options.without])
    check_writable(options.out)
    left_out = _left_out(options)
    given = read_pairs(options.files)
    pairs = [pair for pair in given if not _has_any(pair.source, left_out)]
    if given and not pairs:
        raise DataError(
            "--without must leave some sentences to vary, but its files hold all of "
            "them."
        )
    varied = Varied(pairs, max_words=options.max_words, seed=options.seed)
    made = varied.pairs(*shares)
    _write(_others(made, left_out), options)


def _phrases(options: argparse.Namespace) -> None:
    check_apart(options.out, options.without)
    check_writable(options.out)
    made = phrasebook.generate(options.seed)
    _write(_others(made, _left_out(options)), options)


def _write(pairs: Iterator[Pair], options: argparse.Namespace) -> None:
    """Write as many pairs as were asked for."""
    wanted = islice(pairs, options.pairs)
    write_rows(
        tqdm(wanted, total=options.pairs, unit=" pairs", disable=None), options.out
    )
    sys.stderr.write(f"{options.out}: {options.pairs:,} pairs\n")


def _left_out(options: argparse.Namespace) -> set[str]:
    return {_key(pair.source) for pair in read_pairs(options.without)}


def _key(sentence: str) -> str:
    """Return what is the same of sentences that are left out together."""
    return " ".join(re.findall(r"\w+", sentence.casefold()))


def _parts(text: str) -> Iterator[str]:
    """Yield whatever may have been joined to a text: each run of its statements."""
    spans, at = [], 0
    for sentence in split_sentences(text):
        at = text.index(sentence, at)
        begin, end = at, at + len(sentence)
        for found in _CONNECTOR.finditer(text, begin, end):
            spans.append((begin, found.start()))
            begin = found.end()
        spans.append((begin, end))
        at = end
    for first, (begin, _) in enumerate(spans):
        for _, end in spans[first:]:
            yield text[begin:end]


def _has_any(text: str, left_out: Container[str]) -> bool:
    """Say whether a text has a sentence that is left out."""
    return any(_key(part) in left_out for part in _parts(text))


def _others(pairs: Iterator[Pair], left_out: Container[str]) -> Iterator[Pair]:
    """Yield pairs of other source sentences; some have several.

    Raises:
        DataError: If there seem to be none.
    """
    refused = 0
    for pair in pairs:
        refused = refused + 1 if _has_any(pair.source, left_out) else 0
        if not refused:
            yield pair
        elif refused == _MOST_REFUSED:
            raise DataError(
                "--without must leave some sentences that can be made, but the last "
                f"{_MOST_REFUSED:,} were all in its files."
            )
