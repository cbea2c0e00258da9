"""Options of a search, of candidate lists, and for words in place of `<unk>`."""

import argparse

from nmtviz.candidates import CandidateRule
from nmtviz.cli.common import BLOCK, at_least
from nmtviz.config import SearchConfig
from nmtviz.errors import ConfigError

_DEFAULT = SearchConfig()


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add what a search may be told beside its beam."""
    parser.add_argument(
        "--forbid-unknown", action="store_true", help="never produce <unk>"
    )
    parser.add_argument(
        "--no-repeat-ngram-size",
        type=at_least(0),
        default=_DEFAULT.no_repeat_ngram_size,
        metavar="N",
        help="never produce N tokens in a row a second time; 0 lets all repeat",
    )
    parser.add_argument(
        "--length-penalty",
        type=float,
        default=_DEFAULT.length_penalty,
        metavar="P",
        help="a score is log p divided by the number of tokens to the power of P; 0 "
        f"divides by nothing; {_DEFAULT.length_penalty:g} if not given",
    )


def search_of(options: argparse.Namespace, n_best: int = 1) -> SearchConfig:
    """Return the search that was asked for.

    Raises:
        ConfigError: If there can be no such search.
    """
    return SearchConfig(
        beam_size=options.beam,
        n_best=n_best,
        length_penalty=options.length_penalty,
        forbid_unknown=options.forbid_unknown,
        no_repeat_ngram_size=options.no_repeat_ngram_size,
    )


def add_candidates(parser: argparse.ArgumentParser) -> None:
    """Add what makes a candidate list, Jean et al. (2015) 3.2."""
    group = parser.add_argument_group("candidate lists")
    group.add_argument(
        "--frequent",
        "--top-k",
        dest="frequent",
        type=at_least(0),
        metavar="K",
        help="write only the K most frequent words",
    )
    group.add_argument(
        "--per-word",
        "--dictionary-k",
        dest="per_word",
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
    """Add the choice of words in place of `<unk>`, Jean et al. (2015) 3.3."""
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
    if options.frequent is None and options.per_word is None:
        if options.shared_list:
            raise ConfigError(
                "--shared-list can only be given with --frequent or --per-word."
            )
        return None
    return CandidateRule(
        frequent_size=options.frequent or 0,
        per_word_size=options.per_word or 0,
        shared=options.shared_list,
    )


def is_usual(options: argparse.Namespace) -> bool:
    """Say whether a search differs in nothing but its beam from the usual one."""
    return search_of(options) == SearchConfig(beam_size=options.beam)


def check_record(options: argparse.Namespace) -> None:
    """Refuse to keep as a checkpoint's own what others or a list had part in.

    Nor is it what another search found than those it is compared with.

    Raises:
        ConfigError: If `evaluate` is asked to do so.
    """
    others = options.ensemble or candidate_rule(options) or options.replace_unknown
    if is_usual(options) and not others:
        return
    if options.record or (options.statistics and not options.to):
        raise ConfigError(
            "--record and --statistics without --to must be about the checkpoint "
            "alone and the usual search, without --ensemble, --frequent, --per-word, "
            "--replace-unknown, --forbid-unknown, --no-repeat-ngram-size and "
            "--length-penalty."
        )
