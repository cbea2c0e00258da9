"""`nmtviz aer`."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from nmtviz.alignments.links import Words, read_gold
from nmtviz.cli.common import Commands, add_device, checkpoint_folder, languages
from nmtviz.cli.gold_pairs import weighed
from nmtviz.cli.weights import add_weights, uses_attention
from nmtviz.data.corpus import read_lines
from nmtviz.errors import DataError
from nmtviz.gold import AlignmentScore
from nmtviz.results import number_or_dash


def add_command(commands: Commands) -> None:
    """Add the command to compare weights with links that people made."""
    aer = commands.add_parser("aer", help="alignment error rate against gold links")
    aer.set_defaults(command=_aer)
    aer.add_argument("checkpoint", metavar="CHECKPOINT", help="as for evaluate")
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
    from nmtviz.evaluation.alignment import (  # noqa: PLC0415
        best_of,
        by_argmax,
        by_threshold,
        check_threshold,
    )
    from nmtviz.translator import Translator  # noqa: PLC0415

    if options.threshold is not None:
        check_threshold(options.threshold)
    lines, name = read_lines(options.file), str(options.file)
    pairs = read_gold(lines, name, options.words, languages(options))
    if not any(pair.gold for pair in pairs):
        raise DataError(f"{options.file} must have links in a third column.")
    translator = Translator.load(checkpoint_folder(options), options.device)
    attention = uses_attention(translator, options)
    found = weighed(translator, pairs, name, attention=attention)
    _, gold, weights = zip(*found, strict=True)
    scores = {"heaviest": by_argmax(weights, gold)}
    scores["best threshold"] = best_of(by_threshold(weights, gold))
    if options.threshold is not None:
        (scores["threshold"],) = by_threshold(weights, gold, [options.threshold])
    text = _json(scores) if options.json else _table(scores)
    sys.stdout.write(f"{text}\n")


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
