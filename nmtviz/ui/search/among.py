"""Texts whose states are looked among: sentences of our own, and test sets."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data import listed
from nmtviz.data.corpus import Pair, read_pairs, spread
from nmtviz.data.phrases import phrasebook
from nmtviz.data.words import clean
from nmtviz.errors import InputError
from nmtviz.languages import fits
from nmtviz.neighbours import Neighbourhood
from nmtviz.results import Tokens
from nmtviz.ui import cache
from nmtviz.ui.shelf import own, sets
from nmtviz.ui.shelf.systems import Texts

OURS = "our sentences"
"""What the app ships."""

MOST = 1500
"""Pairs of a text that are gone through, spread over it; fewer if they are long."""

_MOST_LETTERS = 120_000
"""Characters of their sources, which bounds the memory to a hundred megabytes."""

_OF_EACH = 600
"""Phrases, and sentences that are written to learn from."""

_SEED = 11
_LONGEST = 250
"""Characters of a sentence as pieces are made of them: a token has one at least, so
none has too many tokens."""


@dataclass(frozen=True, slots=True)
class Text:
    """Sentence pairs and the states that a network goes through along them."""

    sources: tuple[Tokens, ...]
    targets: tuple[Tokens, ...]
    pairs: tuple[Pair, ...]

    reading: Neighbourhood
    """Annotations, of the words of the sources."""

    writing: Neighbourhood
    """States that the words of the targets are read from."""

    def without(self, sentence: str) -> frozenset[int]:
        """Return which pairs have this very sentence."""
        wanted = _letters(sentence)
        pairs = enumerate(self.pairs)
        return frozenset(i for i, pair in pairs if _letters(pair.source) == wanted)


def names(info: CheckpointInfo) -> list[str]:
    """Return the texts that are in the languages of a model, ours first."""
    sets_here = sets.all_texts([])
    languages = info.data.languages
    ours = [OURS] if fits(languages, own.NAME) else []
    return ours + [
        name for name in sets_here if name != own.NAME and fits(languages, name)
    ]


def text(info: CheckpointInfo, name: str) -> Text:
    """Return one of the texts, gone through once for all sessions.

    Raises:
        NmtvizError: If the checkpoint cannot be used, a text cannot be read, or the
            memory does not suffice.
    """
    if name == OURS:
        return _gone_through(info, _ours, name)
    texts = sets.all_texts([])[name]
    return _gone_through(info, partial(_pairs_of, texts), str(texts.folder))


def _pairs_of(texts: Texts) -> tuple[Pair, ...]:
    return usable([*map(Pair, texts.sources, texts.references)])


@st.cache_resource
def _ours() -> tuple[Pair, ...]:
    typed = islice(phrasebook.one_of_each(_SEED), _OF_EACH)
    written = spread(read_pairs([listed.WRITTEN]), _OF_EACH)
    return usable([*read_pairs([own.FILE, own.TYPED]), *typed, *written])


def _length(text: str) -> int:
    """Return the characters of a text in compatible forms: three of an ellipsis."""
    return len(unicodedata.normalize("NFKC", text))


def usable(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the pairs of a text to go through.

    They have words and are not too long, each sentence is there once, and they are
    spread over the text if it has more than there is room for.
    """
    once = {_letters(pair.source): pair for pair in reversed(pairs)}
    found = [
        pair
        for pair in reversed(once.values())
        if all(clean(text).strip() and _length(text) <= _LONGEST for text in pair)
    ]
    letters = sum(len(pair.source) for pair in found)
    fitting = len(found) * _MOST_LETTERS // max(letters, 1)
    return spread(found, min(MOST, fitting))


@st.cache_resource(
    max_entries=2,
    show_spinner="Going through the sentences …",
    hash_funcs=cache.BY_IDENTITY,
)
def _gone_through(
    info: CheckpointInfo, _find: Callable[[], tuple[Pair, ...]], key: str
) -> Text:
    del key  # stands for the pairs, which are found only if they are needed
    pairs = _find()
    if not pairs:
        raise InputError(
            "Some sentence pair must have words and at most "
            f"{_LONGEST} characters on both sides, but none of this text has."
        )
    found = cache.translator(info).states(pairs)
    return Text(
        sources=tuple(pair.source for pair in found),
        targets=tuple(pair.target for pair in found),
        pairs=pairs,
        reading=Neighbourhood(
            [pair.annotations for pair in found],
            [pair.source.words[: len(pair.annotations)] for pair in found],
        ),
        writing=Neighbourhood(
            [pair.states for pair in found], [pair.target.words for pair in found]
        ),
    )


def _letters(sentence: str) -> str:
    return "".join(sentence.casefold().split())
