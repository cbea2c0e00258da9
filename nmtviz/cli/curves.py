"""`nmtviz curves`."""

import argparse
import glob
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nmtviz.checkpoints_index import STATISTICS_FOLDER
from nmtviz.cli.common import CHECKPOINTS, Commands, named_folder
from nmtviz.curves import (
    RESAMPLES,
    SEED,
    Comparison,
    LengthCurve,
    bin_name,
    conditions,
    with_band,
)
from nmtviz.errors import CheckpointError, DataError
from nmtviz.files import from_root, told_apart
from nmtviz.scores import SentenceScores, chrf_signatures, data_name

_HELP = """\
BLEU of checkpoints by source length with 95 % bootstrap bands, as a Markdown table,
from what `nmtviz evaluate --statistics` kept. Below it: BLEU of all sentences, of those
without unknown words for any of them, translated with <unk> forbidden (No UNK), and
whether the difference to the first checkpoint is significant (paired bootstrap).
"""

_HOW = "Do so by nmtviz evaluate --statistics."


class Letters(NamedTuple):
    """chrF of some systems."""

    scores: tuple[float, ...]
    """0-100, of all sentences."""

    signature: str
    """sacreBLEU's."""


def add_command(commands: Commands) -> None:
    """Add the command to print curves."""
    curves = commands.add_parser(
        "curves", help="BLEU by source length of checkpoints", description=_HELP
    )
    curves.set_defaults(command=_curves)
    curves.add_argument(
        "data", metavar="DATA", help="name of a test set, such as laws.en-fr.test"
    )
    curves.add_argument(
        "checkpoints",
        nargs="*",
        metavar="CHECKPOINT",
        help=f"a folder, the name of one in {CHECKPOINTS}/, or DATA.npz in what was "
        "--to; all checkpoints that have been evaluated on DATA if none is given; the "
        "first one is what the others are compared with",
    )
    add_numbers(curves)


def add_numbers(parser: argparse.ArgumentParser) -> None:
    """Add what says which numbers `show` prints, and how."""
    parser.add_argument(
        "--edges",
        type=int,
        nargs="+",
        metavar="N",
        help="most source words of each bin but the last; 10 20 30 40 50 60",
    )
    parser.add_argument("--resamples", type=int, default=RESAMPLES, metavar="N")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _curves(options: argparse.Namespace) -> None:
    options.data = data_name(Path(options.data))
    files = _files(options)
    systems = [
        replace(SentenceScores.load(file), system=name)
        for file, name in zip(files, _names(files), strict=True)
    ]
    for file, scores in zip(files, systems, strict=True):
        if scores.data != options.data:
            raise DataError(f"{file} must be of {options.data}, not of {scores.data}.")
    show(systems, options)


def show(systems: Sequence[SentenceScores], options: argparse.Namespace) -> None:
    """Print how good systems are, by length and in all, against the first of them.

    Args:
        systems: What was measured of each, on one test set.
        options: What `add_numbers` has added.
    """
    from nmtviz.evaluation.bootstrap import compare  # noqa: PLC0415
    from nmtviz.evaluation.chrf import chrf_of  # noqa: PLC0415
    from nmtviz.evaluation.lengths import BINS, length_curve  # noqa: PLC0415
    from nmtviz.evaluation.subsets import known_rows, make_bins  # noqa: PLC0415

    bins = make_bins(options.edges) if options.edges else BINS
    draws = {"resamples": options.resamples, "seed": options.seed}
    curves = [length_curve(scores, bins, **draws) for scores in systems]
    rows = known_rows(systems)
    known = [
        length_curve(scores, bins, known=rows, **draws)
        if scores.no_unknown_rows is not None and len(rows)
        else None
        for scores in systems
    ]
    compared = [compare(systems[0], scores, **draws) for scores in systems[1:]]
    letters = Letters(
        tuple(chrf_of(scores.chrf) for scores in systems), chrf_signatures(systems)
    )
    text = (_json if options.json else _table)(curves, known, compared, letters)
    sys.stdout.write(f"{text}\n")


def _files(options: argparse.Namespace) -> list[Path]:
    """Return the files that hold the statistics of the checkpoints.

    Raises:
        CheckpointError: If there is no such checkpoint.
        DataError: If one has no numbers of the test set, or none has when all count.
    """
    name = f"{STATISTICS_FOLDER}/{options.data}.npz"
    if options.checkpoints:
        return [_file(path, name, options.data) for path in options.checkpoints]
    files = sorted(CHECKPOINTS.glob(f"[!.]*/{glob.escape(name)}"))
    if not files:
        raise DataError(
            f"No checkpoint in {CHECKPOINTS}/ has been evaluated on {options.data!r}. "
            f"{_HOW}"
        )
    return files


def _file(path: str, name: str, data: str) -> Path:
    """Return the file of a checkpoint, or one that is named itself."""
    if (file := Path(path)).suffix == ".npz":
        return file
    if not (folder := named_folder(path)).is_dir():
        raise CheckpointError(f"There is no checkpoint folder '{path}'.")
    if not (folder / name).exists():
        raise DataError(f"'{path}' has not been evaluated on {data!r}. {_HOW}")
    return folder / name


def _names(files: Sequence[Path]) -> list[str]:
    """Return what checkpoints are called now; other folders of numbers, too."""
    parents = [from_root(file).parent for file in files]
    return told_apart(
        [
            folder.parent if folder.name == STATISTICS_FOLDER else folder
            for folder in parents
        ]
    )


def _table(
    curves: Sequence[LengthCurve],
    known: Sequence[LengthCurve | None],
    compared: Sequence[Comparison],
    chrf: Letters,
) -> str:
    """Return a Markdown table, a column a system."""
    first = curves[0]
    rows = [["source words", "n", *(curve.system for curve in curves)]]
    rows.append(["---"] * len(rows[0]))
    for place, span in enumerate(first.bins):
        cells = [
            with_band(curve.bleu[place], curve.low[place], curve.high[place])
            for curve in curves
        ]
        rows.append([bin_name(*span), str(first.n[place]), *cells])
    rows.append(["all", str(first.total_n), *map(_total, curves)])
    if any(known):
        rows.append(
            ["No UNK (n)", ""]
            + [
                f"{_total(curve)} ({curve.total_n})" if curve else "-"
                for curve in known
            ]
        )
    rows.append(["chrF, all", "", *(f"{score:.2f}" for score in chrf.scores)])
    if compared:
        rows.append(
            [f"all, against {first.system}", "", "-"]
            + [f"{each.difference:+.2f}, {_p(each)}" for each in compared]
        )
    lines = [f"| {' | '.join(row)} |" for row in rows]
    told = [f"BLEU: {conditions(curves)}", f"chrF: sacreBLEU {chrf.signature}"]
    return "\n".join([*lines, "", *told])


def _p(found: Comparison) -> str:
    """Return `p = 0.0420`, or `p ≤ 0.0020` where it can be no smaller."""
    told = found.p_told
    return f"p {told}" if told.startswith("≤") else f"p = {told}"


def _total(curve: LengthCurve) -> str:
    return with_band(curve.total_bleu, curve.total_low, curve.total_high)


def _json(
    curves: Sequence[LengthCurve],
    known: Sequence[LengthCurve | None],
    compared: Sequence[Comparison],
    chrf: Letters,
) -> str:
    return json.dumps(
        {
            "all": [_plain(curve) for curve in curves],
            "no_unknown": [_plain(curve) for curve in known if curve],
            "chrf": list(chrf.scores),
            "chrf_signature": chrf.signature,
            "compared": [
                _plain_ends(asdict(each))
                | {"difference": each.difference}
                | ({} if each.tells else {"p_value": None})
                for each in compared
            ],
        }
    )


def _plain(curve: LengthCurve) -> dict[str, Any]:
    """Return a curve as JSON holds it; what is not a number is null."""
    values = asdict(curve)
    for name in ("n", "bleu", "low", "high"):
        numbers = values[name].tolist()
        values[name] = [None if np.isnan(number) else number for number in numbers]
    return _plain_ends(values, "total_low", "total_high")


def _plain_ends(
    values: dict[str, Any], low: str = "low", high: str = "high"
) -> dict[str, Any]:
    """Return values with null in the place of ends that are not a number."""
    return values | {
        name: None if np.isnan(values[name]) else values[name] for name in (low, high)
    }
