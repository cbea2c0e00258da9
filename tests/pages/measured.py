"""Statistics of test sets for checkpoints, from made-up translations.

A translation is its reference with some words lost: more of them in long sentences,
where the system has no attention.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from nmtviz.checkpoints_index import STATISTICS_FOLDER
from nmtviz.evaluation.sentences import add_no_unknown, find_no_unknown, score_texts
from nmtviz.scores import SentenceScores

SET = "made.en-fr.test"
"""A test set whose sentences are nowhere to be found."""

LENGTHS = (3, 7, 11, 18, 25, 64)
WORDS = ("le", "chien", "voit", "la", "maison", "sous", "un", "chat", "noir", "dort")


def references(n: int) -> list[str]:
    """Return sentences of all `LENGTHS`, in turn."""
    random = np.random.default_rng(3)
    return [
        " ".join(random.choice(WORDS, size=LENGTHS[row % len(LENGTHS)]))
        for row in range(n)
    ]


def translated(wanted: Sequence[str], system: str) -> list[str]:
    """Return what a system of this name would make of the references."""
    random = np.random.default_rng([ord(letter) for letter in system])
    slope = 0.008 if "encdec" in system else 0.002
    found = []
    for sentence in wanted:
        words = sentence.split()
        lost = random.random(len(words)) < min(0.2 + slope * len(words), 0.9)
        found.append(
            " ".join("zut" if gone else w for w, gone in zip(words, lost, strict=True))
        )
    return found


def scores(
    system: str, sources: Sequence[str], wanted: Sequence[str], data: str
) -> SentenceScores:
    """Measure a system; every other sentence has an unknown word."""
    texts = translated(wanted, system)
    known = score_texts(sources, texts, wanted, system=system, data=data)
    unknown = np.arange(len(wanted)) % 2
    known = replace(
        known, beam_size=2, source_unknown=unknown, reference_unknown=unknown
    )
    chosen = [texts[row] for row in find_no_unknown(known)]
    return add_no_unknown(known, chosen, list(wanted))


def write(checkpoint: Path, n: int = 60) -> None:
    """Put the statistics of `SET` into a checkpoint's folder."""
    wanted = references(n)
    found = scores(checkpoint.name, wanted, wanted, SET)
    found.save(checkpoint / STATISTICS_FOLDER / f"{SET}.npz")
