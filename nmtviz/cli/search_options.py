"""Options for candidate lists, and for words in place of `<unk>`."""

import argparse

from nmtviz.candidates import CandidateRule
from nmtviz.cli.common import BLOCK, at_least
from nmtviz.errors import ConfigError


def add_candidates(parser: argparse.ArgumentParser) -> None:
    """Add what makes a candidate list, Jean et al. (2015) 3.2."""
    group = parser.add_argument_group("candidate lists")
    group.add_argument(
        "--top-k",
        type=at_least(0),
        metavar="K",
        help="write only the K most frequent words",
    )
    group.add_argument(
        "--dictionary-k",
        type=at_least(0),
        metavar="K'",
        help="and the K' likeliest translations of each source word",
    )
    group.add_argument(
        "--shared-list",
        action="store_true",
        help=f"one list for every {BLOCK} sentences instead of one for each",
    )


def add_replacement(parser: argparse.ArgumentParser) -> None:
    """Add the choice of words in place of `<unk>`, Jean et al. (2015) 4.1."""
    parser.add_argument(
        "--replace-unknown",
        action="store_true",
        help="in place of each <unk>, write what the source word it looks at (or, "
        "without attention, needs most) means by the checkpoint's dictionary, or that "
        "word itself",
    )


def candidate_rule(options: argparse.Namespace) -> CandidateRule | None:
    """Return how candidate lists are made; None if none were asked for.

    Raises:
        ConfigError: If the options make no list.
    """
    if options.top_k is None and options.dictionary_k is None:
        if options.shared_list:
            raise ConfigError(
                "--shared-list must be given with --top-k or --dictionary-k."
            )
        return None
    return CandidateRule(
        frequent_size=options.top_k or 0,
        per_word_size=options.dictionary_k or 0,
        shared=options.shared_list,
    )


def check_record(options: argparse.Namespace) -> None:
    """Refuse to keep as a checkpoint's own what others or a list had part in.

    Raises:
        ConfigError: If `evaluate` is asked to do so.
    """
    if not (options.ensemble or candidate_rule(options) or options.replace_unknown):
        return
    if options.record or (options.statistics and not options.to):
        raise ConfigError(
            "--record and --statistics without --to must be about the checkpoint "
            "alone, without --ensemble, --top-k, --dictionary-k and --replace-unknown."
        )
