"""How long the aligner takes on a text, and how its links agree with people's.

The gold pairs are aligned together with the text, as is usual: an aligner learns from
the sentences it aligns. Their words are taken as the gold file has them.

    PYTHONPATH=. python benchmarks/aligner.py FILE... --gold GOLD --cache runs/cache
"""

import argparse
import time
from collections import defaultdict
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
from report import show

from nmtviz.aligner.align import learn
from nmtviz.aligner.bitext import Bitext
from nmtviz.aligner.direction import Direction
from nmtviz.aligner.settings import SYMMETRIES, AlignerSettings
from nmtviz.aligner.symmetrize import symmetrize
from nmtviz.alignments.links import GoldPair, read_gold
from nmtviz.data.corpus import Pair, read_lines
from nmtviz.data.words import moses_pairs
from nmtviz.evaluation.alignment import score_links
from nmtviz.gold import AlignmentScore
from nmtviz.languages import ENGLISH_FRENCH


def main() -> None:
    """Align, and print the time and a row for each way to join the directions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--cache", type=Path, help="keep words there")
    usual = AlignerSettings()
    parser.add_argument(
        "--diagonal", action=argparse.BooleanOptionalAction, default=usual.diagonal
    )
    parser.add_argument("--smoothing", type=float, default=usual.smoothing)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()

    gold = read_gold(read_lines(options.gold), str(options.gold))
    text = [
        pair
        for file in options.files
        for pair in moses_pairs(file, ENGLISH_FRENCH, cache_folder=options.cache)
    ]
    text += [
        Pair(" ".join(pair.source_words), " ".join(pair.target_words)) for pair in gold
    ]
    settings = AlignerSettings(diagonal=options.diagonal, smoothing=options.smoothing)
    began, spent = time.perf_counter(), time.process_time()
    bitext = Bitext(text)
    directions = learn(bitext, settings)
    spent, took = time.process_time() - spent, time.perf_counter() - began
    words = sum(side.count(" ") + 1 for pair in text for side in pair)
    print(
        f"{len(text):,} pairs, {words:,} words of both sides, learnt in {took:.0f} s, "
        f"{spent:.0f} s of a core, {words / spent:,.0f} words/s, "
        f"lambda {directions[0].tension:.1f} and {directions[1].tension:.1f}"
    )
    scores = score_all(bitext, directions, gold)
    show(
        "Agreement with gold links",
        [row(*item) for item in scores.items()],
        options.json,
    )


def score_all(
    bitext: Bitext, directions: tuple[Direction, Direction], gold: list[GoldPair]
) -> dict[str, AlignmentScore]:
    """Return the score of each way to join the directions; gold pairs come last."""
    first = len(bitext) - len(gold)
    found = defaultdict(list)
    for block in bitext.blocks():
        chosen = np.flatnonzero(block.pairs >= first)
        if not len(chosen):
            continue
        forward, backward = (one.links(block)[chosen] for one in directions)
        for how in SYMMETRIES:
            joined = symmetrize(forward, backward, how)
            for links, number in zip(joined, block.pairs[chosen] - first, strict=True):
                if (person := gold[number].gold) is not None:
                    found[how].append(score_links(links, person))
    return {how: reduce(add, scores) for how, scores in found.items()}


def row(how: str, score: AlignmentScore) -> dict[str, Any]:
    """Return a line of the table, in percent."""
    shares = {"AER": score.aer, "precision": score.precision, "recall": score.recall}
    return {"links": how} | {
        name: "-" if share is None else round(100 * share, 1)
        for name, share in shares.items()
    }


if __name__ == "__main__":
    main()
