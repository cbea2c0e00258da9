"""`nmtviz aer`."""

import argparse
import json
import sys
from dataclasses import asdict
from functools import reduce
from operator import add
from pathlib import Path
from typing import get_args

from nmtviz.alignments.links import GoldPair, Words, read_gold, read_pharaoh
from nmtviz.cli.common import (
    Commands,
    add_device,
    check_codes,
    checkpoint_folder,
    languages,
)
from nmtviz.cli.gold_pairs import weighed
from nmtviz.cli.weights import add_weights, uses_attention
from nmtviz.curves import number_or_dash
from nmtviz.data.corpus import read_lines
from nmtviz.errors import ConfigError, DataError
from nmtviz.gold import AlignmentScore
from nmtviz.languages import ENGLISH_FRENCH


def add_command(commands: Commands) -> None:
    """Add the command to compare weights with links that people made."""
    aer = commands.add_parser("aer", help="alignment error rate against gold links")
    aer.set_defaults(command=_aer)
    aer.add_argument(
        "checkpoint",
        metavar="CHECKPOINT",
        help="as for evaluate; or a file of links `i-j`, a line for each of FILE, as "
        "`nmtviz align` and fast_align write them",
    )
    aer.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="source, target and links `i-j` or `ipj`, tabs between; .gz too",
    )
    aer.add_argument(
        "--words",
        choices=get_args(Words),
        default="spaces",
        help="what the links count: words with white space between, or Moses' words",
    )
    aer.add_argument(
        "--languages",
        nargs=2,
        default=ENGLISH_FRENCH,
        metavar="XX",
        help="of FILE, for Moses' words and a file of links; a checkpoint has its own",
    )
    add_weights(aer)
    aer.add_argument(
        "--threshold",
        type=float,
        metavar="T",
        help="link words of this weight or more",
    )
    aer.add_argument("--json", action="store_true", help="print JSON")
    add_device(aer)


def _aer(options: argparse.Namespace) -> None:
    links = Path(options.checkpoint)
    if not links.exists() and not checkpoint_folder(options).exists():
        raise DataError(f"There is no checkpoint or file of links '{links}'.")
    of_weights = links.is_dir() or not links.exists()  # links may come from a pipe
    scores = _of_weights(options) if of_weights else _of_links(links, options)
    text = _json(scores) if options.json else _table(scores)
    sys.stdout.write(f"{text}\n")


def _of_weights(options: argparse.Namespace) -> dict[str, AlignmentScore]:
    """Score what follows from the weights of a checkpoint."""
    from nmtviz.evaluation.alignment import (  # noqa: PLC0415
        best_of,
        by_argmax,
        by_threshold,
        check_threshold,
    )
    from nmtviz.translator import Translator  # noqa: PLC0415

    if options.threshold is not None:
        check_threshold(options.threshold)
    pairs = _pairs(options, languages(options))
    translator = Translator.load(checkpoint_folder(options), options.device)
    attention = uses_attention(translator, options)
    found = weighed(translator, pairs, str(options.file), attention=attention)
    _, gold, weights = zip(*found, strict=True)
    scores = {"heaviest": by_argmax(weights, gold)}
    scores["best threshold"] = best_of(by_threshold(weights, gold))
    if options.threshold is not None:
        (scores["threshold"],) = by_threshold(weights, gold, [options.threshold])
    return scores


def _of_links(file: Path, options: argparse.Namespace) -> dict[str, AlignmentScore]:
    """Score links that another tool has found.

    Raises:
        ConfigError: If something is asked that takes weights, or no language named.
        DataError: If there is not a line for each pair, or a link cannot be read.
    """
    from nmtviz.evaluation.alignment import score_links  # noqa: PLC0415

    if options.threshold is not None:
        raise ConfigError(
            "--threshold can only be given with a checkpoint: links have no weights."
        )
    if options.weights == "difference":
        raise ConfigError(
            "--weights can only be given with a checkpoint: links have none."
        )
    check_codes(options.languages)
    pairs = _pairs(options, tuple(options.languages))
    sides = zip(*((one.source_words, one.target_words) for one in pairs), strict=True)
    sources, targets = ([" ".join(words) for words in side] for side in sides)
    found = read_pharaoh(read_lines(file), str(file), sources, targets)
    scores = [
        score_links(one.alignment.weights > 0, pair.gold)
        for one, pair in zip(found, pairs, strict=True)
        if pair.gold
    ]
    return {"links": reduce(add, scores)}


def _pairs(options: argparse.Namespace, languages: tuple[str, str]) -> list[GoldPair]:
    """Read the links that people made.

    Raises:
        DataError: If they cannot be read, or there are none.
    """
    lines, name = read_lines(options.file), str(options.file)
    pairs = read_gold(lines, name, options.words, languages)
    if not any(pair.gold for pair in pairs):
        raise DataError(f"{options.file} must have links in a third column.")
    return pairs


def _json(scores: dict[str, AlignmentScore]) -> str:
    return json.dumps(
        {
            name: asdict(score)
            | {
                "aer": score.aer,
                "precision": score.precision,
                "recall": score.recall,
            }
            for name, score in scores.items()
        }
    )


def _table(scores: dict[str, AlignmentScore]) -> str:
    first = next(iter(scores.values()))
    rows = [f"n {first.n}  sure links {first.sure}", ""]
    rows.append(f"{'links':>14}  weight     AER  precision  recall")
    for name, score in scores.items():
        least = "" if score.threshold is None else f"{score.threshold:.2f}"
        rates = (score.aer, score.precision, score.recall)
        aer, precision, recall = (number_or_dash(rate, ".3f") for rate in rates)
        rows.append(f"{name:>14}  {least:>6}  {aer:>6}  {precision:>9}  {recall:>6}")
    return "\n".join(rows)
