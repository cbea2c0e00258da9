"""What `nmtviz evaluate --statistics` keeps of each sentence."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import numpy as np

from nmtviz.alignments.links import Words, read_gold
from nmtviz.arrays import IntArray
from nmtviz.checkpoints_index import STATISTICS_FOLDER
from nmtviz.cli.common import (
    BLOCK,
    check_apart,
    check_writable,
    checkpoint_folder,
    languages,
    translations,
)
from nmtviz.cli.gold_pairs import weighed
from nmtviz.cli.search_options import candidate_rule
from nmtviz.config import SearchConfig
from nmtviz.data.corpus import Pair, check_file, read_lines
from nmtviz.errors import ConfigError, DataError
from nmtviz.files import replacing
from nmtviz.results import Translation, heaviest_links
from nmtviz.runs.evaluations import write_texts
from nmtviz.runs.progress import EvaluationProgress
from nmtviz.scores import LINK_COUNTS, SentenceScores, data_name

if TYPE_CHECKING:
    from nmtviz.translator import Translator

_OFTEN = 32  # sentences between two words of progress, if somebody wants to hear


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says that, where and how statistics are kept."""
    parser.add_argument(
        "--statistics",
        action="store_true",
        help="keep what is measured of each sentence (numbers, no text), also with "
        "<unk> forbidden where both sides have no unknown words",
    )
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FOLDER",
        help=f"where --statistics go; CHECKPOINT/{STATISTICS_FOLDER} if not given",
    )
    parser.add_argument(
        "--texts",
        action="store_true",
        help="keep the translations beside them; those of an earlier measurement go in "
        "any case",
    )
    parser.add_argument(
        "--gold",
        choices=get_args(Words),
        help="with --statistics, also compare the attention with the links in FILE's "
        "third column, which count words between spaces or those of Moses",
    )
    parser.add_argument(
        "--progress", type=Path, metavar="FILE", help="tell there how far it is, JSON"
    )


def check_options(options: argparse.Namespace) -> None:
    """Refuse options that cannot be used.

    Raises:
        ConfigError: If one that needs `--statistics` is given without it.
        DataError: If links are to be read again from what can be read once.
    """
    for name in ("to", "texts", "gold"):
        if getattr(options, name) and not options.statistics:
            raise ConfigError(f"--{name} can only be given with --statistics.")
    if options.gold:
        check_file(options.file)


def check_place(options: argparse.Namespace, pairs: Sequence[Pair]) -> None:
    """Find out now, not after minutes, whether numbers can go where they are to go.

    Raises:
        DataError: If they cannot, or somebody's own text is where translations belong,
            or the numbers of another test set of that name are there.
        ConfigError: If the test set itself would be written over.
    """
    if options.statistics:
        check_writable(_file(options))
        _check_texts(_file(options))
        _check_same(_file(options), pairs)
    if options.progress:
        check_apart(options.progress, [options.file])
        check_writable(options.progress)


def translate(
    translator: "Translator",
    sentences: Sequence[str],
    search: SearchConfig,
    options: argparse.Namespace,
    what: str = "all sentences",
) -> list[Translation]:
    """Translate a test set and tell how far that is."""
    rule, lines = candidate_rule(options), list(enumerate(sentences, 1))
    if not options.progress:
        return list(translations(translator, lines, search, candidates=rule))
    found: list[Translation] = []
    EvaluationProgress(what, 0, len(sentences)).write(options.progress)
    shared = rule is not None and rule.shared  # a list that is a block's
    block = BLOCK if shared else _OFTEN * translator.turns
    for translation in translations(
        translator, lines, search, candidates=rule, block_size=block
    ):
        found.append(translation)
        if len(found) % _OFTEN == 0 or len(found) == len(sentences):
            EvaluationProgress(what, len(found), len(sentences)).write(options.progress)
    return found


def measure(
    translator: "Translator",
    found: Sequence[Translation],
    references: Sequence[str],
    search: SearchConfig,
    options: argparse.Namespace,
    links: IntArray | None,
) -> SentenceScores:
    """Measure each sentence, with and without unknown words.

    Args:
        translator: What translated.
        found: What it found.
        references: The right translations.
        search: How it searched.
        options: Where progress is told, and what else was asked for.
        links: What `count_links` returned.
    """
    from nmtviz.evaluation.sentences import (  # noqa: PLC0415
        add_no_unknown,
        best_texts,
        find_no_unknown,
        score_translations,
    )

    scores = score_translations(
        found,
        references,
        system=translator.name,
        data=data_name(options.file),
        beam_size=search.beam_size,
        reference_unknown=[
            len(translator.unknown_words(reference, "target"))
            for reference in references
        ],
    )
    known = [found[row] for row in find_no_unknown(scores)]
    # Where <unk> was never in sight, a search that forbids it finds the same.
    again = [row for row, one in enumerate(known) if one.weighed_unknown]
    sources = [known[row].sentence for row in again]
    if sources:
        search = replace(search, forbid_unknown=True)
        phase = "without unknown words"
        others = translate(translator, sources, search, options, phase)
        for row, one in zip(again, others, strict=True):
            known[row] = one
    scores = add_no_unknown(scores, best_texts(known), references)
    return scores if links is None else replace(scores, links=links)


def write(
    scores: SentenceScores, found: Sequence[Translation], options: argparse.Namespace
) -> None:
    """Keep the numbers, and the translations if that was asked for.

    Args:
        scores: What was measured.
        found: What was translated.
        options: Where the numbers go.
    """
    from nmtviz.evaluation.sentences import best_texts  # noqa: PLC0415

    file = _file(options)
    texts = file.with_suffix(".txt")
    if options.texts:
        with replacing(texts) as temporary:  # which stay away if scores cannot be saved
            write_texts(temporary, best_texts(found))
            scores.save(file)
    else:
        scores.save(file)
        # Those of an earlier measurement would stand beside these numbers.
        texts.unlink(missing_ok=True)


def _file(options: argparse.Namespace) -> Path:
    folder: Path = options.to or checkpoint_folder(options) / STATISTICS_FOLDER
    return folder / f"{data_name(options.file)}.npz"


def _check_texts(file: Path) -> None:
    """Refuse to replace a text that no earlier measurement has left."""
    texts = file.with_suffix(".txt")
    if not texts.exists():
        return
    try:
        SentenceScores.load(file)
    except DataError as error:
        raise DataError(
            f"{texts} must hold the translations of an earlier measurement, as it is "
            f"replaced or deleted, but: {error} Give another folder by --to."
        ) from error


def _check_same(file: Path, pairs: Sequence[Pair]) -> None:
    """Refuse to replace numbers of other sentences, such as all by those of a few."""
    try:
        there = SentenceScores.load(file)
    except DataError:  # nothing, or nothing that is of use
        return
    words = [len(pair.source.split()) for pair in pairs]
    if words != there.source_words.tolist():
        raise DataError(
            f"{file} must be of the same sentences, as it is replaced, but it is of "
            f"{there.n} others, not of these {len(pairs)}. Rename the test set, or "
            "give another folder by --to."
        )


def count_links(
    translator: "Translator", options: argparse.Namespace
) -> IntArray | None:
    """Return how the attention to each reference agrees with gold links, (n, 4).

    None if that was not asked for, or, which is told, without attention.

    Raises:
        DataError: If the links cannot be read, or a sentence with links has no words or
            too many.
    """
    if not options.gold:
        return None
    if not translator.has_alignment:
        sys.stderr.write(
            f"--gold did nothing, as {translator.name!r} has no attention.\n"
        )
        return None
    from nmtviz.evaluation.alignment import score_links  # noqa: PLC0415

    lines, name = read_lines(options.file), str(options.file)
    pairs = read_gold(lines, name, options.gold, languages(options))
    counts = np.zeros((len(pairs), LINK_COUNTS), dtype=np.int64)
    for row, gold, weights in weighed(translator, pairs, name):
        counts[row] = score_links(heaviest_links(weights), gold).counts
    return counts
