"""`nmtviz translate`."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nmtviz.cli.common import (
    Commands,
    add_checkpoint,
    at_least,
    check_sources,
    load_translator,
    translations,
)
from nmtviz.cli.formats import line_writer
from nmtviz.cli.search_options import (
    add_candidates,
    add_replacement,
    add_search,
    candidate_rule,
    search_of,
)
from nmtviz.cli.weights import add_weights
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.data.capitals import is_shouted
from nmtviz.data.corpus import read_sentences
from nmtviz.results import UNKNOWN, Translation

if TYPE_CHECKING:
    from nmtviz.translator import Translator

_TRANSLATE_HELP = """\
Translate standard input to standard output, one line for each line. In a terminal, each
line is translated when it is typed; Ctrl-D ends.

formats:
  text     the translations; with --n-best, best first, separated by tabs
  json     {"source": [tokens], "source_words", "hypotheses": [{"text", "tokens",
           "words", "log_prob", "score", "token_log_probs", "alignment": rows of target
           x source}]}; words: which word each token is of, counted from 0;
           with --replace-unknown also "replacements": [{"target", "text", "source",
           "source_text", "probability"}]: token positions, their texts now and
           p(text | source_text), null for a copy
  pharaoh  hard alignments i-j of the model's words, source first, counted from 0
           without the end symbol; with --n-best separated by tabs. Those of --weights
           difference agree with people's more often
An empty line gives an empty line, or no hypotheses in JSON.

what if, the same for every line:
  --prefix TEXT  every translation begins with this text
  --ban WORD     never produce this word, as it is written, in whatever pieces; with
                 pieces, nor a longer word as this one and more of them
  --align ROW    look at the source as told for one target token; 3:2=1.0,4=0.5 sets
                 token 3 to source tokens 2 and 4, weights being scaled to sum 1. Tokens
                 are those of the JSON, counted from 0
"""


def add_command(commands: Commands) -> None:
    """Add the command to translate standard input."""
    translate = commands.add_parser(
        "translate",
        help="translate standard input",
        description=_TRANSLATE_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    translate.set_defaults(command=_translate)
    add_checkpoint(translate)
    translate.add_argument(
        "--n-best", type=at_least(1), default=SearchConfig().n_best, metavar="N"
    )
    translate.add_argument(
        "--format", choices=("text", "json", "pharaoh"), default="text"
    )
    add_weights(translate)
    add_search(translate)
    add_replacement(translate)
    add_candidates(translate)
    translate.add_argument("--prefix", default="", metavar="TEXT")
    for name, shape in (("--ban", "WORD"), ("--align", "ROW")):
        translate.add_argument(
            name,
            action="append",
            default=[],
            metavar=shape,
            help="may be given several times",
        )


def _translate(options: argparse.Namespace) -> None:
    search = search_of(options, n_best=options.n_best)
    rule = candidate_rule(options)
    constraints = Constraints(
        prefix=options.prefix,
        banned=tuple(options.ban),
        alignment=tuple(map(ForcedRow.parse, options.align)),
    )
    translator = load_translator(options)
    line_of = line_writer(translator, options)
    translator.check_constraints(constraints, search)
    _tell_unknown(translator, options.prefix)
    for first, sentences in _numbered_parts():
        lines = list(enumerate(sentences, first))
        check_sources(translator, lines, "standard input")
        _tell_shouted(lines)
        found = translations(translator, lines, search, constraints, candidates=rule)
        for number, translation in enumerate(found, first):
            _tell_unreached(number, translation, constraints.alignment)
            sys.stdout.buffer.write(f"{line_of(translation)}\n".encode())
        sys.stdout.buffer.flush()


def _numbered_parts() -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of standard input, and the number of the first of them.

    A file's come all at once, so that a bad one is told before the first is translated
    and many are translated together; a person's as they are typed.
    """
    if not sys.stdin.isatty():
        sentences = read_sentences(sys.stdin.buffer.read(), "standard input")
        for number, sentence in enumerate(sentences, 1):
            if "\t" in sentence:
                sys.stderr.write(
                    f"Standard input, line {number}: a tab is read as a space. Of a "
                    "table, give the sentences alone, as `cut -f1` does.\n"
                )
                break
        yield 1, sentences
        return
    for number, line in enumerate(sys.stdin.buffer, start=1):
        yield number, read_sentences(line, f"standard input, typed line {number}")


def _tell_shouted(lines: Sequence[tuple[int, str]]) -> None:
    """Say which line is the first in capitals, and how many are."""
    shouted = [number for number, sentence in lines if is_shouted(sentence)]
    if shouted:
        others = f" and {len(shouted) - 1} more" if shouted[1:] else ""
        sys.stderr.write(
            f"Line {shouted[0]}{others}: all in capitals. "
            "A network takes them for different words, and has hardly seen any: small "
            "letters are translated better.\n"
        )


def _tell_unknown(translator: "Translator", prefix: str) -> None:
    """Say how many words of a prefix stand as unknown ones."""
    if count := len(translator.unknown_words(prefix, "target")):
        words = "1 word" if count == 1 else f"{count} words"
        sys.stderr.write(
            f"Outside the target vocabulary, {words} of --prefix {prefix!r}: {UNKNOWN} "
            "stands there.\n"
        )


def _tell_unreached(
    number: int, translation: Translation, rows: Sequence[ForcedRow]
) -> None:
    """Say which rows are of tokens that no hypothesis has."""
    lengths = [len(hypothesis.tokens) for hypothesis in translation.hypotheses]
    longest = max(lengths, default=0)  # an empty line has none
    for row in rows:
        if row.position >= longest > 0:
            sys.stderr.write(
                f"Line {number}: --align '{row}' did nothing, as the translation has "
                f"only the tokens 0 to {longest - 1}.\n"
            )
