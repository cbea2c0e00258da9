"""How fast training and decoding are: words and sentences a second.

    PYTHONPATH=. python benchmarks/speed.py [--threads 1] [--rounds 3] \
        [--long | --cores] [--json FILE]

Training takes the presets' real updates (forward, backward, clip, step) on the test
set of our own; decoding takes the shipped checkpoints on its sentences. Words are
target words without padding, end symbols included.
"""

import argparse
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import torch
from report import show, spread

from nmtviz.checkpoints_index import list_checkpoints
from nmtviz.config import SearchConfig
from nmtviz.data import corpus
from nmtviz.data.batches import MinibatchSchedule
from nmtviz.data.prepare import prepare
from nmtviz.model.initial import initialise
from nmtviz.model.network import build_network
from nmtviz.presets import preset
from nmtviz.training.learner import Learner
from nmtviz.training.platform import prepare_process
from nmtviz.translator import Translator

REPOSITORY = Path(__file__).parents[1]
TEXT = REPOSITORY / "nmtviz" / "data" / "own.en-fr.tsv"
CHECKPOINTS = REPOSITORY / "checkpoints"
OPENS_WITH = CHECKPOINTS / "rnnsearch-sp"
TRAINED = ("rnnsearch-sp", "rnnsearch-50-small", "rnnencdec-50-small")
DECODED = 60
"""Sentences to decode, spread evenly over our test set."""
LONG = (
    "When the old teacher had finished her long story about the river, the children "
    "who were sitting on the wooden floor of the small school asked her for a second."
)
"""A sentence of 30 words."""


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--updates", type=int, default=20, help="timed in a round")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--long", action="store_true", help="only one long sentence")
    parser.add_argument(
        "--cores", action="store_true", help="only many sentences, on 1 core to all"
    )
    options = parser.parse_args()
    if options.long:  # as the app decodes: without the settings of training
        torch.set_num_threads(options.threads)
        translator = Translator.load(OPENS_WITH, "cpu")
        rows = [_long(translator, 10 * options.rounds)]
        show("One sentence; median (smallest-largest)", rows, options.json)
        return
    if options.cores:
        rows = _many(options.rounds, torch.get_num_threads())
        show("Many sentences; median (smallest-largest)", rows, options.json)
        return
    prepare_process(options.threads)
    rows = [_training(name, options.rounds, options.updates) for name in TRAINED]
    sentences = [*corpus.spread(_sentences(), DECODED)]
    for checkpoint in list_checkpoints(CHECKPOINTS):
        if not checkpoint.has_weights:
            continue
        translator = Translator.load(checkpoint.folder, "cpu")
        rows += [
            _decoding(translator, sentences, beam, batch, options.rounds)
            for beam, batch in product((12, 5), (1, 32))
        ]
    show("Speed; median (smallest-largest) of rounds", rows, options.json)


def _sentences() -> list[str]:
    return [pair.source for pair in corpus.read_pairs([TEXT])]


def _training(name: str, rounds: int, updates: int) -> dict[str, Any]:
    """Return the training speed of a preset with a vocabulary of its full size."""
    chosen = preset(name)
    size = chosen.data.vocab_size
    prepared = prepare(replace(chosen.data, max_words=50), [TEXT])
    network = build_network(
        replace(chosen.model, source_vocab_size=size, target_vocab_size=size)
    )
    initialise(network, 1)
    learner = Learner(network, chosen.training)
    schedule = MinibatchSchedule(
        prepared.corpus,
        batch_size=chosen.training.batch_size,
        batches_per_fetch=chosen.training.batches_per_fetch,
        seed=1,
    )

    def work() -> int:
        words = 0
        for update in range(updates):
            batch = schedule.batch(update)
            learner.update(batch, 1e-3)
            words += int(batch.target_lengths.sum())
        return words

    work()
    rates = []
    for _ in range(rounds):
        began = time.perf_counter()
        words = work()
        rates.append(words / (time.perf_counter() - began))
    return _row(f"train {name}", "", spread(rates), "")


def _decoding(
    translator: Translator,
    sentences: list[str],
    beam: int,
    batch: int,
    rounds: int,
) -> dict[str, Any]:
    search = SearchConfig(beam_size=beam)
    words, found = [], []
    for _ in range(rounds):
        began = time.perf_counter()
        if batch == 1:
            done = [translator.translate([one], search)[0] for one in sentences]
        else:
            done = translator.translate(sentences, search, batch_size=batch)
        spent = time.perf_counter() - began
        produced = sum(len(one.hypotheses[0].tokens) for one in done)
        words.append(produced / spent)
        found.append(len(sentences) / spent)
    name = f"decode {translator.name}, beam {beam}"
    return _row(name, batch, spread(words), spread(found, 1))


def _long(translator: Translator, runs: int) -> dict[str, Any]:
    """Return the time of a sentence by the clock, and of the processor."""
    clock, processor = [], []
    translator.translate([LONG])
    for _ in range(runs):
        began, began_processor = time.perf_counter(), time.process_time()
        translator.translate([LONG])
        clock.append(1000 * (time.perf_counter() - began))
        processor.append(1000 * (time.process_time() - began_processor))
    return {
        "what": f"{translator.name}, beam {SearchConfig().beam_size}, 30 words",
        "n": runs,
        "ms": spread(clock, 1),
        "ms of processor time": spread(processor, 1),
    }


def _many(rounds: int, most: int) -> list[dict[str, Any]]:
    """Return how long our test set takes on 1 core, on 2, and so on."""
    sentences = _sentences()
    rows, alone = [], 0.0
    for cores in range(1, most + 1):
        torch.set_num_threads(cores)
        translator = Translator.load(OPENS_WITH, "cpu")
        translator.translate(sentences[:1])
        spent = []
        for _ in range(rounds):
            began = time.perf_counter()
            translator.translate(sentences)
            spent.append(time.perf_counter() - began)
        alone = alone or median(spent)
        rows.append(
            {
                "what": f"{translator.name}, {TEXT.stem}, n = {len(sentences)}",
                "cores": cores,
                "seconds": spread(spent, 2),
                "times as fast": f"{alone / median(spent):.2f}",
            }
        )
    return rows


def _row(what: str, batch: object, words: str, sentences: str) -> dict[str, Any]:
    return {
        "what": what,
        "sentences at once": batch,
        "words a second": words,
        "sentences a second": sentences,
    }


if __name__ == "__main__":
    main()
