"""A bilingual dictionary: which words a source word is linked to, and how often.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007; its sections 3.2 and 3.3
use such a dictionary to choose candidate words and to replace unknown ones.

A dictionary is a text file, gzipped if its name ends with `.gz`:

    nmtviz-dictionary 1<TAB>en<TAB>fr<TAB>2
    cat<TAB>chat 0.75<TAB>chatte 0.125
    owl<TAB>hibou 1

The first line names the format, both languages and how many words follow. A word's
translations stand best first; those that were cut off are what is missing to 1.
"""

import gzip
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Self

from nmtviz.data.corpus import Pair, read_lines
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import SPECIALS
from nmtviz.errors import DataError, writing
from nmtviz.files import is_gzip, replacing

FILE = "dictionary.tsv.gz"
"""What a checkpoint folder calls its dictionary."""

SIZE = 20
"""Translations kept a word: the larger K' of [J]."""

_FORMAT = "nmtviz-dictionary 1"
_COUNT = re.compile("[0-9]{1,9}")
_SHARED = 0.5  # least part of a vocabulary the dictionary of its data holds
_ROUNDING = 1e-3  # how far from 1 the sum of a word's rounded probabilities may be


class Entry(NamedTuple):
    """A target word and how likely it is."""

    word: str
    """The target word, as a tokenizer writes it."""

    probability: float
    """p(target word | source word), above 0, at most 1."""


class Dictionary:
    """The likeliest translations of each source word, whether a model knows it or not.

    Words are those of the Moses tokenizer, letter case included.
    """

    def __init__(
        self, languages: tuple[str, str], entries: Mapping[str, Sequence[Entry]]
    ) -> None:
        """Hold entries that are in order.

        Args:
            languages: Of the source and of the target words.
            entries: For each source word its translations, at least one, likeliest
                first.
        """
        self.languages = languages
        self._entries = {word: tuple(found) for word, found in entries.items()}

    @classmethod
    def from_counts(
        cls,
        languages: tuple[str, str],
        counts: Mapping[str, Mapping[str, int]],
        size: int = SIZE,
    ) -> Self:
        """Estimate p(target | source) = count(source, target) / count(source).

        Args:
            languages: Of the source and of the target words.
            counts: For each source word how often it is linked to a target word.
            size: Most translations to keep of a word; alphabetical where counts tie.
        """
        entries = {}
        for source, linked in sorted(counts.items()):
            total = sum(linked.values())
            ranked = sorted(linked, key=lambda word: (-linked[word], word))
            entries[source] = [Entry(word, linked[word] / total) for word in ranked]
        return cls(languages, {word: found[:size] for word, found in entries.items()})

    @classmethod
    def from_links(
        cls,
        languages: tuple[str, str],
        pairs: Iterable[Pair],
        links: Iterable[Iterable[tuple[int, int]]],
        size: int = SIZE,
    ) -> Self:
        """Count which words of sentence pairs are linked.

        Args:
            languages: Of the source and of the target words.
            pairs: Sentence pairs as words with a space between.
            links: The links of each pair, by any aligner: positions of a source and
                of a target word, from 0.
            size: Most translations to keep of a word.
        """
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for pair, linked in zip(pairs, links, strict=True):
            sources, targets = pair.source.split(" "), pair.target.split(" ")
            for source, target in linked:
                counts[sources[source]][targets[target]] += 1
        return cls.from_counts(languages, counts, size)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote.

        Raises:
            DataError: If the file cannot be read or is not a whole dictionary.
        """
        first, *lines = read_lines(path)
        languages, expected = _read_header(path, first)
        if len(lines) != expected:
            raise DataError(
                f"{path}, line 1: {expected} words must follow, got {len(lines)}."
            )
        entries: dict[str, tuple[Entry, ...]] = {}
        for number, line in enumerate(lines, start=2):
            try:
                word, found = _read_entries(line)
                if word in entries:
                    raise DataError(f"{word!r} must be there once, got it again.")
            except DataError as error:
                raise DataError(f"{path}, line {number}: {error}") from error
            entries[word] = found
        return cls(languages, entries)

    def save(self, path: Path) -> None:
        """Write a text file under a temporary name and rename it.

        Raises:
            DataError: If the disk refuses it.
        """
        header = "\t".join((_FORMAT, *self.languages, str(len(self))))
        lines = (
            "\t".join((word, *(f"{entry.word} {entry.probability:.4g}" for entry in e)))
            for word, e in self._entries.items()
        )
        data = "\n".join((header, *lines, "")).encode()
        if is_gzip(path.name):
            data = gzip.compress(data, mtime=0)  # the same words, the same bytes
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as temporary:
                temporary.write_bytes(data)

    def __len__(self) -> int:
        """Return how many source words there are."""
        return len(self._entries)

    def lookup(self, word: str, size: int = SIZE) -> tuple[Entry, ...]:
        """Return the likeliest translations of a source word, best first.

        Args:
            word: As the tokenizer writes it.
            size: Most translations wanted, K' of [J].

        Returns:
            Nothing for a word that is not there.
        """
        return self._entries.get(word, ())[:size]

    def check_fits(
        self, languages: tuple[str, str], source: Tokenizer, target: Tokenizer
    ) -> None:
        """Refuse to serve a model of other languages or vocabularies.

        Args:
            languages: The model's.
            source: Knows the model's source words.
            target: Knows its target words.

        Raises:
            DataError: If a language differs, or if the dictionary lacks more than half
                of a vocabulary.
        """
        if self.languages != languages:
            raise DataError(
                f"a dictionary from {' to '.join(languages)} is needed, "
                f"got one from {' to '.join(self.languages)}."
            )
        targets = {entry.word for found in self._entries.values() for entry in found}
        for side, words, tokenizer in (
            ("source", list(self._entries), source),
            ("target", list(targets), target),
        ):
            size = len(tokenizer) - len(SPECIALS)
            known = sum(i >= len(SPECIALS) for i in tokenizer.token_ids(words))
            if known < _SHARED * size:
                raise DataError(
                    f"the dictionary must hold at least half of the {size} words of "
                    f"the {side} vocabulary, got {known}: it is of other vocabularies."
                )


def _read_header(path: Path, line: str) -> tuple[tuple[str, str], int]:
    kind, *rest = line.split("\t")
    if kind != _FORMAT or len(rest) != 3 or not _COUNT.fullmatch(rest[2]):
        raise DataError(
            f"{path}, line 1: must be '{_FORMAT}', two languages and how many words "
            f"there are, with tabs between, got {line[:60]!r}."
        )
    return (rest[0], rest[1]), int(rest[2])


def _read_entries(line: str) -> tuple[str, tuple[Entry, ...]]:
    word, *fields = line.split("\t")
    found = []
    for field in fields:
        target, _, number = field.rpartition(" ")
        try:
            found.append(Entry(target, float(number)))
        except ValueError as error:
            raise DataError(
                f"a translation must be a word and its probability, got {field!r}."
            ) from error
    _check(word, found)
    return word, tuple(found)


def _check(word: str, found: Sequence[Entry]) -> None:
    """Refuse what is no distribution over translations in falling order."""
    if not word or not found or not all(entry.word for entry in found):
        raise DataError(f"a word must have a translation, got {word!r} without.")
    if len({entry.word for entry in found}) != len(found):
        raise DataError(f"the translations of {word!r} must differ from each other.")
    numbers = [entry.probability for entry in found]
    in_order = all(a >= b for a, b in pairwise([1 + _ROUNDING, *numbers]))
    if not (in_order and numbers[-1] > 0 and math.fsum(numbers) <= 1 + _ROUNDING):
        raise DataError(
            f"the probabilities of {word!r} must be above 0, in falling order and "
            f"with a sum of at most 1, got {', '.join(f'{n:.4g}' for n in numbers)}."
        )
