"""`nmtviz candidates`."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tqdm import tqdm

from nmtviz.candidate_scores import FILE, CandidateCurves, CandidatePoint, write_curves
from nmtviz.candidates import PER_WORD_SIZES
from nmtviz.checkpoints_index import Version
from nmtviz.cli.common import (
    Commands,
    add_checkpoint,
    at_least,
    check_sources,
    check_writable,
    checkpoint_folder,
    load_translator,
)
from nmtviz.cli.search_options import add_search, is_usual, search_of
from nmtviz.data.corpus import read_pairs, spread
from nmtviz.errors import ConfigError
from nmtviz.scores import data_name

_SENTENCES = 300
_HEADER = "       K    K'      list    BLEU  coverage  ms/token"


def add_command(commands: Commands) -> None:
    """Add the command that measures candidate lists of many sizes."""
    candidates = commands.add_parser(
        "candidates",
        help="BLEU, coverage and time with candidate lists of many sizes",
        description="Translate a test set with the whole vocabulary and with lists of "
        "each K and each K', and tell BLEU, coverage and time. Times are the "
        "processor's.",
    )
    candidates.set_defaults(command=_candidates)
    add_checkpoint(candidates)
    add_search(candidates)
    candidates.add_argument(
        "file", type=Path, metavar="FILE", help="source, tab, reference; .gz too"
    )
    candidates.add_argument(
        "--frequent",
        type=at_least(0),
        nargs="+",
        metavar="K",
        help="words of every list; if not given, three sizes up to the vocabulary's",
    )
    candidates.add_argument(
        "--per-word",
        type=at_least(0),
        nargs="+",
        metavar="K'",
        help="translations of each source word; if not given, "
        f"{' '.join(map(str, PER_WORD_SIZES))}, or 0 for a model without a dictionary",
    )
    candidates.add_argument(
        "--sentences",
        type=at_least(1),
        default=_SENTENCES,
        metavar="N",
        help=f"sentences to take, spread evenly over the file; {_SENTENCES}",
    )
    candidates.add_argument("--json", action="store_true", help="print JSON")
    candidates.add_argument(
        "--record", action="store_true", help=f"keep them as CHECKPOINT/{FILE}"
    )


def _candidates(options: argparse.Namespace) -> None:
    if options.record and (options.ensemble or not is_usual(options)):
        raise ConfigError(
            "--record must be about one checkpoint and the usual search, without "
            "--ensemble, --forbid-unknown, --no-repeat-ngram-size and "
            "--length-penalty."
        )
    version = Version.of(checkpoint_folder(options)) if options.record else None
    found = _measure(options)
    text = json.dumps(asdict(found)) if options.json else _table(found)
    sys.stdout.write(f"{text}\n")
    if version:
        version.check()
        write_curves(checkpoint_folder(options), found)


def _measure(options: argparse.Namespace) -> CandidateCurves:
    from nmtviz.evaluation.bleu import signature  # noqa: PLC0415
    from nmtviz.evaluation.candidates import (  # noqa: PLC0415
        frequent_sizes,
        measure,
        rules_of,
        usual_sizes,
        vocabulary_coverage,
    )

    search = search_of(options)
    numbered = spread([*enumerate(read_pairs([options.file]), 1)], options.sentences)
    sources = [pair.source for _, pair in numbered]
    references = [pair.target for _, pair in numbered]
    translator = load_translator(options)
    if options.record:
        check_writable(checkpoint_folder(options) / FILE)
    lister = translator.lister
    per_word = options.per_word or (PER_WORD_SIZES if lister.has_dictionary else (0,))
    rules = rules_of(options.frequent or usual_sizes(lister.words), per_word)
    # What cannot be is refused before anything is translated.
    for rule in rules:
        lister.lists([], rule)
    lines = ((number, pair.source) for number, pair in numbered)
    check_sources(translator, lines, str(options.file))
    points = [
        measure(translator, sources, references, search, rule)
        for rule in tqdm([None, *rules], unit=" lists", disable=None)
    ]
    return CandidateCurves(
        data=data_name(options.file),
        n=len(numbered),
        beam_size=search.beam_size,
        signature=signature(),
        device=translator.device,
        points=tuple(points),
        vocabulary=vocabulary_coverage(
            lister, references, frequent_sizes(lister.words)
        ),
    )


def _table(found: CandidateCurves) -> str:
    rows = [f"{found.data}  n {found.n}  beam {found.beam_size}", found.signature, ""]
    rows.append(_HEADER)
    rows += [
        f"{_frequent(point):>8}  {point.per_word_size:>4}  "
        f"{point.list_size:>8.0f}  {point.bleu:>6.2f}  {point.coverage:>8.1%}  "
        f"{point.token_seconds * 1e3:>8.2f}"
        for point in found.points
    ]
    rows += ["", f"{'words':>8}  coverage of the references"]
    rows += [f"{size:>8}  {share:.1%}" for size, share in found.vocabulary]
    return "\n".join(rows)


def _frequent(point: CandidatePoint) -> str:
    return "all" if point.frequent_size is None else str(point.frequent_size)
