"""What a training update costs as the target vocabulary grows.

    PYTHONPATH=. python benchmarks/vocabulary.py [--words 30000 100000 500000]

One update of a preset's network with random weights on random words, on one core:
with the softmax over all words, and over a partition's (Jean et al., 2015, section
3.1). Time is the processor's, which a busy machine changes least, and ratios are to
the smallest vocabulary. Memory is what an update takes on top of the weights and
the optimizer's state, in a process of its own.
"""

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, TypeVar

import numpy as np
from report import show, status

from nmtviz.arrays import IntArray
from nmtviz.data.batches import Batch
from nmtviz.data.partitions import Partition
from nmtviz.data.vocabulary import SPECIALS
from nmtviz.model.network import build_network
from nmtviz.presets import preset
from nmtviz.training.learner import Learner
from nmtviz.training.platform import prepare_process

T = TypeVar("T")

SENTENCES, LENGTH = 80, 28
"""Pairs of a minibatch and words of each side."""

UPDATES_PER_PARTITION = 20
"""Fewer than in training, where a partition holds several fetches."""


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--preset", default="rnnsearch-lv-small")
    parser.add_argument(
        "--words", type=int, nargs="+", default=[30_000, 100_000, 500_000]
    )
    parser.add_argument("--partition", type=int, default=15_000, help="tau")
    parser.add_argument("--updates", type=int, default=20, help="timed for each size")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = [
        row
        for most_words in (options.partition, 0)
        for row in _rows(options.preset, options.words, most_words, options.updates)
    ]
    show("Cost of a training update", rows, options.json)


def _rows(
    name: str, sizes: list[int], most_words: int, updates: int
) -> list[dict[str, Any]]:
    """Return a line for each size of the vocabulary; 0 words stand for all."""
    found: list[tuple[float, int]] = []
    for size in sizes:
        made = partial(_learner, name, size, most_words)
        number = updates if most_words else max(3, updates // 10)
        spent = _apart(partial(_seconds, made, size, most_words, number))
        # Large blocks go back to the system at once, so that the peak is the update's.
        os.environ["MALLOC_MMAP_THRESHOLD_"] = "65536"
        taken = _apart(partial(_bytes, made, size, most_words))
        del os.environ["MALLOC_MMAP_THRESHOLD_"]
        found.append((spent, taken))
    return [
        {
            "words": size,
            "softmax over": most_words or size,
            "seconds": f"{spent:.3f}",
            "times the first": f"{spent / found[0][0]:.2f}",
            "MB": round(taken / 1e6),
            "times the first's": f"{taken / found[0][1]:.2f}",
        }
        for size, (spent, taken) in zip(sizes, found, strict=True)
    ]


def _learner(name: str, size: int, most_words: int) -> Learner:
    chosen = preset(name)
    model = replace(chosen.model, source_vocab_size=size, target_vocab_size=size)
    training = replace(
        chosen.training, lazy_rows=most_words > 0, partition_words=most_words
    )
    return Learner(build_network(model), training)


def _batch(words: IntArray, random: np.random.Generator) -> Batch:
    source, target = random.choice(words, size=(2, SENTENCES, LENGTH))
    lengths = np.full(SENTENCES, LENGTH)
    return Batch(
        indices=np.arange(SENTENCES),
        source=source,
        target=target,
        source_lengths=lengths,
        target_lengths=lengths,
    )


def _partition(size: int, most_words: int, random: np.random.Generator) -> Partition:
    """Draw as many words as a partition may have."""
    specials = np.arange(len(SPECIALS))
    count = (most_words or size) - len(SPECIALS)
    chosen = random.choice(np.arange(len(SPECIALS), size), size=count, replace=False)
    return Partition(first=0, end=1, words=np.concatenate([specials, np.sort(chosen)]))


def _seconds(
    made: Callable[[], Learner], size: int, most_words: int, updates: int
) -> float:
    """Return the median seconds of an update, a share of a new partition in it."""
    prepare_process(1)
    learner, random = made(), np.random.default_rng(1)
    spent: list[float] = []
    for update in range(-1, updates):
        if update % UPDATES_PER_PARTITION == 0 or update < 0:
            partition = _partition(size, most_words, random)
        batch = _batch(partition.words, random)
        began = process_time()
        learner.update(batch, 1e-3, partition=partition if most_words else None)
        spent.append(process_time() - began)
        if update < 0:  # does not count: it makes the optimizer's state
            _touch(learner)
    usual = median(spent[2:])
    return usual + max(0.0, spent[1] - usual) / UPDATES_PER_PARTITION


def _touch(learner: Learner) -> None:
    """Let the system give all memory of the state now, not when a row is first used."""
    for table in learner.tables.values():
        for values in table.state().values():
            values.add_(0)


def _bytes(made: Callable[[], Learner], size: int, most_words: int) -> int:
    """Return the most memory that an update takes on top of what is kept."""
    learner, random = made(), np.random.default_rng(1)
    for _ in range(2):  # the first one makes the optimizer's state
        partition = _partition(size, most_words, random)
        batch = _batch(partition.words, random)
        learner.settle()
        Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
        before = status("VmRSS")
        learner.update(batch, 1e-3, partition=partition if most_words else None)
    return status("VmHWM") - before


def _apart(work: Callable[[], T]) -> T:
    """Call a function in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work).result()


if __name__ == "__main__":
    main()
