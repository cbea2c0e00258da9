"""`nmtviz score`."""

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from nmtviz.cli.common import (
    BLOCK,
    Commands,
    add_device,
    add_model,
    check_sources,
    load_translator,
)
from nmtviz.data.corpus import Pair, read_pairs
from nmtviz.errors import DataError, InputError
from nmtviz.results import Hypothesis, Translation

if TYPE_CHECKING:
    from nmtviz.translator import Translator

_HELP = """\
What a network thinks of translations that are given: it is made to write each one
(forced decoding). For each line of FILE, three numbers are printed with tabs between:
log p (the natural logarithm of the probability of the whole translation), log p divided
by the number of tokens, and that number, </s> included; on stderr, means over all
lines. The same source with several translations ranks them; pairs that differ in one
word test what a network knows.
"""


def add_command(commands: Commands) -> None:
    """Add the command to score given translations."""
    parser = commands.add_parser(
        "score", help="how likely given translations are", description=_HELP
    )
    parser.set_defaults(command=_score)
    add_model(parser)
    add_device(parser)
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="source, tab, translation; .gz too"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="json has every token's log-probability and the alignment, too, in the "
        "form of nmtviz translate",
    )


def _score(options: argparse.Namespace) -> None:
    pairs = read_pairs([options.file])
    translator = load_translator(options)
    sources = (pair.source for pair in pairs)
    check_sources(translator, enumerate(sources, 1), str(options.file))
    found: list[Hypothesis] = []
    for scored in _scored(translator, pairs, str(options.file)):
        found.extend(scored.hypotheses)
        line = json.dumps(scored.to_json(), ensure_ascii=False)
        text = _text(scored) if options.format == "text" else line
        sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()
    tokens = sum(len(one.tokens) for one in found)
    total = sum(one.log_prob for one in found)
    sys.stderr.write(
        f"{len(found):,} translations, {tokens:,} tokens: mean log p "
        f"{total / len(found):.4f}, perplexity of a token "
        f"{math.exp(-total / tokens):.4f}\n"
    )


def _scored(
    translator: "Translator", pairs: Sequence[Pair], name: str
) -> Iterator[Translation]:
    """Score block by block, with a bar on a terminal.

    Raises:
        DataError: If a pair cannot be scored; those before it are.
    """
    with tqdm(total=len(pairs), unit=" pairs", disable=None) as bar:
        for start in range(0, len(pairs), BLOCK):
            block = pairs[start : start + BLOCK]
            try:
                yield from translator.score_all(block)
            except InputError:  # of which one?
                for number, pair in enumerate(block, start + 1):
                    try:
                        yield translator.score(*pair)
                    except InputError as error:
                        raise DataError(f"{name}, line {number}: {error}") from error
            bar.update(len(block))


def _text(scored: Translation) -> str:
    (one,) = scored.hypotheses
    return f"{one.log_prob:.6f}\t{one.score:.6f}\t{len(one.tokens)}"
