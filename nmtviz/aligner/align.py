"""Links between the words of a whole text, learnt from nothing but the text."""

from collections.abc import Sequence

import numpy as np

from nmtviz.aligner.bitext import Bitext, IdArray
from nmtviz.aligner.direction import Direction
from nmtviz.aligner.settings import AlignerSettings
from nmtviz.aligner.symmetrize import symmetrize
from nmtviz.data.corpus import Pair
from nmtviz.data.words import OnProgress

_SETTINGS = AlignerSettings()


def align(
    pairs: Sequence[Pair],
    settings: AlignerSettings = _SETTINGS,
    *,
    progress: OnProgress | None = None,
) -> list[IdArray]:
    """Find the links of sentence pairs.

    Args:
        pairs: Words with a space between, at least one on each side.
        settings: How to align.
        progress: Told what is being done, and how much of how much is done.

    Returns:
        The links of each pair, shape (links, 2): positions of the source and of the
        target word, from 0, in order.
    """
    if not pairs:
        return []
    bitext = Bitext(pairs, progress)
    forward, backward = learn(bitext, settings, progress)
    links: list[IdArray] = [np.empty((0, 2), np.int32)] * len(pairs)
    done = 0
    for block in bitext.blocks():
        ahead, back = forward.links(block), backward.links(block)
        both = symmetrize(ahead, back, settings.symmetry)
        for number, found in zip(block.pairs.tolist(), both, strict=True):
            links[number] = np.argwhere(found.T).astype(np.int32)
        done += len(block.pairs)
        if progress:
            progress("linking", done, len(pairs))
    return links


def learn(
    bitext: Bitext,
    settings: AlignerSettings = _SETTINGS,
    progress: OnProgress | None = None,
) -> tuple[Direction, Direction]:
    """Return what is known of p(target | source) and of p(source | target)."""
    forward = Direction(bitext, "target", settings)
    backward = Direction(bitext, "source", settings)
    total, done = settings.iterations * len(bitext), 0
    for _ in range(settings.iterations):
        for block in bitext.blocks():
            forward.count(block)
            backward.count(block)
            done += len(block.pairs)
            if progress:
                progress("learning which words go together", done, total)
        forward.learn()
        backward.learn()
    return forward, backward
