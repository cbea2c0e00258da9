"""Gold links of the test sets: our own, and what a person brings."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.alignments.links import GoldPair
from nmtviz.arrays import FloatArray
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.evaluation.alignment import lost_on_words, on_words, word_groups
from nmtviz.gold import GoldLinks
from nmtviz.results import Alignment
from nmtviz.ui import cache
from nmtviz.ui.shelf import own
from nmtviz.ui.shelf.kept import one_space
from nmtviz.ui.shelf.systems import Texts

_ADDED = "errors.gold"


def gold_sets() -> dict[str, tuple[GoldPair, ...]]:
    """Return the pairs with links, by the name of their file."""
    return {own.NAME: own.linked_pairs(), **st.session_state.get(_ADDED, {})}


def add(name: str, pairs: Sequence[GoldPair]) -> None:
    """Keep the pairs of a file that have links for this session."""
    linked = tuple(pair for pair in pairs if pair.gold)
    st.session_state[_ADDED] = {**st.session_state.get(_ADDED, {}), name: linked}


def lines_with_links(texts: Texts) -> dict[int, GoldPair]:
    """Return the pairs of a test set that have links, by line from 1.

    One that was added is kept with single spaces, be they of another kind in the file.
    """
    known = {
        (one_space(pair.source), one_space(pair.target)): pair
        for pairs in gold_sets().values()
        for pair in pairs
    }
    sides = zip(
        map(one_space, texts.sources), map(one_space, texts.references), strict=True
    )
    return {n: known[pair] for n, pair in enumerate(sides, 1) if pair in known}


def weights(
    info: CheckpointInfo, pair: GoldPair, *, attention: bool
) -> FloatArray | None:
    """Return weights of a network that is made to write the target words.

    Args:
        info: The network.
        pair: The words.
        attention: Where it looks; if not, what they lose without each source word.

    Returns:
        Weights on the words that the links count, shape (target, source), or None
        for the attention of a network without any.

    Raises:
        NmtvizError: If the checkpoint or a sentence cannot be used.
    """
    translation = cache.score(info, pair.source, pair.target)
    if attention:
        return on_words(translation, pair.source_words, pair.target_words)
    groups = word_groups(pair.source_words, translation.source)
    found = cache.leave_out(info, pair.source, pair.target, groups)
    return lost_on_words(found, pair.target_words)


def alignment(
    info: CheckpointInfo, pair: GoldPair, *, attention: bool
) -> Alignment | None:
    """Return `weights` with their words, ready to be drawn.

    Raises:
        NmtvizError: As `weights`.
    """
    found = weights(info, pair, attention=attention)
    if found is None:
        return None
    return Alignment(
        source=pair.source_words,
        target=pair.target_words,
        weights=found,
        source_unknown=(False,) * len(pair.source_words),
        target_unknown=(False,) * len(pair.target_words),
    )


def links_of(pairs: Sequence[GoldPair]) -> list[GoldLinks]:
    """Return the links of pairs that have some."""
    return [pair.gold for pair in pairs if pair.gold]
