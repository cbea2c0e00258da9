"""`nmtviz average`."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from nmtviz.cli.common import (
    Commands,
    add_force,
    check_new_checkpoint,
    named_folder,
)
from nmtviz.config import TrainingConfig
from nmtviz.data.corpus import read_pairs
from nmtviz.errors import ConfigError


def add_command(commands: Commands) -> None:
    """Add the command that averages weights."""
    parser = commands.add_parser(
        "average", help="make a checkpoint of the average weights of others"
    )
    parser.set_defaults(command=_average)
    parser.add_argument(
        "checkpoints",
        nargs="+",
        type=named_folder,
        metavar="CHECKPOINT",
        help="of one shape; first the one that the new model card tells of; they "
        "should have come from the same weights, as a run's result and what it went "
        "on from",
    )
    parser.add_argument(
        "--shares",
        nargs="+",
        type=float,
        metavar="S",
        help="how much each counts; they sum to 1 (default: all the same)",
    )
    parser.add_argument(
        "--dev",
        nargs="+",
        type=Path,
        required=True,
        metavar="FILE",
        help="development pairs, to see how it does",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    add_force(parser)


def _average(options: argparse.Namespace) -> None:
    from nmtviz.averaging import (  # noqa: PLC0415
        average_network,
        check_shares,
        shares_in_average,
    )
    from nmtviz.checkpoint import load_checkpoint, save_checkpoint  # noqa: PLC0415
    from nmtviz.training.development import (  # noqa: PLC0415
        DevSet,
        check_sentences,
        score_development,
    )

    count = len(options.checkpoints)
    if count < 2:
        raise ConfigError("An average is of at least 2 checkpoints, got 1.")
    shares = options.shares or [1 / count] * count
    check_shares(shares, count)
    check_new_checkpoint(options.out, force=options.force)
    pairs = read_pairs(options.dev)
    checkpoints = [load_checkpoint(folder) for folder in options.checkpoints]
    first = checkpoints[0]
    words = first.source, first.target
    dev = DevSet.make(pairs, TrainingConfig().dev_sentences, *words)
    check_sentences(dev, options.dev)
    network = average_network(checkpoints, shares)
    score = score_development(network, dev)
    facts = replace(
        first.info.facts,
        dev_nll=score.nll,
        dev_bleu=score.bleu,
        dev_sentences=len(dev.pairs),
        bleu_signature=score.signature,
        averaged=shares_in_average(checkpoints, shares),
        test_scores=(),
    )
    save_checkpoint(
        options.out,
        network,
        words,
        first.info.data,
        facts,
        vocabularies=first.info.folder,
    )
    sys.stdout.write(f"{options.out}: dev NLL {score.nll:.2f}, {facts.dev_told}\n")
