"""`nmtviz evaluate`."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from nmtviz.checkpoints_index import FACTS_FILE, CheckpointInfo, Version
from nmtviz.cli import statistics
from nmtviz.cli.common import (
    Commands,
    add_checkpoint,
    check_sources,
    check_writable,
    checkpoint_folder,
    load_translator,
)
from nmtviz.cli.search_options import (
    add_candidates,
    add_replacement,
    add_search,
    check_record,
    search_of,
)
from nmtviz.curves import Evaluation, bin_name, number_or_dash
from nmtviz.data.corpus import read_pairs
from nmtviz.errors import DataError
from nmtviz.facts import TestScore


def add_command(commands: Commands) -> None:
    """Add the command to measure BLEU."""
    evaluate = commands.add_parser("evaluate", help="BLEU on a file of sentence pairs")
    evaluate.set_defaults(command=_evaluate)
    add_checkpoint(evaluate)
    evaluate.add_argument(
        "file", type=Path, metavar="FILE", help="source, tab, reference; .gz too"
    )
    evaluate.add_argument("--json", action="store_true", help="print JSON")
    evaluate.add_argument(
        "--record", action="store_true", help="put the score into the model card"
    )
    statistics.add_options(evaluate)
    add_search(evaluate)
    add_candidates(evaluate)
    add_replacement(evaluate)


def _evaluate(options: argparse.Namespace) -> None:
    from nmtviz.evaluation.lengths import evaluate  # noqa: PLC0415
    from nmtviz.evaluation.sentences import best_texts  # noqa: PLC0415

    statistics.check_options(options)
    check_record(options)
    search = search_of(options)
    pairs = read_pairs([options.file])
    version = Version.of(checkpoint_folder(options))
    translator = load_translator(options)
    sources = [pair.source for pair in pairs]
    # What cannot be is refused before time is spent.
    check_sources(translator, enumerate(sources, 1), str(options.file))
    _check_card(options, len(pairs))
    statistics.check_place(options, pairs)
    links = statistics.count_links(translator, options)
    translations = statistics.translate(translator, sources, search, options)
    if options.replace_unknown:
        replaced = map(translator.replace_unknowns, translations)
        translations = [found.translation for found in replaced]
    references = [pair.target for pair in pairs]
    found = evaluate(sources, best_texts(translations), references)
    text = json.dumps(asdict(found)) if options.json else _table(found)
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
    if options.record:
        _record(version, found, options)
    if options.statistics:
        scores = statistics.measure(
            translator, translations, references, search, options, links
        )
        if not options.to:
            version.check()
        statistics.write(scores, translations, options)


def _check_card(options: argparse.Namespace, n: int) -> None:
    """Find out now, not after minutes, whether a score can go on a model card.

    Raises:
        DataError: If the file cannot be written, or has the score of a test set of
            that name with more or fewer sentences.
    """
    if not options.record:
        return
    folder = checkpoint_folder(options)
    check_writable(folder / FACTS_FILE)
    for score in CheckpointInfo.read(folder).facts.test_scores:
        if score.data == options.file.name and score.n != n:
            raise DataError(
                f"{options.file} must have the {score.n} sentences of the test set of "
                f"that name on the card of '{folder}', as --record replaces its score, "
                f"but it has {n}. Rename the test set."
            )


def _record(version: Version, found: Evaluation, options: argparse.Namespace) -> None:
    """Put a score into a checkpoint's facts."""
    from nmtviz.checkpoint import record_score  # noqa: PLC0415

    score = TestScore(
        data=options.file.name,
        n=found.n,
        bleu=found.bleu,
        signature=found.signature,
        beam_size=options.beam,
    )
    record_score(version, score)


def _table(found: Evaluation) -> str:
    rows = [f"BLEU {found.bleu:.2f}  n {found.n}", found.signature, ""]
    rows.append(f"{'source words':>12}  {'n':>6}  {'BLEU':>6}")
    for length in found.lengths:
        words = bin_name(length.low, length.high)
        bleu = number_or_dash(length.bleu)
        rows.append(f"{words:>12}  {length.n:>6}  {bleu:>6}")
    rows += ["", f"chrF {found.chrf:.2f}  n {found.n}", found.chrf_signature]
    return "\n".join(rows)
