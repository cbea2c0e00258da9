"""The generated corpus: settings in, sentence pairs with their alignment out."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from nmtviz.data.corpus import write_rows
from nmtviz.data.grammar.clause_rules import Rules
from nmtviz.data.grammar.inventory import Inventory
from nmtviz.data.grammar.plan import SMALLEST, plan
from nmtviz.data.grammar.sentence_choices import SentenceChooser
from nmtviz.data.grammar.surface import GrammarPair, finish
from nmtviz.errors import ConfigError

FEWEST = 4
LARGEST = 500_000
LEAST_LIMIT, LONGEST = 12, 80


@dataclass(frozen=True, kw_only=True, slots=True)
class GrammarConfig:
    """What corpus to generate."""

    pairs: int = 100_000
    """Sentence pairs."""

    seed: int = 1
    """At least 0. The same seed gives the same corpus, and more pairs begin with the
    same ones."""

    vocabulary: int = 5_000
    """English types that can come, punctuation included; French has some more. A text
    has all of them when it is long enough."""

    mean_words: float = 12.0
    """About how many English words a sentence has, punctuation included."""

    spread: float = 5.0
    """Standard deviation of that."""

    max_words: int = 40
    """Most words that a sentence has in either language."""

    def __post_init__(self) -> None:
        """Refuse settings that no corpus can have."""
        _check("pairs", self.pairs, 1)
        _check("seed", self.seed, 0)
        _check("vocabulary", self.vocabulary, SMALLEST, LARGEST)
        _check("max_words", self.max_words, LEAST_LIMIT, LONGEST)
        _check("mean_words", self.mean_words, FEWEST, self.max_words)
        _check("spread", self.spread, 0, LONGEST)


def generate(config: GrammarConfig) -> Iterator[GrammarPair]:
    """Yield the pairs of a corpus, one after the other."""
    random = Random(config.seed)
    chooser = SentenceChooser(Inventory(plan(config.vocabulary), random), random)
    for _ in range(config.pairs):
        words = random.gauss(config.mean_words, config.spread)
        words = min(max(words, FEWEST), config.max_words)
        while True:
            pair = finish(Rules().sentence(chooser.sentence(words)))
            if max(pair.lengths) <= config.max_words:
                break
            words = max(0.8 * words, FEWEST)
        yield pair


def write_corpus(pairs: Iterable[GrammarPair], path: Path) -> None:
    r"""Write pairs as `source\ttarget\tlinks`, gzipped if the name ends in `.gz`.

    Links are in the Pharaoh format, `i-j`. The same pairs give the same bytes.

    Raises:
        DataError: If the file cannot be written.
    """
    write_rows(map(_row, pairs), path)


def _row(pair: GrammarPair) -> tuple[str, str, str]:
    return pair.source, pair.target, " ".join([f"{i}-{j}" for i, j in pair.links])


def _check(name: str, value: float, least: float, most: float = math.inf) -> None:
    if not least <= value <= most:  # as NaN never is
        limits = f"at least {least}" if most == math.inf else f"from {least} to {most}"
        raise ConfigError(f"{name} must be {limits}, got {value}.")
